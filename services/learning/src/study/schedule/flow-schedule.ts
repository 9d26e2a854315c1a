// When the lessons of a course open to a whole flow: those whose opening follows from dates, the start of the flow and
// overrides of the flow alone.
import type { Id } from '@lms/contract'
import type { Stores } from '../../builder.ts'
import type { Opening } from '../openings/opening.rules.ts'
import { flowWide, type ScheduledLesson, scheduleOf } from '../openings/schedule.rules.ts'
import { asOverride } from './enrollment-schedule.ts'
import { noFlowTimes } from './schedule.store.ts'

export interface FlowOpening extends Opening {
  lesson_id: Id<'les'>
  module_id: Id<'mod'>
}
export interface Flow {
  group_id: Id<'grp'>
  course_id: Id<'crs'>
}

/** Openings do not depend on a right: each person of the flow has one or sees nothing. */
const always = '0001-01-01T00:00:00.000+00:00'

export async function flowSchedule(
  { group_id, course_id }: Flow,
  { schedules, overrides, school }: Pick<Stores, 'schedules' | 'overrides' | 'school'>,
  now: string,
): Promise<ReadonlyMap<Id<'les'>, FlowOpening>> {
  const [courses, overrideRows, flowTimes, { time_zone }] = await Promise.all([
    schedules.courses([course_id]),
    overrides.concerning({ users: [], groups: [group_id], courses: [course_id] }),
    schedules.flowTimes([group_id]),
    school.get(),
  ])
  const course = courses.get(course_id)
  if (!course) return new Map()
  const lessons = course.lessons.map(lesson => ({
    ...lesson,
    completed_at: null,
    accepted_at: null,
    overrides: overrideRows
      .filter(({ lesson_ids }) => lesson_ids.length === 0 || lesson_ids.includes(lesson.id))
      .map(asOverride),
  }))
  const facts = {
    zone: course.time_zone ?? time_zone,
    ...(flowTimes.get(group_id) ?? noFlowTimes),
    ...{ own_starts_at: null, freezes: [], tags: new Map(), offers: new Map(), webinars: new Map() },
    ...{ courses: new Map(), scores: new Map() },
    ...{ access_from: always, opened_until: null },
  }
  const openings = scheduleOf(lessons, facts, now)
  const wide = flowWide(lessons)
  // What has no condition is open to everyone from the beginning, and no news if it gets one that is met.
  const together = lessons.filter(
    lesson => wide.has(lesson.id) || opensByOverride(lesson) || lesson.rules.conditions.length === 0,
  )
  return new Map(
    together.map(({ id, module_id }) => [id, { lesson_id: id, module_id, ...openings.get(id)! }]),
  )
}

/** An override that opens a lesson leaves its conditions out. */
const opensByOverride = ({ overrides }: ScheduledLesson) =>
  overrides.some(({ opening }) => opening === 'open')
