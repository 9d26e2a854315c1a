// How far the people of a course have come, lesson by lesson, for figures.
import { I, id, resource } from '@lms/contract'
import { z } from 'zod'

export const LessonFigures = z.object({
  lesson_id: id('les'),
  module_id: id('mod'),
  title: z.string(),
  required: z.boolean(),
  opened: z.int(),
  started: z.int(),
  completed: z.int(),
  median_minutes: z.int().nullable(),
})

export const courseFigures = resource({
  get: I('POST /internal/courses/figures', {
    summary: 'How many people have opened, begun and completed each published lesson of a course',
    callers: ['analytics'],
    permission: null,
    body: z.object({ course_id: id('crs') }),
    returns: z.object({
      course: z
        .object({
          enrolled: z.int(),
          without_access: z.int(),
          completed: z.int(),
          lessons: z.array(LessonFigures).describe('In the order of the course.'),
        })
        .nullable()
        .describe('Null without such a course.'),
    }),
  }),
})
