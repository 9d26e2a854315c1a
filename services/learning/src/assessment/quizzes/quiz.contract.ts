import { atMost, crud, id, M, oneOf, refuse, resource, stamps, text } from '@lms/contract'
import { z } from 'zod'
import { lessonUpdated } from '../../course/lessons/lesson.contract.ts'
import { byCourse, byLesson } from '../../relations/relation.contract.ts'
import { refusals as openingRefusals } from '../../study/openings/lesson-closed.ts'
import { gradingFields, refusals as gradingRefusals } from '../gradebook/grade-category.ts'

import { Draw, refusals as drawRefusals, maxDraws } from './draw.ts'

const maxQuizzes = 2000
/** Maximum attempts of one person at one quiz, also where the quiz itself sets none. */
export const maxAttempts = 100

/** What a student sees of a finished attempt. */
export const shows = ['never', 'score', 'after_finish', 'after_last_attempt', 'after_deadline'] as const

export const Quiz = z.object({
  id: id('quz'),
  course_id: id('crs'),
  lesson_id: id('les').describe('The lesson in which students take it.'),
  title: text(200, 1)
    .meta({ examples: ['Papers and brushes'] })
    .describe('What students read above the quiz.'),
  description: text(2000).describe('What students read before they start.'),
  pass_percent: z.int32().min(0).max(100).describe('The share of the points with which it is passed.'),
  attempts_allowed: z
    .int32()
    .min(1)
    .max(maxAttempts)
    .nullable()
    .describe(`The number of attempts of one person; null for up to ${maxAttempts}.`),
  time_limit_seconds: z
    .int32()
    .min(30)
    .max(86_400)
    .nullable()
    .describe('The time for one attempt, by the clock of the server; null without a limit.'),
  shuffle_questions: z.boolean().describe('Whether each attempt has an order of its own.'),
  shuffle_options: z.boolean().describe('Whether the options of a question stand in an order of their own.'),
  draws: z
    .array(Draw)
    .max(maxDraws)
    .describe(
      'The number of questions drawn from those with a label, also of other quizzes. All other questions of the quiz are asked, up to 200 in all.',
    ),
  show: oneOf(shows).describe(
    'What students see: nothing; the score; also the right answers after each attempt, after the last one, or after their deadline.',
  ),
  counts: oneOf(['best', 'last', 'average']).describe(
    'Which attempts the gradebook shows: the best, the last, or the average of all that are final.',
  ),
  review_hours: z.int32().min(1).max(2160).describe('Within how many hours open answers are to be reviewed.'),
  ...gradingFields,
  ...stamps,
})
export type Quiz = z.infer<typeof Quiz>

export const refusals = refuse({
  quizzes_limit_reached: {
    status: 409,
    when: 'the school has the maximum number of quizzes',
    message: `A school has at most ${maxQuizzes} quizzes. Delete one that nobody has taken.`,
  },
  quiz_lesson_unknown: {
    status: 422,
    when: 'the school has no such lesson',
    message: 'This school has no such lesson. GET /v1/lessons?course_id=… lists those of a course.',
  },
  quiz_draws_twice: {
    status: 422,
    when: 'two draws have one label',
    message: 'Each label may stand in one draw only. Add up their counts.',
  },
  quiz_named: {
    status: 409,
    when: 'the opening rules of a lesson or module, or the draws of another quiz, name the quiz',
    message:
      'Opening rules or draws name this quiz: see details. Take it out of them first: PUT /v1/lessons/{id}/access-rules, PATCH /v1/modules/{id}, PATCH /v1/quizzes/{id}.',
  },
  quiz_attempted: {
    status: 409,
    when: 'somebody has taken the quiz, or been asked a question of it in another one',
    message:
      'This quiz has been taken, so it stays with its attempts. Delete its questions, or make another quiz.',
  },
})

const ofFields = [
  refusals.quiz_draws_twice,
  drawRefusals.quiz_draw_invalid,
  drawRefusals.quiz_source_unknown,
  gradingRefusals.grade_category_unknown,
]

const operations = crud('/v1/quizzes', Quiz, {
  names: ['a quiz', 'quizzes'],
  bound: atMost(maxQuizzes, refusals.quizzes_limit_reached),
  summaries: {
    list: 'List quizzes; students see those of the lessons that are open to them',
    delete: 'Delete a quiz that nobody has taken, with its questions',
  },
  readOnly: ['course_id'],
  immutable: ['lesson_id'],
  defaults: {
    description: '',
    pass_percent: 60,
    shuffle_questions: false,
    shuffle_options: false,
    draws: [],
    show: 'score',
    counts: 'best',
    review_hours: 72,
    extra_credit: false,
  },
  sorts: ['created_at', 'updated_at', 'title'],
  expands: { course: byCourse, lesson: byLesson },
  refuses: {
    create: [refusals.quiz_lesson_unknown, ...ofFields],
    update: ofFields,
    delete: [refusals.quiz_attempted, refusals.quiz_named],
  },
  examples: { update: { pass_percent: 80 } },
})

/** What the quiz itself is concerned with, without lesson and attempts. */
export const quizOperations = operations

export const quizzes = resource({
  ...operations,
  create: { ...operations.create, emits: [lessonUpdated] },
  delete: { ...operations.delete, emits: [lessonUpdated] },
  update: M('PATCH /v1/quizzes/{id}', {
    summary: 'Change a quiz; on request attempts are judged again by a lower pass mark',
    permission: operations.update.permission,
    body: operations.update.body.extend({
      regrade: z
        .boolean()
        .optional()
        .describe('Judges the attempts that were not passed again, by the pass mark of now.'),
      dry_run: z
        .boolean()
        .optional()
        .describe('Only answers with what the quiz would be, and whom it would let pass.'),
    }),
    example: { pass_percent: 80 },
    returns: Quiz.extend({
      regraded: z
        .object({
          attempts: z.int().min(0).describe('The attempts that pass by it.'),
          people: z.int().min(0).describe('The people who pass the quiz by it.'),
        })
        .nullable()
        .describe('What `regrade` does; null without it.'),
    }),
    refuses: ofFields,
  }),
  // Students read those of lessons that are open to them.
  get: { ...operations.get, refuses: [openingRefusals.lesson_closed] },
})
