import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/**
 * Enters quizzes that are passed and homework that is accepted where no event of their own does so: others of the lesson
 * were deleted, two people turned out to be one, or a new round began. Of a course, or of one lesson or enrollment of it.
 */
export const enterWork = task('enter-work', {
  payload: z.object({
    course_id: id('crs'),
    lesson_id: id('les').nullable(),
    enrollment_id: id('enr').nullable(),
  }),
  state: z.object({ from: id('enr') }),
})
export type EnterWork = z.output<typeof enterWork.payload>
