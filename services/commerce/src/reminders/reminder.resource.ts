import { builder } from '../builder.ts'
import { remindOfPartsTask } from './parts.run.ts'
import { remindOfTrialTask } from './trial.run.ts'

export const reminderResource = builder.resource({
  tasks: [remindOfPartsTask, remindOfTrialTask],
})
