// An attempt at a quiz as the API shows it, in lists and with its questions.
import { id, personal, stamps, statusOf, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { Answer } from '../questions/answer-schema.ts'
import { maxQuestions } from '../questions/question.contract.ts'
import { media } from '../questions/question-media.ts'
import { Key, PresentedQuestion } from '../questions/student-question.ts'
import { attemptLifecycle } from './attempt.lifecycle.ts'

/** Maximum files of an attempt to which a reader gets links. */
export const maxAttemptLinks = 1000

export const points = () => z.int32().min(0).describe('In hundredths of a point.')

/** An attempt without its questions: in lists and events. */
export const QuizAttempt = z.object({
  id: id('att'),
  quiz_id: id('quz'),
  course_id: id('crs'),
  lesson_id: id('les'),
  enrollment_id: id('enr'),
  user_id: id('usr'),
  number: z.int32().min(1).describe('Which attempt of the person at the quiz it is.'),
  status: statusOf(attemptLifecycle).describe('finished: also while open answers wait for a review.'),
  started_at: timestamp(),
  ends_at: timestamp()
    .nullable()
    .describe(
      'When it ends by the clock of the server. More time for the person moves it, never to be sooner.',
    ),
  finished_at: timestamp().nullable(),
  result: z
    .object({
      score: points(),
      max_score: points(),
      percent: z.int().min(0).max(100).describe('The share of the points, in percent.'),
      passed: z.boolean().describe('Whether the share reaches `pass_percent` of the quiz.'),
    })
    .nullable()
    .describe('Null until it is final, and for students of a quiz that shows no scores.'),
  group_id: id('grp')
    .nullable()
    .describe(
      'The flow in which the person studied; until the result is final, the one in which they study.',
    ),
  curator_id: id('usr').nullable().describe('Who reviews its open answers, or has reviewed them.'),
  claim_expires_at: timestamp().nullable().describe('The end of the claim; null if it was assigned.'),
  review_due_at: timestamp()
    .nullable()
    .describe('The time until which its open answers are to be reviewed; null if it needed no review.'),
  ...stamps,
})
export type QuizAttempt = z.infer<typeof QuizAttempt>

const AttemptQuestion = z.object({
  question_id: id('qst'),
  points: points(),
  asked: PresentedQuestion.describe('The question as the student sees it.'),
  answer: Answer.nullable().describe('What the student answered; null for nothing.'),
  revision: z.int32().min(0).describe('The revision of the saved answer; 0 without one.'),
  outcome: z
    .object({
      score: points().nullable().describe('The points of the answer; null until a person has reviewed it.'),
      comment: personal(text(4000)).describe('What the reviewer wrote about the answer; empty for nothing.'),
      key: Key.nullable().describe('The right answer; null for an open question.'),
      explanation: text(4000).describe('Why the right answer is right; empty for nothing.'),
      explanation_media: media().describe('Pictures and recordings of the explanation.'),
    })
    .nullable()
    .describe('Null as long as the reader may not see it, by `show` of the quiz.'),
})

export const QuizAttemptDetail = QuizAttempt.extend({
  questions: z
    .array(AttemptQuestion)
    .max(maxQuestions)
    .describe('The questions of the attempt in its order.'),
  links: z
    .array(
      z.object({
        file_id: id('fil'),
        url: text(4000).describe('Where the file is fetched, without a key, until `expires_at`.'),
        expires_at: timestamp(),
      }),
    )
    .max(maxAttemptLinks)
    .nullable()
    .describe(
      'Where students and curators fetch its pictures and recordings, for 15 minutes. Null for others, who ask POST /v1/files/{id}/download-url, and in answers to changes: read the attempt.',
    ),
})
export type QuizAttemptDetail = z.infer<typeof QuizAttemptDetail>
