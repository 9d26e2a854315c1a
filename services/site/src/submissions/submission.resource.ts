import { type Caller, Refused } from '@lms/contract'
import { answerAfter, type Client, enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import type { Form } from '../forms/form.object.ts'
import { followSubmissionCall } from './follow.run.ts'
import { followSubmission } from './follow.task.ts'
import { forgetSpam } from './forget-spam.task.ts'
import { openForm, receive } from './receive.ts'
import { refusals, submissions } from './submission.contract.ts'
import { submissionsOfPerson } from './submission.data.ts'
import { acknowledged, allowsOrigin, checkRead, readSubmission } from './submission.rules.ts'

const forgetSpamTask = builder.task(forgetSpam, async ({ payload }, { submissions }) => {
  const submission = await submissions.lockIfAny(payload.submission_id)
  if (submission?.status === 'spam') submissions.remove(submission)
})

const isScript = ({ kind }: Pick<Caller, 'kind'>) => kind === 'publishable'

const submissionHandlers = builder.implement(submissions, {
  list: ({ query }, { submissions }) => submissions.page(query),

  get: ({ path }, { submissions }) => submissions.get(path.id),

  delete: async ({ path }, { submissions, forms }) => {
    const submission = await submissions.lock(path.id)
    if (submission.status !== 'spam') forms.count(submission.form_id, -1)
    submissions.remove(submission)
    return { id: submission.id, deleted: true as const }
  },

  create: async ({ body, caller, client, ...ctx }, stores) => {
    const form = await openForm(body.form_id, stores)
    refuseOrigin(form, caller, client)
    const read = readSubmission(form, body)
    checkRead(read)
    const source = isScript(caller) ? 'script' : 'external'
    const { submission, isNew } = await receive(form, body, read, { source, spam: null }, ctx, stores)
    const { id: submission_id } = submission
    // A page learns nothing about the person, not even by the time of the answer.
    if (isScript(caller)) {
      if (isNew) enqueue(ctx.work, followSubmission, { submission_id }, { key: submission_id })
      return acknowledged(submission, body)
    }
    return isNew ? answerAfter(followSubmissionCall, { submission_id }) : submission
  },

  update: async ({ path, body }, { submissions, forms }) => {
    const submission = await submissions.lock(path.id)
    if (body.spam === (submission.status === 'spam')) return submission
    forms.count(submission.form_id, body.spam ? -1 : 1)
    if (body.spam) submissions.move(submission, 'mark', { spam_reason: 'marked' })
    else submissions.move(submission, 'restore', { spam_reason: null })
    return answerAfter(followSubmissionCall, { submission_id: submission.id })
  },
})

/** A key that stands in web pages works in those that the form allows. */
function refuseOrigin(form: Pick<Form, 'allowed_origins'>, caller: Caller, { origin }: Client): void {
  if (isScript(caller) && !allowsOrigin(form, origin)) throw new Refused(refusals.origin_refused)
}

export const submissionResource = builder.resource({
  handlers: [submissionHandlers],
  tasks: [followSubmissionCall, forgetSpamTask],
  personalData: [submissionsOfPerson],
})
