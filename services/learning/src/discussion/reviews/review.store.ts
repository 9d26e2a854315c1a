import type { Caller } from '@lms/contract'
import { type Condition, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { isAssigned } from '../../homework/curators/curator-scope.ts'
import { reviews as operations, Review, refusals } from './review.contract.ts'
import { reviewLifecycle } from './review.lifecycle.ts'

/** Students see what is published, and their own; curators besides what is assigned to them. */
function visible(caller: Caller): Condition | null {
  const { role, user } = caller
  const publicOrOwn: Condition = { sql: `t.status = 'published' or t.user_id = $`, values: [user] }
  // A course that only its students see shows its reviews to nobody else.
  if (role === 'student')
    return {
      sql: `(t.user_id = $ or t.status = 'published' and not exists (select from "learning"."courses" c
        where c.school_id = t.school_id and c.id = t.course_id and c.visibility = 'students'
          and not exists (select from "learning"."enrollments" e
            where e.school_id = c.school_id and e.course_id = c.id and e.user_id = $)))`,
      values: [user, user],
    }
  if (role !== 'curator') return null
  const assigned = isAssigned('t.user_id', caller)
  return {
    sql: `(${publicOrOwn.sql} or ${assigned.sql})`,
    values: [...publicOrOwn.values, ...assigned.values],
  }
}

const reviews = objectTable('learning.reviews', Review, {
  list: operations.list,
  indexes: [
    ['course_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
    ['rating', 'created_at', 'id'],
  ],
  unique: [{ of: ['user_id', 'course_id'], refusal: refusals.review_exists }],
  lifecycle: { of: reviewLifecycle, emits: { publish: null, reject: null, edit: null } },
  visible,
})
export type ReviewRow = RowIn<typeof reviews>

export class ReviewStore extends storeOf(reviews) {
  /** Gives those of a person to another one, whose own of the same courses stay. */
  moveTo(into: string, from: string): void {
    const people = [this.work.school, into, from]
    this.work.write(
      `delete from "learning"."reviews" o using "learning"."reviews" t where t.school_id = $1 and t.user_id = $2
         and o.school_id = $1 and o.user_id = $3 and o.course_id = t.course_id`,
      people,
    )
    this.work.write(
      `update "learning"."reviews" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [...people, this.work.now],
    )
  }

  /** Blanks the words of a person, and the answers to them. */
  erase(userId: string): void {
    this.work.write(
      `update "learning"."reviews" set text = '', answer = case when answer is not null then '' end,
         version = version + 1, updated_at = $3 where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
