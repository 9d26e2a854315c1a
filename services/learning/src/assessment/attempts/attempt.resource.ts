import { builder } from '../../builder.ts'
import { quizAttempts } from './attempt.contract.ts'
import { attemptsOfPerson } from './attempt.data.ts'
import { attemptHandlers } from './attempt.handlers.ts'
import { endAttemptTask, regradeQuestionTask } from './attempt.run.ts'
import { AttemptAnswerEntity } from './attempt.store.ts'
import { extendAttemptsTask } from './extend.run.ts'

export const attemptResource = builder.resource({
  handlers: [attemptHandlers],
  entities: [AttemptAnswerEntity],
  knowsPresent: [quizAttempts],
  tasks: [endAttemptTask, extendAttemptsTask, regradeQuestionTask],
  personalData: [attemptsOfPerson],
})
