import {
  atMost,
  C,
  crud,
  distinct,
  event,
  id,
  M,
  oneOf,
  refuse,
  resource,
  stamps,
  statusOf,
  text,
} from '@lms/contract'
import { z } from 'zod'
import { byCourse } from '../../relations/relation.contract.ts'
import { closes, closingDryRun } from '../../study/schedule/closing.contract.ts'
import { lessonLifecycle } from './lesson.lifecycle.ts'

const maxLessons = 500

export const CompletionRule = z.strictObject({
  match: oneOf(['all', 'any']).describe('Whether all conditions must hold, or one is enough.'),
  conditions: distinct(oneOf(['viewed', 'marked', 'quiz', 'homework']), 4)
    .min(1)
    .describe(
      'viewed: viewed_percent of the lesson. marked: the student has marked it as done. quiz: its quizzes are passed. homework: its homework is accepted.',
    ),
  viewed_percent: z.int().min(1).max(100).describe('The share of the lesson that counts as viewed.'),
})
export type CompletionRule = z.infer<typeof CompletionRule>

export const Lesson = z.object({
  id: id('les'),
  course_id: id('crs'),
  module_id: id('mod'),
  title: text(200, 1)
    .meta({ examples: ['Paper, brushes, water'] })
    .describe('What students read in the table of contents and above the lesson.'),
  description: text(2000).describe('What students read before the lesson opens.'),
  kind: oneOf(['lesson', 'practice', 'test', 'live']).describe('What students do in it.'),
  status: statusOf(lessonLifecycle).describe('Students see a published lesson of a published course.'),
  duration_seconds: z.int32().min(1).nullable().describe('How long it takes, as its authors estimate.'),
  required: z.boolean().describe('Whether the course is completed only with this lesson.'),
  completion: CompletionRule.describe(
    'When a person has completed it. Staff may mark it as completed whatever the rule says.',
  ),
  completion_follows: z
    .boolean()
    .describe(
      'Whether `completion` follows from the content: its quizzes are passed and its homework accepted; without any, the student marks it, but not a test.',
    ),
  has_draft: z
    .boolean()
    .describe(
      'Whether staff are changing its blocks in a draft: students see the published ones until the draft is published.',
    ),
  position: z
    .int32()
    .min(1)
    .describe('Its place in the module, from 1. PUT /v1/courses/{id}/structure sets it.'),
  ...stamps,
})
export type Lesson = z.infer<typeof Lesson>

export const refusals = refuse({
  lesson_studied: {
    status: 409,
    when: 'somebody has begun the lesson',
    message:
      'Somebody has begun this lesson. Withdraw it instead: PATCH /v1/lessons/{id} {"status": "draft"}.',
  },
  lessons_limit_reached: {
    status: 409,
    when: 'the course has the maximum number of lessons',
    message: `A course has at most ${maxLessons} lessons. Put the others into another course.`,
  },
  lesson_module_unknown: {
    status: 422,
    when: 'the school has no such module',
    message: 'This school has no such module. GET /v1/modules?course_id=… lists those of a course.',
  },
  lesson_named: {
    status: 409,
    when: 'the opening rules of another lesson or of a module name the lesson, or a quiz or homework of it; or the draws of a quiz elsewhere name a quiz of it',
    message:
      'Opening rules or draws name this lesson, or its quiz or homework: see details. Take it out of them first: PATCH /v1/quizzes/{id}, PUT /v1/lessons/{id}/access-rules, PUT /v1/modules/{id}/access-rules.',
  },
  lesson_without_draft: {
    status: 409,
    when: 'a draft is published or discarded that the lesson does not have',
    message: 'This lesson has no draft. Begin one: PATCH /v1/lessons/{id} {"draft": "begin"}.',
  },
  lesson_worked_in: {
    status: 409,
    when: 'somebody has taken a quiz or begun a homework of the lesson, or been asked a question of it in another quiz',
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

const readOnly = ['course_id', 'position', 'completion_follows', 'has_draft'] as const
const immutable = ['module_id'] as const
const defaults = {
  description: '',
  kind: 'lesson',
  status: 'draft',
  required: true,
  completion: { match: 'all', conditions: ['marked'], viewed_percent: 90 },
} satisfies Partial<Lesson>

/** Lessons of one course. */
export const lessonRoom = atMost(maxLessons, refusals.lessons_limit_reached)

const operations = crud('/v1/lessons', Lesson, {
  names: ['a lesson', 'lessons'],
  bound: lessonRoom,
  summaries: {
    create: 'Add a lesson at the end of a module',
    delete: 'Delete a lesson with its blocks, quizzes and homework that nobody has begun',
  },
  readOnly,
  immutable,
  defaults,
  sorts: ['created_at', 'updated_at', 'position', 'title'],
  expands: { course: byCourse },
  refuses: {
    create: [refusals.lesson_module_unknown],
    delete: [refusals.lesson_named, refusals.lesson_studied, refusals.lesson_worked_in],
  },
  emits: { created: lessonCreated, updated: lessonUpdated, deleted: lessonDeleted },
  examples: { update: { status: 'published' } },
})

/** In a body: a rule, or null for one that follows from the content. */
export const completionInput = () =>
  CompletionRule.nullable().describe(
    'When a person has completed it; null: it follows from its quizzes and homework, and without any from a mark.',
  )

export const lessons = resource({
  ...operations,
  create: C('POST /v1/lessons', {
    summary: operations.create.summary,
    permission: 'lessons:write',
    body: operations.create.body.extend({ completion: completionInput().default(null) }),
    example: { module_id: 'mod_01h455vb4pex5vsknk084sn02q', title: 'Paper, brushes, water' },
    returns: Lesson,
    refuses: [refusals.lesson_module_unknown],
    emits: [lessonCreated],
    bound: lessonRoom,
  }),
  update: M('PATCH /v1/lessons/{id}', {
    summary: 'Change a lesson; with `dry_run` say whom its withdrawal would close it to',
    permission: 'lessons:write',
    body: operations.update.body.extend({
      completion: completionInput().optional(),
      draft: oneOf(['begin', 'publish', 'discard'])
        .optional()
        .describe(
          '`begin`: from now on its blocks are changed in a draft, which students do not see. `publish`: all changes of the draft at once. `discard`: the blocks stay as students see them.',
        ),
      dry_run: closingDryRun(),
    }),
    example: { status: 'published' },
    returns: Lesson.extend({ closes: closes() }),
    refuses: [refusals.lesson_without_draft],
    emits: [lessonUpdated],
  }),
})
