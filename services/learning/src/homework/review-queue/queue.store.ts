// The queue of what waits for a review, homework and open answers of quizzes, and who may take which of it.
import type { Id } from '@lms/contract'
import { column, tenantEntity, textArray, type UnitOfWork } from '@lms/service-host'

const kinds = ['user_id', 'group_id', 'course_id'] as const
export type ScopeKind = (typeof kinds)[number]

/** A homework, or an attempt at a quiz, that waits. */
export interface Waiting {
  id: Id<'sub'> | Id<'att'>
  user_id: Id<'usr'>
  group_id: Id<'grp'> | null
  course_id: Id<'crs'>
  review_due_at: string | null
}

/** What a curator reviews: the work of a person, of a flow, or of a course. */
export interface Scope {
  kind: ScopeKind
  id: Id<'usr' | 'grp' | 'crs'>
}

/** Only what waits: a claim deletes its row. */
export const ReviewQueueEntity = tenantEntity(
  'learning',
  'review_queue',
  {
    item_id: column.id<'sub' | 'att'>().primary(),
    user_id: column.id<'usr'>(),
    group_id: column.id<'grp'>().nullable(),
    course_id: column.id<'crs'>(),
    due_at: column.time(),
  },
  {
    archive: { earlier: { columns: { submission_id: 'item_id' } } },
    indexes: kinds.map(kind => ({ properties: ['school_id', kind, 'due_at', 'item_id'] })),
  },
)

/** The work of somebody who is deleted is handed out to nobody. */
const isGone = (queue: string) =>
  `exists (select from "learning".people p where p.school_id = $1 and p.id = ${queue}.user_id and p.gone)`

export class ReviewQueueStore {
  protected readonly work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.work = work
  }

  /** Lets something wait until its review is due. */
  add({ id, user_id, group_id, course_id, review_due_at }: Waiting): void {
    this.work.write(
      `insert into "learning"."review_queue" (school_id, item_id, user_id, group_id, course_id, due_at)
       values ($1, $2, $3, $4, $5, $6) on conflict (school_id, item_id) do update
       set due_at = excluded.due_at, group_id = excluded.group_id`,
      [this.work.school, id, user_id, group_id, course_id, review_due_at ?? this.work.now],
    )
  }

  drop(itemId: string): void {
    this.work.write(`delete from "learning"."review_queue" where school_id = $1 and item_id = $2`, [
      this.work.school,
      itemId,
    ])
  }

  /** What waits of these studies waits for the curators of the flow in which they go on. */
  enterFlow(enrollmentIds: readonly string[], from: string, into: string): void {
    const ids = (table: string) =>
      `(select id from "learning"."${table}" where school_id = $1 and enrollment_id = any($2::text[]))`
    this.work.write(
      `update "learning"."review_queue" set group_id = $4 where school_id = $1 and group_id = $3
         and (item_id in ${ids('submissions')} or item_id in ${ids('attempts')})`,
      [this.work.school, textArray([...enrollmentIds]), from, into],
    )
  }

  /** Gives what waits of a person to another. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "learning"."review_queue" set user_id = $2 where school_id = $1 and user_id = $3`,
      [this.work.school, into, from],
    )
  }

  /** How much each of these curators has in review. */
  async loadsOf(curatorIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.work.read(
      `select curator_id, count(*) from (
         select curator_id from "learning"."submissions"
         where school_id = $1 and curator_id = any($2::text[]) and status = 'in_review'
         union all select curator_id from "learning"."attempts"
         where school_id = $1 and curator_id = any($2::text[]) and status <> 'running' and score is null) r group by 1`,
      [this.work.school, textArray([...new Set(curatorIds)])],
    )
    return new Map(rows.map(([id, count]) => [id!, Number(count)]))
  }

  /**
   * What is due first in these scopes and is not the curator's own, also of one kind alone, its row in the queue locked;
   * null if nothing waits. The scopes are looked at without locks; then one row is locked, ever, in the first of them where
   * another claim has not taken it. A lock for each scope in one statement would hide the first rows of all scopes from
   * other curators.
   */
  async takeFirst(
    scopes: readonly Scope[],
    curatorId: string,
    only: 'sub' | 'att' | null = null,
  ): Promise<string | null> {
    for (const { kind, id } of await this.#byDue(scopes, curatorId, only)) {
      const { rows } = await this.work.lock(
        `select item_id from "learning"."review_queue" where school_id = $1 and "${kind}" = $2 and user_id <> $3
           and not ${isGone('"learning"."review_queue"')}${ofKind(only)}
         order by due_at, item_id limit 1 for update skip locked`,
        [this.work.school, id, curatorId],
      )
      if (rows[0]) return rows[0][0]!
    }
    return null
  }

  /** The scopes in which something waits, the earliest first. */
  async #byDue(scopes: readonly Scope[], curatorId: string, only: 'sub' | 'att' | null): Promise<Scope[]> {
    const scopesByKind = await Promise.all(
      kinds.map(async kind => {
        const ids = scopes.filter(scope => scope.kind === kind).map(scope => scope.id)
        if (ids.length === 0) return []
        const { rows } = await this.work.read(
          `select s.id, q.due_at, q.item_id from unnest($2::text[]) s (id) cross join lateral (
             select due_at, item_id from "learning"."review_queue" r where r.school_id = $1 and r."${kind}" = s.id
               and r.user_id <> $3 and not ${isGone('r')}${ofKind(only)} order by due_at, item_id limit 1) q`,
          [this.work.school, textArray(ids), curatorId],
        )
        return rows.map(([id, due, first]) => ({ kind, id: id as Scope['id'], due: `${due} ${first}` }))
      }),
    )
    return scopesByKind.flat().sort((one, other) => (one.due < other.due ? -1 : 1))
  }
}

/** The condition for one kind alone: ids of a kind lie between its prefix and the next one. */
const ofKind = (only: 'sub' | 'att' | null): string =>
  only === null ? '' : ` and item_id >= '${only}_' and item_id < '${only}\`'`
