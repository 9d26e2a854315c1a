import { attemptResource } from './attempts/attempt.resource.ts'
import { gradebookResource } from './gradebook/gradebook.resource.ts'
import { questionResource } from './questions/question.resource.ts'
import { quizResource } from './quizzes/quiz.resource.ts'

export const assessmentResources = [questionResource, attemptResource, gradebookResource, quizResource]
