// Pure decisions about the answers to a form: which are valid, and the form in which they are stored.
import { cut, emailKey, phonePattern, undividedPhone } from '@lms/contract'
import { User } from '@lms/users/contract'
import type { Form, FormField, personFields } from './form.object.ts'

/** An answer as it is sent. */
export type AnswerValue = string | number | boolean | readonly string[]
export interface Answer {
  key: string
  value: string
}

/** What can be wrong with an answer; the words for it are in `form.words.ts`. */
export const answerProblems = [
  'missing',
  'too_long',
  'not_email',
  'not_phone',
  'not_number',
  'not_date',
  'not_option',
  'not_checkbox',
  'unknown',
] as const
export type AnswerProblem = (typeof answerProblems)[number]

/** The problems by the key of the field. */
export type Problems = ReadonlyMap<string, AnswerProblem>

const usualLength = { text: 500, long_text: 5000 } as const
export const maxCharacters = ({ kind, max_length }: Pick<FormField, 'kind' | 'max_length'>): number =>
  max_length ?? usualLength[kind as keyof typeof usualLength] ?? 500

/** The answers in the order of the fields, and what is wrong with the others. Empty answers are left out. */
export function readAnswers(
  { fields }: Pick<Form, 'fields'>,
  input: Readonly<Record<string, AnswerValue>>,
): { answers: Answer[]; problems: Problems } {
  const keys = new Set(fields.map(({ key }) => key))
  const problems = new Map<string, AnswerProblem>()
  for (const key of Object.keys(input)) if (!keys.has(key)) problems.set(key, 'unknown')
  const answers = fields.flatMap((field): Answer[] => {
    const read = readAnswer(field, Object.hasOwn(input, field.key) ? input[field.key]! : '')
    if ('problem' in read) problems.set(field.key, read.problem)
    return 'value' in read && read.value !== '' ? [{ key: field.key, value: read.value }] : []
  })
  return { answers, problems }
}

type Read = { value: string } | { problem: AnswerProblem }

function readAnswer(field: FormField, answer: AnswerValue): Read {
  const read = readers[field.kind](answer, field)
  // An unticked checkbox is no answer where one is required.
  const isEmpty =
    'value' in read && (read.value === '' || (field.kind === 'checkbox' && read.value === 'false'))
  return isEmpty && field.required ? { problem: 'missing' } : read
}

const readers: Readonly<Record<FormField['kind'], (answer: AnswerValue, field: FormField) => Read>> = {
  text: (answer, field) => lengthIn(oneLine(textOf(answer)), maxCharacters(field)),
  long_text: (answer, field) => lengthIn(textOf(answer).replace(/\r\n?/g, '\n').trim(), maxCharacters(field)),
  email: answer => matching(oneLine(textOf(answer)), isEmail, 'not_email'),
  phone: answer => matching(undividedPhone(textOf(answer)), text => phonePattern.test(text), 'not_phone'),
  number: answer => matching(readNumber(textOf(answer)), text => isDecimal.test(text), 'not_number'),
  date: answer => matching(textOf(answer).trim(), isDay, 'not_date'),
  select: (answer, { options }) => {
    const text = oneLine(textOf(answer))
    const value = text === '' ? '' : options.find(option => oneLine(option) === text)
    return value === undefined ? { problem: 'not_option' } : { value }
  },
  multi_select: (answer, { options }) => {
    const chosen = new Set((Array.isArray(answer) ? answer : textOf(answer).split('\n')).map(oneLine))
    chosen.delete('')
    const optionTexts = new Set(options.map(oneLine))
    if ([...chosen].some(each => !optionTexts.has(each))) return { problem: 'not_option' }
    return { value: options.filter(option => chosen.has(oneLine(option))).join('\n') }
  },
  checkbox: answer => {
    const text = textOf(answer).trim().toLowerCase()
    if (ticked.has(text)) return { value: 'true' }
    return unticked.has(text) ? { value: 'false' } : { problem: 'not_checkbox' }
  },
}

const ticked = new Set(['true', 'on', 'yes', '1'])
const unticked = new Set(['', 'false', 'off', 'no', '0'])

const textOf = (answer: AnswerValue): string => (Array.isArray(answer) ? answer.join('\n') : String(answer))
/** Browsers send the text of an option so, whatever spaces the school wrote in it. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()
const lengthIn = (value: string, most: number): Read =>
  value.length <= most ? { value } : { problem: 'too_long' }
const matching = (value: string, fits: (text: string) => boolean, problem: AnswerProblem): Read =>
  value === '' || fits(value) ? { value } : { problem }

const isEmail = (text: string) => User.shape.email.safeParse(text).success

const isDecimal = /^-?\d{1,30}(\.\d{1,30})?$/
/** A number as people write it: a comma may be the decimal mark. */
const readNumber = (text: string) =>
  text
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/^\+/, '')
    .replace(/^([^.,]*),([^.,]*)$/, '$1.$2')

function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const time = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(text)
}

/** The keys of required consents that were not given. */
export const missingConsents = (
  { consents }: Pick<Form, 'consents'>,
  acceptedKeys: readonly string[],
): string[] => consents.flatMap(({ key, required }) => (required && !acceptedKeys.includes(key) ? [key] : []))

type PersonField = (typeof personFields)[number]

/** What the answers say about the person: null, or an empty name, where they say nothing. */
export function contactOf(
  { fields }: Pick<Form, 'fields'>,
  answers: readonly Answer[],
): { email: string | null; phone: string | null; first_name: string; last_name: string } {
  const answerTo = (personField: PersonField) => {
    const key = fields.find(({ person_field }) => person_field === personField)?.key
    return answers.find(answer => answer.key === key)?.value ?? null
  }
  const nameOf = (personField: PersonField) => cut(answerTo(personField) ?? '', maxName)
  return {
    email: answerTo('email'),
    phone: answerTo('phone'),
    first_name: nameOf('first_name'),
    last_name: nameOf('last_name'),
  }
}
const maxName = 100

/** One text for equal submissions, whatever the case of the e-mail. */
export const comparable = (answers: readonly Answer[]): string =>
  JSON.stringify(answers.map(({ key, value }) => [key, emailKey(value)]))
