import { A, C, event, G, id, L, M, refuse, resource, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { reviewerRefusals } from '../../homework/review-queue/reviewer.contract.ts'
import { byCourse, byLesson, personBy } from '../../relations/relation.contract.ts'
import { refusals as studyRefusals } from '../../study/enrollments/enrollment.contract.ts'
import { refusals as openingRefusals } from '../../study/openings/lesson-closed.ts'
import { progressEvents } from '../../study/progress/progress.contract.ts'
import { Answer } from '../questions/answer-schema.ts'
import { maxQuestions } from '../questions/question.contract.ts'
import { points, QuizAttempt, QuizAttemptDetail } from './attempt.object.ts'

/** Seconds after the end in which answers that were on their way still count. */
export const graceSeconds = 30

export { maxAttemptLinks, QuizAttempt, QuizAttemptDetail } from './attempt.object.ts'

export const refusals = refuse({
  quiz_unknown: {
    status: 422,
    when: 'the caller can take no such quiz',
    message: 'There is no such quiz here. GET /v1/quizzes lists those that can be taken.',
  },
  quiz_empty: {
    status: 409,
    when: 'the quiz has no question',
    message: 'This quiz has no questions yet. Add some: POST /v1/quizzes/{id}/questions.',
  },
  attempts_used_up: {
    status: 409,
    when: 'the person has used all attempts',
    message: 'All attempts at this quiz are used up. Its attempts_allowed says how many there are.',
  },
  deadline_passed: {
    status: 409,
    when: 'the deadline of the lesson has passed',
    message:
      'The deadline of this lesson has passed, so no attempt begins. The school can move it: POST /v1/lesson-overrides.',
  },
  attempt_finished: {
    status: 409,
    when: 'the attempt is finished',
    message: 'This attempt is finished. Start another one: POST /v1/quiz-attempts.',
  },
  time_over: {
    status: 409,
    when: 'the time of the attempt is over',
    message: 'The time of this attempt is over. What was saved before counts.',
  },
  answer_invalid: {
    status: 422,
    when: 'an answer is of another kind than its question, or names what the question does not have',
    message: 'An answer does not fit its question. Correct the places named in details.',
  },
  attempt_running: {
    status: 409,
    when: 'the attempt is not finished',
    message: 'This attempt is still running. Review it when it is finished.',
  },
  attempt_own: {
    status: 409,
    when: 'the attempt is that of the person who reviews',
    message: 'Nobody reviews their own answers. Leave them to somebody else.',
  },
  attempt_in_review: {
    status: 409,
    when: 'another curator has claimed the attempt, or was assigned to it',
    message:
      'Another curator reviews this attempt. POST /v1/quiz-attempts/{id}/review {"curator_id": "…"} gives it to someone else.',
  },
  attempt_not_waiting: {
    status: 409,
    when: 'no open answer of the attempt waits for a review, so that nobody is to review it',
    message: 'No open answer of this attempt waits for a review. Send scores to change those that it has.',
  },
  review_invalid: {
    status: 422,
    when: 'a score is about a question without an open answer in this attempt, or beyond its points',
    message: 'Only answers to open questions are reviewed, up to their points. See the places in details.',
  },
})

export const quizFinished = event('lesson.quiz_finished', {
  when: 'an attempt at a quiz has its final result: once, after its end or the review of its open answers',
  object: QuizAttempt,
  related: ['user_id', 'course_id', 'lesson_id', 'quiz_id', 'enrollment_id'],
  example: { status: 'finished' },
})

export const quizAttempts = resource({
  list: L('GET /v1/quiz-attempts', {
    summary: 'List quiz attempts; students see their own, curators those of the people assigned to them',
    permission: 'quiz-attempts:read',
    returns: QuizAttempt,
    list: {
      filters: {},
      sorts: ['created_at', 'updated_at'],
      expands: {
        user: personBy('user_id', 'quiz-attempts:read'),
        curator: personBy('curator_id', 'quiz-attempts:read'),
        course: byCourse,
        lesson: byLesson,
      },
    },
  }),
  start: C('POST /v1/quiz-attempts', {
    summary: 'Start a quiz attempt, or continue the one in progress',
    permission: 'quiz-attempts:write',
    body: z.strictObject({ quiz_id: id('quz'), enrollment_id: id('enr') }),
    returns: QuizAttemptDetail,
    refuses: [
      refusals.quiz_unknown,
      studyRefusals.enrollment_invalid,
      openingRefusals.lesson_closed,
      refusals.quiz_empty,
      refusals.attempts_used_up,
      refusals.deadline_passed,
    ],
    emits: [quizFinished, ...progressEvents],
    bound: 'task',
  }),
  get: G('GET /v1/quiz-attempts/{id}', {
    summary:
      'Get a quiz attempt with its questions and answers; right answers only for those who may see them',
    permission: 'quiz-attempts:read',
    returns: QuizAttemptDetail,
  }),
  save: M('PUT /v1/quiz-attempts/{id}/answers', {
    summary: 'Save answers of an attempt; for each question the answer with the highest revision is kept',
    permission: 'quiz-attempts:write',
    body: z.strictObject({
      answers: z
        .array(
          z.strictObject({
            question_id: id('qst'),
            revision: z.int32().min(1).describe('A number of the client that rises with each change.'),
            answer: Answer.nullable().describe('The answer; null takes it back.'),
          }),
        )
        .min(1)
        .max(maxQuestions)
        .describe('The answers to save, of any of the questions.'),
    }),
    returns: z.object({
      id: id('att'),
      ends_at: timestamp().nullable(),
      saved: z
        .array(
          z.object({
            question_id: id('qst'),
            revision: z.int32().describe('The revision of the answer that stands.'),
          }),
        )
        .max(maxQuestions)
        .describe('The revision that stands now, for each question that was sent.'),
    }),
    refuses: [
      openingRefusals.lesson_closed,
      refusals.attempt_finished,
      refusals.time_over,
      refusals.answer_invalid,
    ],
  }),
  finish: A('POST /v1/quiz-attempts/{id}/finish', {
    summary: 'Finish an attempt; its saved answers are scored',
    permission: 'quiz-attempts:write',
    returns: QuizAttemptDetail,
    emits: [quizFinished, ...progressEvents],
    bound: null,
  }),
  review: A('POST /v1/quiz-attempts/{id}/review', {
    summary:
      'Score the open answers of a finished attempt, or assign it to a curator; the last score makes its result final',
    permission: 'grading:write',
    body: z
      .strictObject({
        curator_id: id('usr')
          .nullable()
          .optional()
          .describe('In place of scores: who is to review the attempt; null returns it to the queue.'),
        scores: z
          .array(
            z.strictObject({
              question_id: id('qst'),
              score: points(),
              comment: text(4000)
                .default('')
                .describe('What the reviewer writes about the answer; empty for nothing.'),
            }),
          )
          .min(1)
          .max(maxQuestions)
          .optional()
          .describe('The points of each answer that is reviewed.'),
      })
      .refine(body => (body.scores === undefined) !== (body.curator_id === undefined), {
        message: 'either scores or curator_id is required',
        path: ['scores'],
      }),
    example: { scores: [{ question_id: 'qst_01h455vb4pex5vsknk084sn02q', score: 100 }] },
    returns: QuizAttemptDetail,
    refuses: [
      refusals.attempt_running,
      refusals.attempt_own,
      refusals.attempt_in_review,
      refusals.attempt_not_waiting,
      refusals.review_invalid,
      reviewerRefusals.curator_unknown,
    ],
    emits: [quizFinished, ...progressEvents],
    bound: null,
  }),
})
