// The queue of answers that wait for a review, and who may take which of them.
import type { Id } from '@lms/contract'
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

const kinds = ['user_id', 'group_id', 'course_id'] as const
export type ScopeKind = (typeof kinds)[number]

/** An answer that waits. */
export interface Waiting {
  id: Id<'sub'>
  user_id: Id<'usr'>
  group_id: Id<'grp'> | null
  course_id: Id<'crs'>
  review_due_at: string | null
}

/** What a curator reviews: the homework of a person, of a flow, or of a course. */
export interface Scope {
  kind: ScopeKind
  id: string
}

/** Only what waits: a claim deletes its row. */
export const ReviewQueueEntity = tenantEntity(
  'learning',
  'review_queue',
  {
    submission_id: column.id<'sub'>().primary(),
    user_id: column.id<'usr'>(),
    group_id: column.id<'grp'>().nullable(),
    course_id: column.id<'crs'>(),
    due_at: column.time(),
  },
  {
    archive: 'rows',
    indexes: kinds.map(kind => ({ properties: ['school_id', kind, 'due_at', 'submission_id'] })),
  },
)

/** The answer of somebody who is deleted is handed out to nobody. */
const isGone = (queue: string) =>
  `exists (select from "learning".people p where p.school_id = $1 and p.id = ${queue}.user_id and p.gone)`

export class ReviewQueueStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Lets a submission wait until its review is due. */
  add({ id, user_id, group_id, course_id, review_due_at }: Waiting): void {
    this.work.write(
      `insert into "learning"."review_queue" (school_id, submission_id, user_id, group_id, course_id, due_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (school_id, submission_id) do update
       set due_at = excluded.due_at, group_id = excluded.group_id`,
      [this.work.school, id, user_id, group_id, course_id, review_due_at],
    )
  }

  drop(submissionId: string): void {
    this.work.write(`delete from "learning"."review_queue" where school_id = $1 and submission_id = $2`, [
      this.work.school,
      submissionId,
    ])
  }

  /**
   * The submission that is due first in these scopes and is not the curator's own, its row in the queue locked; null
   * if none waits. The scopes are looked at without locks; then one row is locked, ever, in the first of them where
   * another claim has not taken it. A lock for each scope in one statement would hide the first answers of all scopes
   * from other curators.
   */
  async takeFirst(scopes: readonly Scope[], curatorId: string): Promise<string | null> {
    for (const { kind, id } of await this.#byDue(scopes, curatorId)) {
      const { rows } = await this.work.lock(
        `select submission_id from "learning"."review_queue" where school_id = $1 and "${kind}" = $2 and user_id <> $3
           and not ${isGone('"learning"."review_queue"')}
         order by due_at, submission_id limit 1 for update skip locked`,
        [this.work.school, id, curatorId],
      )
      if (rows[0]) return rows[0][0]!
    }
    return null
  }

  /** The scopes in which something waits, the earliest first. */
  async #byDue(scopes: readonly Scope[], curatorId: string): Promise<Scope[]> {
    const scopesByKind = await Promise.all(
      kinds.map(async kind => {
        const ids = scopes.filter(scope => scope.kind === kind).map(scope => scope.id)
        if (ids.length === 0) return []
        const { rows } = await this.work.read(
          `select s.id, q.due_at, q.submission_id from unnest($2::text[]) s (id) cross join lateral (
             select due_at, submission_id from "learning"."review_queue" r where r.school_id = $1 and r."${kind}" = s.id
               and r.user_id <> $3 and not ${isGone('r')} order by due_at, submission_id limit 1) q`,
          [this.work.school, textArray(ids), curatorId],
        )
        return rows.map(([id, due, first]) => ({ kind, id: id!, due: `${due} ${first}` }))
      }),
    )
    return scopesByKind.flat().sort((one, other) => (one.due < other.due ? -1 : 1))
  }
}
