import { atMost, crud, event, id, oneOf, refuse, resource, stamps, statusOf, text } from '@lms/contract'
import { z } from 'zod'
import { lessonLifecycle } from './lesson.lifecycle.ts'

const mostLessons = 500

export const Lesson = z.object({
  id: id('les'),
  course_id: id('crs'),
  module_id: id('mod'),
  title: text(200, 1).meta({ examples: ['Paper, brushes, water'] }),
  description: text(2000).describe('What students read before the lesson opens.'),
  kind: oneOf(['lesson', 'practice', 'test', 'live']).describe('What students do in it.'),
  status: statusOf(lessonLifecycle).describe('Students see a published lesson of a published course.'),
  duration_seconds: z.int32().min(1).nullable().describe('How long it takes, as its authors estimate.'),
  required: z.boolean().describe('Whether the course is completed only with this lesson.'),
  position: z
    .int32()
    .min(1)
    .describe('Its place in the module, from 1. PUT /v1/courses/{id}/structure sets it.'),
  ...stamps,
})
export type Lesson = z.infer<typeof Lesson>

export const refusals = refuse({
  lessons_full: {
    status: 409,
    when: 'the course has the maximum number of lessons',
    message: `A course has at most ${mostLessons} lessons. Put the others into another course.`,
  },
  lesson_module_unknown: {
    status: 422,
    when: 'the school has no such module',
    message: 'This school has no such module. GET /v1/modules?course_id=… lists those of a course.',
  },
  lesson_worked_in: {
    status: 409,
    when: 'somebody has taken a quiz or begun a homework of the lesson',
    message:
      'People have taken a quiz or begun a homework of this lesson, and keep it. Withdraw the lesson instead: PATCH {"status": "draft"}.',
  },
})

const related = ['course_id', 'module_id'] as const
export const lessonCreated = event('lesson.created', {
  when: 'a lesson was created',
  object: Lesson,
  related,
})
export const lessonUpdated = event('lesson.updated', {
  when: 'a lesson, one of its blocks or its opening rules changed',
  object: Lesson,
  related,
  changes: true,
})
export const lessonDeleted = event('lesson.deleted', {
  when: 'a lesson was deleted',
  object: Lesson,
  related,
})

const readOnly = ['course_id', 'position'] as const
const immutable = ['module_id'] as const
const defaults = {
  description: '',
  kind: 'lesson',
  status: 'draft',
  required: true,
} satisfies Partial<Lesson>

/** Lessons of one course. */
export const lessonRoom = atMost(mostLessons, refusals.lessons_full)

export const lessons = resource(
  crud('/v1/lessons', Lesson, {
    named: ['a lesson', 'lessons'],
    bound: lessonRoom,
    summaries: {
      create: 'Add a lesson at the end of a module',
      remove: 'Delete a lesson with its blocks, quizzes and homework that nobody has begun',
    },
    readOnly,
    immutable,
    defaults,
    sorts: ['created_at', 'updated_at', 'position', 'title'],
    refuses: { create: [refusals.lesson_module_unknown], remove: [refusals.lesson_worked_in] },
    emits: { created: lessonCreated, updated: lessonUpdated, deleted: lessonDeleted },
    examples: { change: { status: 'published' } },
  }),
)
