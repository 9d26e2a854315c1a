import { builder } from '../../builder.ts'
import { quizzes } from './quiz.contract.ts'
import { quizHandlers } from './quiz.handlers.ts'

export const quizResource = builder.resource({
  handlers: [quizHandlers],
  objects: { quz: (ids, { quizzes }) => quizzes.many(ids) },
  knowsPresent: [quizzes],
  used: { quizzes_limit_reached: ({ quizzes }, most) => quizzes.standing(most) },
})
