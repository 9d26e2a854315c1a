import { builder } from '../builder.ts'
import { followSubmissionCall } from './follow.run.ts'
import { forgetSpamTask } from './forget-spam.run.ts'
import { submissionsOfPerson } from './submission.data.ts'
import { submissionHandlers } from './submission.handlers.ts'

export const submissionResource = builder.resource({
  handlers: [submissionHandlers],
  tasks: [followSubmissionCall, forgetSpamTask],
  personalData: [submissionsOfPerson],
})
