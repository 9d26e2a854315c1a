// Pure decisions about the answers to a form: which are valid, and the form in which they are stored.
import { cut, emailKey, phonePattern, undividedPhone } from '@lms/contract'
import { User } from '@lms/users/contract'
import type { Form, FormField, personFields } from './form.object.ts'

/** An answer as it is sent. */
export type GivenAnswer = string | number | boolean | readonly string[]
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
  given: Readonly<Record<string, GivenAnswer>>,
): { answers: Answer[]; problems: Problems } {
  const keys = new Set(fields.map(({ key }) => key))
  const problems = new Map<string, AnswerProblem>()
  for (const key of Object.keys(given)) if (!keys.has(key)) problems.set(key, 'unknown')
  const answers = fields.flatMap((field): Answer[] => {
    const read = readAnswer(field, Object.hasOwn(given, field.key) ? given[field.key]! : '')
    if ('problem' in read) problems.set(field.key, read.problem)
    return 'value' in read && read.value !== '' ? [{ key: field.key, value: read.value }] : []
  })
  return { answers, problems }
}

type Read = { value: string } | { problem: AnswerProblem }

function readAnswer(field: FormField, given: GivenAnswer): Read {
  const read = readers[field.kind](given, field)
  // An unticked checkbox is no answer where one is required.
  const isEmpty =
    'value' in read && (read.value === '' || (field.kind === 'checkbox' && read.value === 'false'))
  return isEmpty && field.required ? { problem: 'missing' } : read
}

const readers: Readonly<Record<FormField['kind'], (given: GivenAnswer, field: FormField) => Read>> = {
  text: (given, field) => lengthIn(oneLine(textOf(given)), maxCharacters(field)),
  long_text: (given, field) => lengthIn(textOf(given).replace(/\r\n?/g, '\n').trim(), maxCharacters(field)),
  email: given => matching(oneLine(textOf(given)), isEmail, 'not_email'),
  phone: given => matching(undividedPhone(textOf(given)), text => phonePattern.test(text), 'not_phone'),
  number: given => matching(readNumber(textOf(given)), text => isDecimal.test(text), 'not_number'),
  date: given => matching(textOf(given).trim(), isDay, 'not_date'),
  select: (given, { options }) => {
    const text = oneLine(textOf(given))
    const value = text === '' ? '' : options.find(option => oneLine(option) === text)
    return value === undefined ? { problem: 'not_option' } : { value }
  },
  multi_select: (given, { options }) => {
    const chosen = new Set((Array.isArray(given) ? given : textOf(given).split('\n')).map(oneLine))
    chosen.delete('')
    const known = new Set(options.map(oneLine))
    if ([...chosen].some(each => !known.has(each))) return { problem: 'not_option' }
    return { value: options.filter(option => chosen.has(oneLine(option))).join('\n') }
  },
  checkbox: given => {
    const text = textOf(given).trim().toLowerCase()
    if (ticked.has(text)) return { value: 'true' }
    return unticked.has(text) ? { value: 'false' } : { problem: 'not_checkbox' }
  },
}

const ticked = new Set(['true', 'on', 'yes', '1'])
const unticked = new Set(['', 'false', 'off', 'no', '0'])

const textOf = (given: GivenAnswer): string => (Array.isArray(given) ? given.join('\n') : String(given))
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
export const missingConsents = ({ consents }: Pick<Form, 'consents'>, given: readonly string[]): string[] =>
  consents.flatMap(({ key, required }) => (required && !given.includes(key) ? [key] : []))

type PersonField = (typeof personFields)[number]

/** What the answers say about the person: null, or an empty name, where they say nothing. */
export function contactOf(
  { fields }: Pick<Form, 'fields'>,
  answers: readonly Answer[],
): { email: string | null; phone: string | null; first_name: string; last_name: string } {
  const answerTo = (asked: PersonField) => {
    const key = fields.find(({ person_field }) => person_field === asked)?.key
    return answers.find(answer => answer.key === key)?.value ?? null
  }
  const nameOf = (asked: PersonField) => cut(answerTo(asked) ?? '', maxName)
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
