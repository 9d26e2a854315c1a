// What a submission causes, and how that is taken back: the users service does both once for each submission, whatever
// is repeated. One task does either, by the state in which it finds the submission.
import { ApiError, common, Refused, type ReturnsOf } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { leadEffects, leads } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { contactOf } from '../forms/answers.rules.ts'
import type { FormRow } from '../forms/form.store.ts'
import { followSubmission } from './follow.task.ts'
import { userFormSubmitted } from './submission.contract.ts'
import type { SubmissionRow } from './submission.store.ts'

type Lead = ReturnsOf<(typeof leads)['receive']>
type Effect = (typeof leadEffects)[number]
type Outcome = { lead: Lead | null } | { refused: true } | { taken: readonly Effect[] } | null

export const followSubmissionCall = builder.externalCall(followSubmission, {
  prepare: async ({ payload }, { submissions, forms }) => {
    const submission = await submissions.find(payload.submission_id)
    if (!submission) return null
    const [form, others] = await Promise.all([
      forms.find(submission.form_id),
      submission.user_id !== null && submissions.othersOf(submission.user_id, submission.id),
    ])
    return { submission, form, others }
  },

  call: async (request, { school, requestId, runtime }): Promise<Outcome> => {
    if (!request) return null
    const { submission, form, others } = request
    const users = runtime.client('users', { leads }, { school, requestId }).leads
    if (submission.status === 'spam')
      return users.takeBack({ body: { submission_id: submission.id, others } })
    if (submission.status === 'finished') return null
    const body = effectsOf(submission, form)
    if (body.email === null && body.phone === null) return { lead: null }
    return users.receive({ body }).then(
      lead => ({ lead }),
      error => {
        if (isRefusal(error)) return { refused: true }
        throw error
      },
    )
  },

  finish: async ({ payload, outcome, ...ctx }, stores) => {
    const lead = outcome && 'lead' in outcome ? outcome.lead : null
    // Before the submission, as merges and erasures do.
    const isHere = lead === null || (await stores.people.holdPresent(lead.user_id))
    const submission = await stores.submissions.lockIfAny(payload.submission_id)
    if (!submission) throw new Refused(common.not_found)
    if (!isHere) throw new Error('The person is gone: the submission needs another one.')
    if (outcome === null) return submission
    if (submission.status === 'spam') return endSpam(submission, outcome, ctx, stores)
    if ('taken' in outcome || submission.status === 'finished') return submission
    if ('refused' in outcome)
      return submission.status === 'failed' ? submission : stores.submissions.move(submission, 'fail')
    return process(submission, outcome.lead, ctx, stores)
  },

  pending: ({ payload }, { submissions }) => submissions.get(payload.submission_id),

  failed: async ({ payload }, { submissions }) => {
    const submission = await submissions.lockIfAny(payload.submission_id)
    if (submission?.status === 'received') submissions.move(submission, 'fail')
  },
})

/** What the submission gives its person; a deleted form gives nothing any more. */
function effectsOf(submission: SubmissionRow, form: FormRow | null) {
  const { id, answers, consents } = submission
  const byKey = new Map(form?.consents.map(consent => [consent.key, consent]))
  return {
    submission_id: id,
    ...contactOf({ fields: form?.fields ?? [] }, answers),
    tag_ids: form?.tag_ids ?? [],
    consents: consents.flatMap(({ key, version }) => {
      const consent = byKey.get(key)
      if (!consent?.channel) return []
      const { channel, text } = consent
      const text_version = `${submission.form_id} ${key} ${version}`
      // A text that was changed meanwhile is not the one that was agreed to.
      return [{ channel, text_version, source: 'form', text: consent.version === version ? text : null }]
    }),
  }
}

/** Whether the users service has refused the contact for good. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 400 || error.status === 422)

/** The submission has its person, and subscribers learn of it: once, however often it was marked and restored. */
function process(
  submission: SubmissionRow,
  lead: Lead | null,
  { now, emit }: Pick<Work, 'now' | 'emit'>,
  { submissions }: Stores,
): SubmissionRow {
  const gave = lead === null ? [] : effectsIn(lead)
  const leadFields = {
    user_id: lead?.user_id ?? null,
    created_user: lead?.created ?? false,
    not_taken_back: [],
  }
  const done = submissions.move(submission, 'finish', { ...leadFields, gave, told: true, finished_at: now })
  if (!submission.told) emit(userFormSubmitted, done)
  return done
}

const effectsIn = ({ created, tag_ids, consent_ids }: Lead): Effect[] =>
  leadEffects.filter(
    effect => ({ user: created, tags: tag_ids.length > 0, consents: consent_ids.length > 0 })[effect],
  )

/** Spam: says what could not be taken back. What it caused after it was marked is taken back by the same task. */
function endSpam(
  submission: SubmissionRow,
  outcome: NonNullable<Outcome>,
  { work }: Pick<Work, 'work'>,
  { submissions }: Stores,
): SubmissionRow {
  if ('taken' in outcome)
    return submissions.save(submission, {
      not_taken_back: submission.gave.filter(effect => !outcome.taken.includes(effect)),
    })
  if ('lead' in outcome && outcome.lead) {
    const { id } = submission
    enqueue(work, followSubmission, { submission_id: id }, { key: id })
  }
  return submission
}
