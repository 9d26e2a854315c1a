import type { Id } from '@lms/contract'
import { column, objectTable, type RowIn, storeOf, tenantEntity, textArray } from '@lms/service-host'
import { bulkActions as operations } from './bulk.contract.ts'
import { bulkLifecycle } from './bulk.lifecycle.ts'
import { BulkAction, bulkActionFinished, maxResults, type PersonResult } from './bulk.object.ts'
import type { ChangedFact } from './bulk.rules.ts'

const bulkActions = objectTable('crm.bulk_actions', BulkAction, {
  list: operations.list,
  computed: ['results'],
  kinds: { value: 'json' },
  hidden: {
    /** Whether the key acted for the person (X-On-Behalf-Of). */
    on_behalf: column.boolean(),
  },
  indexes: [
    ['status', 'created_at', 'id'],
    ['segment_id', 'created_at', 'id'],
    ['mailing_id', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
  ],
  lifecycle: {
    of: bulkLifecycle,
    emits: { begin: null, finish: bulkActionFinished, fail: bulkActionFinished },
    refuses: {},
  },
})
export type BulkRow = RowIn<typeof bulkActions>

/** The audience of a bulk action, with what became of each person. */
export const BulkPersonEntity = tenantEntity(
  'crm',
  'bulk_people',
  {
    bulk_action_id: column.id<'blk'>().primary(),
    user_id: column.id<'usr'>().primary(),
    outcome: column.key<PersonResult['outcome']>(),
    reason: column.key<NonNullable<PersonResult['reason']>>().nullable(),
  },
  {
    archive: 'rows',
    indexes: [
      { properties: ['school_id', 'bulk_action_id', 'outcome', 'user_id'] },
      { properties: ['school_id', 'user_id'] },
    ],
  },
)

export class BulkStore extends storeOf(bulkActions) {
  /** Adds people to the audience, each once. */
  addPeople(id: string, userIds: readonly string[]): void {
    if (userIds.length === 0) return
    this.work.write(
      `insert into "crm"."bulk_people" (school_id, bulk_action_id, user_id, outcome)
       select $1, $2, u, 'waiting' from unnest($3::text[]) u on conflict do nothing`,
      [this.work.school, id, textArray(userIds)],
    )
  }

  async waiting(id: string, most: number): Promise<Id<'usr'>[]> {
    const { rows } = await this.work.read(
      `select user_id from "crm"."bulk_people" where school_id = $1 and bulk_action_id = $2 and outcome = 'waiting'
       order by user_id limit $3`,
      [this.work.school, id, String(most)],
    )
    return rows.map(([user]) => user as Id<'usr'>)
  }

  /** Those of these people about whom a fact is known. */
  async having(
    userIds: readonly string[],
    { kind, key, value }: Pick<ChangedFact, 'kind' | 'key' | 'value'>,
  ): Promise<Set<string>> {
    const { rows } = await this.work.read(
      `select distinct user_id from "crm"."person_facts"
       where school_id = $1 and user_id = any($2::text[]) and kind = $3 and key = $4
         and ($5::text is null or text = $5) and ($6::bigint is null or number = $6)`,
      [
        ...[this.work.school, textArray(userIds), kind, key],
        ...[value?.text ?? null, value?.number == null ? null : String(value.number)],
      ],
    )
    return new Set(rows.map(([user]) => user!))
  }

  keep(id: string, results: readonly PersonResult[]): void {
    if (results.length === 0) return
    this.work.write(
      `update "crm"."bulk_people" p set outcome = r.outcome, reason = nullif(r.reason, '')
       from unnest($3::text[], $4::text[], $5::text[]) r (user_id, outcome, reason)
       where p.school_id = $1 and p.bulk_action_id = $2 and p.user_id = r.user_id`,
      [
        ...[this.work.school, id],
        textArray(results.map(({ user_id }) => user_id)),
        textArray(results.map(({ outcome }) => outcome)),
        textArray(results.map(({ reason }) => reason ?? '')),
      ],
    )
  }

  /** The results by person, refusals first. */
  async results(id: string): Promise<PersonResult[]> {
    const { rows } = await this.work.read(
      `select user_id, outcome, reason from "crm"."bulk_people" where school_id = $1 and bulk_action_id = $2
       order by outcome = 'refused' desc, user_id limit ${maxResults}`,
      [this.work.school, id],
    )
    return rows.map(([user_id, outcome, reason]) => ({ user_id, outcome, reason }) as PersonResult)
  }

  /** The first few unfinished ones about an object. */
  async naming(
    field: 'course_id' | 'group_id' | 'tag_id' | 'segment_id' | 'mailing_id' | 'scenario_id',
    id: string,
  ) {
    const { rows } = await this.work.read(
      `select id from "crm"."bulk_actions" where school_id = $1 and status in ('queued', 'running') and "${field}" = $2
       order by id limit 5`,
      [this.work.school, id],
    )
    return rows.map(([rowId]) => rowId!)
  }

  async countOfPerson(userId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select count(*) from "crm"."bulk_people" where school_id = $1 and user_id = $2`,
      [this.work.school, userId],
    )
    return Number(rows[0]![0])
  }

  async ofPerson(userId: string, after: string | null, most: number) {
    const { rows } = await this.work.read(
      `select bulk_action_id, outcome, reason from "crm"."bulk_people" where school_id = $1 and user_id = $2
         and bulk_action_id > $3 order by bulk_action_id limit $4`,
      [this.work.school, userId, after ?? '', String(most)],
    )
    return rows.map(([id, outcome, reason]) => ({ id: id!, outcome: outcome!, reason: reason ?? null }))
  }

  /** Results of one person become those of another, who keeps their own. */
  moveTo(into: string, from: string): void {
    const people = [this.work.school, from, into]
    this.work.write(
      `delete from "crm"."bulk_people" f where f.school_id = $1 and f.user_id = $2 and exists
         (select from "crm"."bulk_people" i where i.school_id = $1 and i.bulk_action_id = f.bulk_action_id and i.user_id = $3)`,
      people,
    )
    this.work.write(
      `update "crm"."bulk_people" set user_id = $3 where school_id = $1 and user_id = $2`,
      people,
    )
    this.work.write(
      `update "crm"."bulk_actions" set user_id = $3 where school_id = $1 and user_id = $2`,
      people,
    )
  }
}
