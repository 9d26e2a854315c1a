// Openings as items of the schedule.
import type { LessonOpening, ScheduleFacts } from './enrollment-schedule.ts'
import type { Flow, FlowOpening } from './flow-schedule.ts'
import type { ScheduleItem } from './schedule.contract.ts'

/** A lesson in the schedule of a person. */
export function itemOf(
  { enrollment: { id, user_id, group_id, course_id } }: Pick<ScheduleFacts, 'enrollment'>,
  opening: LessonOpening,
): ScheduleItem {
  const { lesson_id } = opening
  return { id: `${id}.${lesson_id}`, enrollment_id: id, user_id, group_id, course_id, ...opening }
}

/** A lesson that opened to a whole flow, as an item of the schedule without a person. */
export function flowItemOf({ group_id, course_id }: Flow, opening: FlowOpening): ScheduleItem {
  return {
    id: `${group_id}.${opening.lesson_id}`,
    ...{ enrollment_id: null, user_id: null, group_id, course_id },
    ...{ completed_at: null, extra_quiz_minutes: 0 },
    ...opening,
  }
}
