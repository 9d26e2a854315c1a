import { id } from '@lms/contract'
import { enqueue, task, type UnitOfWork } from '@lms/service-host'
import { z } from 'zod'

/** Counts completed lessons again after the lessons of a course, their rules, or what one person did have changed. */
export const recountCourse = task('recount-course', {
  payload: z.object({ course_id: id('crs'), enrollment_id: id('enr').nullable() }),
  state: z.object({ after: id('enr') }),
})

type Payload = z.output<typeof recountCourse.payload>

/** Counts again in all enrollments of a course. */
export const recount = (work: UnitOfWork, course_id: Payload['course_id']): void =>
  void enqueue(work, recountCourse, { course_id, enrollment_id: null }, { key: course_id })

/** A film that is replaced is gone for a while: nobody completes a lesson by that. */
const replacedMs = 600_000

/** Counts again in all enrollments of a course, some minutes after blocks of it have changed. */
export const recountLater = (work: UnitOfWork, course_id: Payload['course_id']): void =>
  void enqueue(
    work,
    recountCourse,
    { course_id, enrollment_id: null },
    { key: course_id, at: new Date(Date.parse(work.now) + replacedMs), unlessSooner: true },
  )

/** Counts again in one enrollment. */
export const recountOne = (
  work: UnitOfWork,
  course_id: Payload['course_id'],
  enrollment_id: NonNullable<Payload['enrollment_id']>,
): void => void enqueue(work, recountCourse, { course_id, enrollment_id }, { key: enrollment_id })
