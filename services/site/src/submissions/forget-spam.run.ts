import { builder } from '../builder.ts'
import { forgetSpam } from './forget-spam.task.ts'

export const forgetSpamTask = builder.task(forgetSpam, async ({ payload }, { submissions }) => {
  const submission = await submissions.lockIfAny(payload.submission_id)
  if (submission?.status === 'spam') submissions.remove(submission)
})
