import { builder } from '../../builder.ts'
import { quizzes } from './quiz.contract.ts'
import { quizHandlers } from './quiz.handlers.ts'

export const quizResource = builder.resource({
  handlers: [quizHandlers],
  knowsPresent: [quizzes],
})
