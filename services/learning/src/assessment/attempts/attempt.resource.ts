import { builder } from '../../builder.ts'
import { quizAttempts } from './attempt.contract.ts'
import { attemptReviewsOfPerson, attemptsOfPerson } from './attempt.data.ts'
import { attemptHandlers } from './attempt.handlers.ts'
import { endAttemptTask, lapseReviewTask, regradeQuestionTask } from './attempt.run.ts'
import { AttemptAnswerEntity } from './attempt.store.ts'
import { extendAttemptsTask } from './extend.run.ts'
import { regradeQuizTask } from './regrade-quiz.run.ts'

export const attemptResource = builder.resource({
  handlers: [attemptHandlers],
  entities: [AttemptAnswerEntity],
  knowsPresent: [quizAttempts],
  tasks: [endAttemptTask, lapseReviewTask, extendAttemptsTask, regradeQuestionTask, regradeQuizTask],
  personalData: [attemptsOfPerson, attemptReviewsOfPerson],
})
