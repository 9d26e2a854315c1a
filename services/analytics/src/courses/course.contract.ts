import { G, id, resource } from '@lms/contract'
import { z } from 'zod'
import { AsOf } from '../figures/as-of-schema.ts'

const LessonRow = z.object({
  lesson_id: id('les'),
  module_id: id('mod'),
  title: z.string().describe('The title of the lesson.'),
  required: z.boolean().describe('Whether the course is completed only with this lesson.'),
  opened: z
    .int()
    .describe(
      'Students to whom it has opened: with the course, by its rules, or because they have begun it.',
    ),
  started: z.int().describe('Students who have begun it.'),
  completed: z.int().describe('Students who have completed it.'),
  completed_percent: z
    .int()
    .nullable()
    .describe(
      'The share of those to whom it has opened who have completed it, in percent; null if it has opened to nobody.',
    ),
  drop_off: z.int().describe('Students who have begun it and not completed it.'),
  median_minutes: z
    .int()
    .nullable()
    .describe('Half of those who completed it needed no longer from their first to their last step.'),
  median_days: z
    .number()
    .nullable()
    .describe('`median_minutes` in days, to a tenth; null if nobody completed it.'),
  drill: z
    .object({
      opened: z.string().describe('The query that lists to whom the lesson has opened.'),
      started: z.string().describe('The query that lists who has begun it.'),
      completed: z.string().describe('The query that lists who has completed it.'),
    })
    .describe('The queries of these people’s openings and progress.'),
})

export const CourseFigures = z.object({
  course_id: id('crs'),
  enrolled: z
    .int()
    .describe('Students who have access, also one that is frozen, or who have completed the course with it.'),
  without_access: z
    .int()
    .describe(
      'Students whose access has ended. Deleted people, and ended enrollments, are in neither number.',
    ),
  completed: z.int().describe('Students of either kind who have completed the course.'),
  completed_percent: z
    .int()
    .nullable()
    .describe(
      'The share of students of both kinds who have completed it, in percent; null without students.',
    ),
  lessons: z.array(LessonRow).max(2000).describe('The published lessons in the order of the course.'),
  as_of: AsOf,
  drill: z
    .object({ enrolled: z.string().describe('The query that lists the enrollments.') })
    .describe("The query of these people's enrollments."),
})
export type CourseFigures = z.infer<typeof CourseFigures>

export const courseAnalytics = resource({
  get: G('GET /v1/analytics/courses/{id}', {
    summary: 'Get the progress of the students of a course, lesson by lesson',
    permission: 'analytics:read',
    path: { id: id('crs') },
    returns: CourseFigures,
  }),
})
