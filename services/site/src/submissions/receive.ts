// A submission is stored before anything follows from it, so that none is lost. Every way to submit a form comes here.
import { formatTime, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { FormRow } from '../forms/form.store.ts'
import { type NewSubmission, refusals } from './submission.contract.ts'
import type { FormSubmission } from './submission.object.ts'
import { newSubmission, type Read } from './submission.rules.ts'
import type { SubmissionRow } from './submission.store.ts'

/** An equal submission within this time is the same one: a second click, a repeated request. */
const sameMinutes = 10

export interface Received {
  submission: SubmissionRow
  /** Whether it is the first of its kind, from which something follows. */
  isNew: boolean
}

/** The form; refuses an unknown and an inactive one. */
export async function openForm(id: string, { forms }: Stores): Promise<FormRow> {
  const form = await forms.find(id)
  if (!form) throw new Refused(refusals.form_unknown)
  if (!form.active) throw new Refused(refusals.form_closed)
  return form
}

/** Stores a submission; of several equal ones within ten minutes the first. */
export async function receive(
  form: FormRow,
  input: NewSubmission,
  read: Read,
  { source, spam }: Pick<FormSubmission, 'source'> & { spam: FormSubmission['spam_reason'] },
  { now, work }: Pick<Work, 'now' | 'work'>,
  { submissions, forms }: Stores,
): Promise<Received> {
  const candidate = newSubmission(form, input, read, { id: newId('fsb'), source, spam, now })
  const since = formatTime(new Date(work.origin.now.getTime() - sameMinutes * 60_000))
  const before = await submissions.equalSince(candidate.fingerprint, since)
  if (before) return { submission: before, isNew: false }
  if (spam === null) forms.count(form.id, 1)
  return { submission: submissions.insert(candidate), isNew: true }
}
