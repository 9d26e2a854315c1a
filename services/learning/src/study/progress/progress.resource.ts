import { builder } from '../../builder.ts'
import { BlockProgressEntity } from './block-progress.store.ts'
import { enterWorkTask } from './enter-work.run.ts'
import { lessonCompletions, progress } from './progress.contract.ts'
import { progressOfPerson } from './progress.data.ts'
import { lessonCompletionHandlers, progressHandlers } from './progress.handlers.ts'
import { recountCourseTask } from './recount.run.ts'

export const progressResource = builder.resource({
  handlers: [progressHandlers, lessonCompletionHandlers],
  entities: [BlockProgressEntity],
  knowsPresent: [progress, lessonCompletions],
  tasks: [recountCourseTask, enterWorkTask],
  personalData: [progressOfPerson],
})
