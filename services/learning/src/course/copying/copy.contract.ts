import { A, resource, text } from '@lms/contract'
import { z } from 'zod'
import { courseCreated, courseRoom } from '../courses/course.contract.ts'
import { Course } from '../courses/course.object.ts'

export const courseCopies = resource({
  copy: A('POST /v1/courses/{id}/copy', {
    summary:
      'Copy a course with lessons, blocks, quizzes and homework into a new draft, which fills in the background',
    permission: 'courses:write',
    body: z.strictObject({
      title: text(200, 1).optional().describe('The title of the copy; that of the course if it is absent.'),
      schedule: z.boolean().default(true).describe('Whether it has the opening rules and deadlines, too.'),
    }),
    example: { title: 'Watercolour, spring' },
    returns: Course,
    bound: courseRoom,
    emits: [courseCreated],
  }),
})
