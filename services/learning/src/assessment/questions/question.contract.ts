import {
  A,
  atMost,
  deleted,
  G,
  id,
  LN,
  M,
  oneOf,
  refuse,
  resource,
  stamps,
  text,
  timestamp,
} from '@lms/contract'
import { z } from 'zod'
import { poolLabel } from '../quizzes/draw.ts'
import { QuestionFigures } from './figures.rules.ts'
import { QuestionChange, QuestionContent, QuestionInput } from './question-content.ts'

/** Maximum questions of a quiz. */
export const maxQuestions = 200
/** Maximum versions of a question. */
export const maxVersions = 50

/** What a version of a question consists of; it never changes once an attempt has named it. */
const versioned = {
  points: z
    .int32()
    .min(1)
    .max(100_000)
    .describe('In hundredths of a point: 100 is one point.')
    .meta({ examples: [100] }),
  all_or_nothing: z.boolean().describe('Whether a partly right answer earns nothing.'),
  explanation: text(4000).describe('Why the right answer is right; shown with it.'),
  credit: oneOf(['by_answer', 'full', 'none']).describe(
    'What it counts: the points of the answer; all its points for everybody; or nothing, because it is dropped.',
  ),
}

const QuestionVersion = z.object({
  number: z.int32().min(1).describe('The number of the version, from 1.'),
  content: QuestionContent.describe('What the version asked, with its key.'),
  ...versioned,
  used: z.boolean().describe('Whether an attempt has named it.'),
  created_at: timestamp(),
})

export const Question = z.object({
  id: id('qst'),
  quiz_id: id('quz'),
  position: z
    .int32()
    .min(1)
    .describe('Its place in the quiz, from 1. PUT /v1/quizzes/{id}/questions sets it.'),
  label: poolLabel()
    .nullable()
    .describe('The pool from which the quiz draws it; null if it is always asked.'),
  number: z.int32().min(1).max(maxVersions).describe('The number of its present version.'),
  content: QuestionContent.describe('What it asks, with the right answer.'),
  ...versioned,
  ...stamps,
})
export type Question = z.infer<typeof Question>

export const refusals = refuse({
  questions_limit_reached: {
    status: 409,
    when: 'the quiz has the maximum number of questions',
    message: `A quiz has at most ${maxQuestions} questions. Put the others into another quiz.`,
  },
  question_versions_limit_reached: {
    status: 409,
    when: 'the question has the maximum number of versions',
    message: `A question has at most ${maxVersions} versions. Add a new question in its place.`,
  },
  question_unanswerable: {
    status: 422,
    when: 'the question has no right answer, or several where one is asked for',
    message: 'Nobody could answer this question right. Correct the places named in details.',
  },
  question_regrade_differs: {
    status: 422,
    when: 'regrade is asked for with a content of another kind, or with another number of options, pairs, gaps or items',
    message:
      'Answers are scored again only by a question of the same kind with as many options, pairs, gaps or items. Leave regrade out for a new version, which counts for attempts from now on.',
  },
  question_parts_unknown: {
    status: 422,
    when: 'regrade is asked for, and it cannot be told which option, item, gap or side of a pair the answers mean: its text is new or there twice, and it has no id',
    message:
      'Send the parts named in details with their ids, as GET /v1/quizzes/{id}/questions/{questionId} gives them: {"id": "…", "text": "…"}.',
  },
  questions_differ: {
    status: 422,
    when: 'the ids are not those of all questions of the quiz, each once',
    message:
      'Send the ids of all questions of this quiz, each once. GET /v1/quizzes/{id}/questions lists them.',
  },
})

const label = poolLabel().nullable()
const example = {
  content: {
    kind: 'single' as const,
    prompt: 'Which paper holds the most water?',
    options: [
      { text: 'Cotton paper', correct: true },
      { text: 'Copy paper', correct: false },
    ],
  },
}

export const questions = resource({
  list: LN('GET /v1/quizzes/{id}/questions', {
    summary: 'List the questions of a quiz with their right answers',
    permission: 'questions:read',
    returns: Question,
    list: {
      filters: {},
      sorts: ['position', 'created_at'],
      defaultSort: 'position',
      expands: { figures: { key: 'id', permission: 'questions:read', returns: QuestionFigures } },
    },
  }),
  create: A('POST /v1/quizzes/{id}/questions', {
    summary: 'Add a question at the end of a quiz',
    permission: 'questions:write',
    body: z.strictObject({
      label: label
        .default(null)
        .describe('The pool from which the quiz draws it; null if it is always asked.'),
      content: QuestionInput.describe('What it asks, with the right answer.'),
      points: versioned.points.default(100),
      all_or_nothing: versioned.all_or_nothing.default(false),
      explanation: versioned.explanation.default(''),
      credit: versioned.credit.default('by_answer'),
    }),
    example,
    returns: Question,
    refuses: [refusals.question_unanswerable],
    bound: atMost(maxQuestions, refusals.questions_limit_reached),
  }),
  arrange: M('PUT /v1/quizzes/{id}/questions', {
    summary: 'Reorder the questions of a quiz',
    permission: 'questions:write',
    body: z.strictObject({
      ids: z
        .array(id('qst'))
        .max(maxQuestions)
        .describe('The ids of all questions of the quiz, in the new order.'),
    }),
    returns: z.object({
      id: id('quz'),
      version: stamps.version,
      question_ids: z.array(id('qst')).max(maxQuestions),
    }),
    refuses: [refusals.questions_differ],
  }),
  get: G('GET /v1/quizzes/{id}/questions/{questionId}', {
    summary: 'Get a question with its versions and figures',
    permission: 'questions:read',
    returns: Question.extend({
      versions: z.array(QuestionVersion).max(maxVersions).describe('The newest first.'),
      figures: QuestionFigures.describe('How students have answered the question.'),
    }),
  }),
  update: M('PATCH /v1/quizzes/{id}/questions/{questionId}', {
    summary: 'Change a question; if an attempt includes it, the change is a new version',
    permission: 'questions:write',
    body: z.strictObject({
      label: label.optional().describe('The pool from which the quiz draws it; null if it is always asked.'),
      content: QuestionChange.optional().describe('What it asks, with the right answer.'),
      points: versioned.points.optional(),
      all_or_nothing: versioned.all_or_nothing.optional(),
      explanation: versioned.explanation.optional(),
      credit: versioned.credit.optional(),
      regrade: z
        .boolean()
        .optional()
        .describe(
          'Scores what was answered to the present version again by the new one: parts are told apart by their ids, else by their texts. Attempts show the words that were answered. What was passed stays passed.',
        ),
    }),
    example: { points: 200 },
    returns: Question,
    refuses: [
      refusals.question_unanswerable,
      refusals.question_versions_limit_reached,
      refusals.question_regrade_differs,
      refusals.question_parts_unknown,
    ],
  }),
  delete: M('DELETE /v1/quizzes/{id}/questions/{questionId}', {
    summary: 'Delete a question; attempts that include it keep it',
    permission: 'questions:write',
    returns: deleted(id('qst')),
  }),
})
