// What curators have in review: homework, or attempts at quizzes with open answers. Both have the same columns.
import { planned, type UnitOfWork } from '@lms/service-host'
import type { Scope } from './queue.store.ts'

interface Source<Row> {
  work: UnitOfWork
  table: string
  /** Selects the rows of a school as `t`, up to further conditions. */
  select: string
  /** The condition that somebody reviews the row, if `curator_id` says who. */
  inReview: string
  readLocked: (fields: (string | null)[]) => Row
}

/** A flow that a curator has left, or a student of it; `scope` is the flow in which the reviews go on. */
export interface LeftFlow {
  group_id: string
  user_id?: string | null
  scope?: string
}

/** Whether the curator $2 may review a row for a reason of their own: by the person, a flow, or the course. */
const isAssigned = (group: string) =>
  `exists (select 1 from "learning"."curators" c where c.school_id = $1 and c.curator_id = $2
     and (c.user_id = t.user_id or c.group_id = ${group} or c.course_id = t.course_id))`

/** Rows that curators have in review, locked; at most so many. */
export class HeldReviews<Row> {
  readonly #source: Source<Row>
  constructor(source: Source<Row>) {
    this.#source = source
  }

  /** All of a person. */
  of(curatorId: string, most: number): Promise<Row[]> {
    return this.#lock('', [curatorId], most)
  }

  /** Those of a scope. */
  inScope(curatorId: string, { kind, id }: Scope, most: number): Promise<Row[]> {
    return this.#lock(`and t."${kind}" = $3`, [curatorId, id], most)
  }

  /** Those of a scope that the curator may not review for another reason. */
  byScopeAlone(curatorId: string, { kind, id }: Scope, most: number): Promise<Row[]> {
    return this.#lock(
      `and t."${kind}" = $3 and not ${isAssigned('t.group_id')}
       and not exists (select 1 from "learning".group_people g where g.school_id = $1 and g.user_id = $2
         and g.role = 'curator' and g.group_id = t.group_id)`,
      [curatorId, id],
      most,
    )
  }

  /** Those of a flow, also of one student alone, that a former curator of it may not review for another reason. */
  withoutScope(
    curatorId: string,
    { group_id, user_id = null, scope = group_id }: LeftFlow,
    most: number,
  ): Promise<Row[]> {
    return this.#lock(
      `and t.group_id = $3 and ($4::text is null or t.user_id = $4) and not ${isAssigned('$5')}`,
      [curatorId, group_id, user_id, scope],
      most,
    )
  }

  async #lock(condition: string, values: readonly (string | null)[], most: number): Promise<Row[]> {
    const { work, select, inReview, readLocked } = this.#source
    const { rows } = await work.lockStep(
      planned(
        `${select} and t.curator_id = $2 and ${inReview} ${condition} order by t.id limit $${values.length + 2} for update`,
        [work.school, ...values, String(most)],
      ),
    )
    return rows.map(readLocked)
  }

  /** The ids of those of a study that a curator of its flow may not review in another flow, or without one. */
  async leftBehind(enrollmentId: string, into: string | null): Promise<Set<string>> {
    const { work, table, inReview } = this.#source
    const curates = (group: string) => `exists (select from "learning".group_people g where g.school_id = $1
      and g.group_id = ${group} and g.role = 'curator' and g.user_id = t.curator_id)`
    const { rows } = await work.read(
      `select t.id from ${table} t
       where t.school_id = $1 and t.enrollment_id = $2 and t.curator_id is not null and ${inReview}
         and ${curates('t.group_id')} and not ${curates('$3')}
         and not exists (select from "learning"."curators" c where c.school_id = $1 and c.curator_id = t.curator_id
           and (c.user_id = t.user_id or c.group_id = $3 or c.course_id = t.course_id))`,
      [work.school, enrollmentId, into],
    )
    return new Set(rows.map(([id]) => id!))
  }
}
