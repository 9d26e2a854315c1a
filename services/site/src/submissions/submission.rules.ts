// Pure decisions about submissions: what is stored of what was sent.
import { createHash } from 'node:crypto'
import { cut, type Id, type RefusalDetail, Refused, stampsAt } from '@lms/contract'
import {
  type Answer,
  type AnswerProblem,
  type AnswerValue,
  comparable,
  missingConsents,
  type Problems,
  readAnswers,
} from '../forms/answers.rules.ts'
import type { Form } from '../forms/form.object.ts'
import { includesOrigin } from '../forms/origins.ts'
import { type NewSubmission, refusals } from './submission.contract.ts'
import { type FormSubmission, maxAnswerBytes, maxAnswerCharacters } from './submission.object.ts'

type Source = FormSubmission['source']
type SpamReason = NonNullable<FormSubmission['spam_reason']>

type ReadForm = Pick<Form, 'fields' | 'consents' | 'mapping'>

/** What somebody sent, sorted into answers of the form and the rest, and what is wrong with it. */
export interface Read {
  answers: Answer[]
  unmapped: Answer[]
  problems: Problems
  /** Keys of required consents that were not given. */
  missing: string[]
}

/**
 * Reads what was sent. Of an outside page nobody sees a problem, so what does not fit is kept beside the answers, and
 * nothing is missing.
 */
export function readSubmission(
  form: ReadForm,
  { answers, fields, consents }: Pick<NewSubmission, 'answers' | 'fields' | 'consents'>,
): Read {
  const keys = new Set(form.fields.map(({ key }) => key))
  const keyOf = (name: string) =>
    Object.hasOwn(form.mapping, name) ? form.mapping[name]! : keys.has(name) ? name : null
  const mapped: Record<string, AnswerValue> = {}
  const unmapped: Answer[] = []
  for (const [name, value] of Object.entries(fields)) {
    const key = keyOf(name)
    const isFree = key !== null && !Object.hasOwn(answers, key) && !Object.hasOwn(mapped, key)
    if (isFree && fits(form, key, value)) mapped[key] = value
    else unmapped.push({ key: name, value: textOf(value) })
  }
  const read = readAnswers(form, { ...answers, ...mapped })
  const isOutside = Object.keys(fields).length > 0
  return {
    answers: read.answers,
    unmapped,
    problems: isOutside
      ? new Map([...read.problems].filter(([, problem]) => problem !== 'missing'))
      : read.problems,
    missing: isOutside ? [] : missingConsents(form, consents),
  }
}

const fits = (form: ReadForm, key: string, value: AnswerValue): boolean => {
  const { problems } = readAnswers(
    { fields: form.fields.filter(field => field.key === key) },
    { [key]: value },
  )
  return problems.size === 0
}

const textOf = (value: AnswerValue): string =>
  cut(Array.isArray(value) ? value.join('\n') : String(value), maxAnswerCharacters)

/** What is wrong with an answer, for the caller of the API. */
const messages: Readonly<Record<AnswerProblem, string>> = {
  missing: 'is required',
  too_long: 'is too long',
  not_email: 'must be an e-mail address',
  not_phone: 'must be a phone number with its country code: +491711234567',
  not_number: 'must be a decimal number',
  not_date: 'must be a date: 2026-11-21',
  not_option: 'must be one of the options of the field',
  not_checkbox: 'must be true or false',
  unknown: 'the form has no field of this key',
}

/** Refuses answers with problems, missing consents, and too much text. */
export function checkRead({ answers, unmapped, problems, missing }: Read): void {
  const details: RefusalDetail[] = [
    ...[...problems].map(([key, problem]) => ({ path: `body.answers.${key}`, message: messages[problem] })),
    ...missing.map(key => ({ path: 'body.consents', message: `must contain ${key}, which is required` })),
  ]
  if (details.length) throw new Refused(refusals.answers_invalid, undefined, { details })
  if (isTooLarge({ answers, unmapped })) throw new Refused(refusals.answers_too_large)
}

export const isTooLarge = ({ answers, unmapped }: Pick<Read, 'answers' | 'unmapped'>): boolean =>
  Buffer.byteLength(JSON.stringify([answers, unmapped])) > maxAnswerBytes

/** Equal for equal submissions of one form. */
export const fingerprintOf = (
  formId: string,
  { answers, unmapped }: Pick<Read, 'answers' | 'unmapped'>,
  consents: readonly string[],
): string =>
  createHash('sha256')
    .update(JSON.stringify([formId, comparable(answers), unmapped, [...consents].sort()]))
    .digest('base64url')

/** Whether a form may be submitted by a page of this origin; an empty list allows all. */
export const allowsOrigin = (
  { allowed_origins }: Pick<Form, 'allowed_origins'>,
  origin: string | null,
): boolean => allowed_origins.length === 0 || (origin !== null && includesOrigin(allowed_origins, origin))

/** A new submission; spam begins as such, and causes nothing. */
export function newSubmission(
  form: Pick<Form, 'id' | 'consents'>,
  input: Pick<NewSubmission, 'consents' | 'page_url' | 'referrer' | 'utm'>,
  { answers, unmapped }: Read,
  { id, source, spam, now }: { id: Id<'fsb'>; source: Source; spam: SpamReason | null; now: string },
): FormSubmission & { fingerprint: string; gave: []; told: boolean } {
  return {
    id,
    form_id: form.id,
    status: spam === null ? 'received' : 'spam',
    user_id: null,
    created_user: false,
    answers,
    unmapped,
    consents: form.consents
      .filter(({ key }) => input.consents.includes(key))
      .map(({ key, version, text }) => ({ key, version, text })),
    source,
    page_url: input.page_url,
    referrer: input.referrer,
    utm: input.utm,
    spam_reason: spam,
    not_taken_back: [],
    finished_at: null,
    fingerprint: fingerprintOf(form.id, { answers, unmapped }, input.consents),
    gave: [],
    told: false,
    ...stampsAt(now),
  }
}

/**
 * What a caller without permission to read sees: neither who the person is, nor whether it counts as spam, nor where
 * somebody came from who has sent the same before.
 */
export const acknowledged = (
  submission: FormSubmission,
  { page_url, referrer, utm }: Pick<NewSubmission, 'page_url' | 'referrer' | 'utm'>,
): FormSubmission => ({
  ...submission,
  ...{ page_url, referrer, utm },
  status: 'received',
  user_id: null,
  created_user: false,
  spam_reason: null,
  not_taken_back: [],
  finished_at: null,
})
