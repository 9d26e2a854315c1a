import { column, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { forms as operations } from './form.contract.ts'
import { Form } from './form.object.ts'

const forms = objectTable('site.forms', Form, {
  list: operations.list,
  computed: ['submissions_count'],
  /** The highest version that a consent of the form has had. */
  hidden: { latest_consent_version: column.integer() },
})
export type FormRow = RowIn<typeof forms>

const slots = 16
const anySlot = () => String(Math.floor(Math.random() * slots))

export class FormStore extends storeOf(forms) {
  /** The forms with the number of their submissions. */
  async withCounts<T extends { id: string }>(
    rows: readonly T[],
  ): Promise<(T & { submissions_count: number })[]> {
    if (rows.length === 0) return []
    const sums = await this.work.read(
      `select form_id, sum(submissions) from "site"."form_counts"
       where school_id = $1 and form_id = any($2::text[]) group by form_id`,
      [this.work.school, textArray(rows.map(({ id }) => id))],
    )
    const counts = new Map(sums.rows.map(([id, submissions]) => [id, Number(submissions)]))
    return rows.map(row => ({ ...row, submissions_count: counts.get(row.id) ?? 0 }))
  }

  /** The form, locked so that nobody deletes it before the end of the work; null if there is none. */
  async holdPresent(id: string): Promise<FormRow | null> {
    const { rows } = await this.work.lock(`${forms.select} and t.id = $2 for key share`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Which of these forms exist; they cannot be deleted until the end of the work. */
  async lockPresent(ids: readonly string[]): Promise<string[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.lock(
      `select t.id from "site"."forms" t where t.school_id = $1 and t.id = any($2::text[]) order by t.id for key share`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(([id]) => id!)
  }

  /** Ids of the first forms that give a tag. */
  async naming(tagId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from "site"."forms" where school_id = $1 and tag_ids ? $2 order by id limit 5`,
      [this.work.school, tagId],
    )
    return rows.map(([id]) => id!)
  }

  /** Counts submissions of a form that came, or that are gone. */
  count(formId: string, change: 1 | -1): void {
    this.work.write(
      `insert into "site"."form_counts" as c (school_id, form_id, slot, submissions) values ($1, $2, $3, $4)
       on conflict (school_id, form_id, slot) do update set submissions = c.submissions + excluded.submissions`,
      [this.work.school, formId, anySlot(), String(change)],
    )
  }

  /** Removes the count of a deleted form. */
  forgetCount(formId: string): void {
    this.work.write(`delete from "site"."form_counts" where school_id = $1 and form_id = $2`, [
      this.work.school,
      formId,
    ])
  }
}
