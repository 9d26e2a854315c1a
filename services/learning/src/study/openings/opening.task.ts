// Openings are told by tasks that wake for the next instant only: one for a flow and course, one for an enrollment.
import { id } from '@lms/contract'
import { enqueue, enqueueSelected, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'

/** Enrollments that one step looks at. */
export const togetherOpened = 100

// They count in no budget: a flow opens whatever else its school does.
export const openLessons = task('open-lessons', {
  payload: z.object({ enrollment_id: id('enr') }),
  batch: togetherOpened,
  counted: false,
})
export const openFlow = task('open-flow', {
  payload: z.object({ group_id: id('grp'), course_id: id('crs') }),
  counted: false,
})

/** Tells homework that was not sent by its deadline; waits for the next deadline only. */
export const watchHomework = task('watch-homework', {
  payload: z.object({ enrollment_id: id('enr') }),
  batch: togetherOpened,
  // It counts in no budget until it is due.
  counted: false,
})

/** Gives the attempts that run in an enrollment the time that its person has by now. */
export const extendAttempts = task('extend-attempts', {
  payload: z.object({ enrollment_id: id('enr') }),
  batch: togetherOpened,
  counted: false,
})

/** Looks at all who study a course, or in a flow, after a change of rules, overrides or the start of the flow. */
export const rearmOpenings = task('rearm-openings', {
  payload: z.union([z.object({ course_id: id('crs') }), z.object({ group_id: id('grp') })]),
  state: z.object({ after: id('enr') }),
  counted: false,
})

export const flowKey = (groupId: string, courseId: string) => `${groupId} ${courseId}`

/** Looks at the openings of an enrollment. */
export function armEnrollment(
  work: UnitOfWork,
  enrollment_id: z.infer<(typeof openLessons)['payload']>['enrollment_id'],
): void {
  enqueue(work, openLessons, { enrollment_id }, { key: enrollment_id })
}

/** Looks at the openings of all who study a course. */
export function armCourse(work: UnitOfWork, course_id: `crs_${string}`): void {
  enqueue(work, rearmOpenings, { course_id }, { key: course_id })
}

/** Looks at the openings of all courses in the zone of the school. */
export function armCoursesWithoutZone(work: UnitOfWork): void {
  enqueueSelected(work, rearmOpenings, {
    sql: `select id, json_build_object('course_id', id)::text from "learning"."courses"
      where school_id = $ and time_zone is null`,
    values: [work.school],
  })
}

/** Looks at the openings of a flow. */
export function armFlow(work: UnitOfWork, group_id: `grp_${string}`): void {
  enqueue(work, rearmOpenings, { group_id }, { key: group_id })
}

/** Notes that somebody studies a course in a flow; the first one begins the telling of its openings. */
export function teachFlow(work: UnitOfWork, groupId: string, courseId: string): void {
  enqueueSelected(work, openFlow, {
    sql: `select $::text, json_build_object('group_id', $::text, 'course_id', $::text)::text
      where not exists (select 1 from "learning"."taught_flows" where school_id = $ and group_id = $ and course_id = $)`,
    values: [flowKey(groupId, courseId), groupId, courseId, work.school, groupId, courseId],
  })
  work.write(
    `insert into "learning"."taught_flows" (school_id, group_id, course_id, since) values ($1, $2, $3, $4)
     on conflict do nothing`,
    [work.school, groupId, courseId, work.now],
  )
}

/**
 * Looks at the openings of an enrollment if a rule names the lesson that it has completed, or whose homework is accepted, or
 * the quiz or homework that has a grade.
 */
export function armIfInRule(work: UnitOfWork, enrollmentId: string, lessonId: string): void {
  enqueueSelected(work, openLessons, {
    sql: `select $::text, json_build_object('enrollment_id', $::text)::text
      where exists (select 1 from "learning"."rule_refs" where school_id = $ and object_id = $)`,
    values: [enrollmentId, enrollmentId, work.school, lessonId],
  })
}
