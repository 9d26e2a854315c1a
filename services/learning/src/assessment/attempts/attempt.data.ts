// Attempts at quizzes as data about people.
import { id, personal, text } from '@lms/contract'
import { rowsOfPerson } from '@lms/service-host'
import { z } from 'zod'
import { builder, type Stores } from '../../builder.ts'
import { Answer } from '../questions/answer-schema.ts'
import { QuizAttempt } from './attempt.contract.ts'
import { closeAttempt } from './finish.ts'

const Stored = QuizAttempt.omit({ result: true })
const VisibleAttempt = Stored.extend({
  answers: z.array(
    z.object({ question_id: id('qst'), answer: personal(Answer).nullable(), comment: personal(text(4000)) }),
  ),
})
const rows = rowsOfPerson(({ attempts }: Stores) => attempts, 'attempts.user_id', Stored)

export const attemptsOfPerson = builder.personalData({
  what: 'attempts at quizzes',
  on_merge: 'those that run end; all are counted after those of the person who stays',
  needs: 'quiz-attempts:write',
  erased: 'answers, and comments of reviewers; what waits for a review waits no more',
  kept: 'quiz, scores, states, times',
  why: 'ids, times and points alone name nobody',
  ...rows,
  object: VisibleAttempt,
  items: async (userId, page, stores) => {
    const items = (await rows.items(userId, page, stores)) as z.infer<typeof Stored>[]
    const answers = await stores.attempts.answersOf(items.map(item => item.id))
    return items.map(item => ({
      ...item,
      answers: [...answers.get(item.id)!.values()].map(({ question_id, answer, comment }) => ({
        question_id,
        answer,
        comment,
      })),
    }))
  },
  move: async ({ from, into, erased }, { now, emit, work }, stores) => {
    for (const attempt of await stores.attempts.lockRunning('user_id', [from]))
      await closeAttempt(attempt, now, { emit, work }, stores)
    if (erased) stores.attempts.blankOf(from)
    stores.attempts.moveTo(into, from)
    stores.reviewQueue.moveTo(into, from)
    // What was passed by either of them, or now, may be all of a lesson.
    stores.lessonProgress.enterAllOf(into)
  },
  erase: async (userId, _, { attempts }) => attempts.blankOf(userId),
})

export const attemptReviewsOfPerson = builder.personalData({
  what: 'attempts at quizzes that they review',
  on_merge: 'they become those of the person who stays',
  needs: 'grading:write',
  erased: null,
  kept: 'answers of others, scores, comments',
  why: 'they belong to the students',
  ...rowsOfPerson(
    ({ attempts }: Stores) => attempts,
    'attempts.curator_id',
    Stored.pick({
      ...{ id: true, quiz_id: true, curator_id: true, status: true, created_at: true, updated_at: true },
    }),
  ),
  move: ({ from, into }, _, { attempts }) => attempts.giveReviews(into, from),
})
