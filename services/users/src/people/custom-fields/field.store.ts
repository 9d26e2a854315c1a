import { Refused } from '@lms/contract'
import {
  type Condition,
  type ListQuery,
  objectTable,
  type RowIn,
  storeOf,
  textArray,
} from '@lms/service-host'
import { CustomField, refusals } from './field.contract.ts'
import { fieldLifecycle } from './field.lifecycle.ts'
import { checkValues, type FieldValues, queriedKey, valueKeys } from './field.rules.ts'

const fields = objectTable('users.custom_fields', CustomField, {
  archive: { earlier: { values: { status: { retired: 'archived' } } } },
  // Few enough to be sorted by name without an index.
  indexes: [['created_at', 'id']],
  unique: [{ name: 'custom_fields_name', of: ['name'], refusal: refusals.custom_field_name_taken }],
  lifecycle: { of: fieldLifecycle, emits: { archive: null, restore: null } },
})
export type FieldRow = RowIn<typeof fields>

/** The name of a custom field in a query: `custom_fields.city=Bonn`. */
const prefix = 'custom_fields.'

export class FieldStore extends storeOf(fields) {
  /** Refuses if anyone has a value for the field. Lock the field before: then nobody gets one meanwhile. */
  async refuseUsed(id: string): Promise<void> {
    const { rows } = await this.work.read(
      `select 1 from "users"."custom_field_values" where school_id = $1 and field_id = $2 limit 1`,
      [this.work.school, id],
    )
    if (rows.length) throw new Refused(refusals.custom_field_in_use)
  }

  /** Refuses values that do not match the school's fields, and locks the fields until the end of the work. */
  async check(values: FieldValues | undefined): Promise<void> {
    const names = Object.keys(values ?? {})
    if (!values || names.length === 0) return
    checkValues(values, await this.lockByNames(names))
  }

  /** The fields with these names, locked so that none changes before the end of the work. */
  async lockByNames(names: readonly string[]): Promise<FieldRow[]> {
    if (names.length === 0) return []
    const { rows } = await this.work.lock(
      `${fields.select} and t.name = any($2::text[]) order by t.id for key share`,
      [this.work.school, textArray(names)],
    )
    return rows.map(row => this.read(row))
  }

  /** The fields that take new values, with their labels. */
  async active(): Promise<{ name: string; label: string }[]> {
    const { rows } = await this.work.read(
      `select name, label from "users"."custom_fields" where school_id = $1 and status = 'active' order by name`,
      [this.work.school],
    )
    return rows.map(([name, label]) => ({ name: name!, label: label! }))
  }

  /** Stores a person's values of the named fields in the filter table; null removes a value. */
  note(userId: string, values: FieldValues | undefined): void {
    const valueEntries = Object.entries(values ?? {})
    if (valueEntries.length === 0) return
    const names = valueEntries.map(([name]) => name)
    this.work.write(
      `delete from "users"."custom_field_values" v using "users"."custom_fields" f
       where v.school_id = $1 and v.user_id = $2 and f.school_id = v.school_id and f.id = v.field_id
         and f.name = any($3::text[])`,
      [this.work.school, userId, textArray(names)],
    )
    const keys = valueEntries.flatMap(([name, value]) => valueKeys(value).map(key => ({ name, key })))
    if (keys.length === 0) return
    this.work.write(
      `insert into "users"."custom_field_values" (school_id, field_id, value_key, user_id)
       select $1, f.id, k.value_key, $2 from unnest($3::text[], $4::text[]) k(name, value_key)
       join "users"."custom_fields" f on f.school_id = $1 and f.name = k.name
       on conflict do nothing`,
      [
        this.work.school,
        userId,
        textArray(keys.map(({ name }) => name)),
        textArray(keys.map(({ key }) => key)),
      ],
    )
  }

  /** Removes all values of a person. */
  leave(userId: string): void {
    this.work.write(`delete from "users"."custom_field_values" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }

  /**
   * The query without its filters by custom fields, and conditions in their place. An unknown field, or an impossible
   * value, matches nothing, with a warning.
   */
  async filters(query: ListQuery): Promise<{ query: ListQuery; conditions: Condition[] }> {
    const own = query.filters.filter(({ name }) => name.startsWith(prefix))
    if (own.length === 0) return { query, conditions: [] }
    const names = own.map(({ name }) => name.slice(prefix.length))
    const { rows } = await this.work.read(`${fields.select} and t.name = any($2::text[])`, [
      this.work.school,
      textArray(names),
    ])
    const fieldsByName = new Map(rows.map(row => this.read(row)).map(field => [field.name, field]))
    const conditions = own.map(({ values }, index) => {
      const field = fieldsByName.get(names[index]!)
      const keys = values.map(value => field && queriedKey(field.type, value))
      if (field && keys.every(key => typeof key === 'string')) return this.#having(field.id, keys as string[])
      query.warnings.push(
        field
          ? `${own[index]!.name} has a value that is not a ${field.type}; nothing matches`
          : `there is no ${own[index]!.name}; nothing matches`,
      )
      return null
    })
    const rest = query.filters.filter(clause => !own.includes(clause))
    return {
      query: { ...query, filters: rest, nothing: query.nothing || conditions.includes(null) },
      conditions: conditions.filter(condition => condition !== null),
    }
  }

  #having(fieldId: string, keys: string[]): Condition {
    return {
      sql: `t.id in (select v.user_id from "users"."custom_field_values" v
        where v.school_id = $ and v.field_id = $ and v.value_key = any($::text[]))`,
      values: [this.work.school, fieldId, textArray(keys)],
    }
  }
}
