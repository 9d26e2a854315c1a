// What a question about a list means: every word of it is understood, or it is a doubt.
import type { Catalog, PlainTool } from '../catalog.ts'
import type { Question } from './answers.ts'
import { type ContainerMatch, takeContainer } from './containers.ts'
import { type Lexicon, type Subject, subjectOf, takeProperties, timeField } from './lexicon.ts'
import { type PeriodMatches, takePeriods } from './periods.ts'
import { searchText } from './search-text.ts'
import { both, type Words } from './tokens.ts'
import {
  fillers,
  fresh,
  type Intent,
  intents,
  making,
  moreThan,
  personNouns,
  superlatives,
  who,
} from './words/intents.ts'

/** What a question names besides: it is looked up first, and becomes a filter. */
export interface Mentioned {
  /** A person, by e-mail or name. */
  readonly person: string | null
  readonly container: ContainerMatch | null
}

export type Reading =
  | { readonly kind: 'question'; readonly question: Question; readonly mentioned: Mentioned }
  /** Words that are not understood; empty if it is about nothing. */
  | { readonly kind: 'doubt'; readonly words: string }
  | { readonly kind: 'noPeriod' | 'onePeriod' | 'twoPeriods' | 'noAmount'; readonly tool: PlainTool }

export interface ReadingContext {
  readonly tools: Catalog<PlainTool>
  readonly lexicon: Lexicon
  readonly now: Date
  readonly zone: string
}

type Aim = Question['aim']

/** What the words of a question say; those that say nothing are taken, too. */
interface ParsedQuestion {
  readonly subject: Subject
  /** Whether the question names what it is about. */
  readonly isAbout: boolean
  readonly isComparing: boolean
  readonly isFinding: boolean
  readonly aim: Aim
  readonly order: Question['order']
  readonly number: number | null
  readonly filters: Readonly<Record<string, string>>
  readonly when: PeriodMatches
  /** Whether a verb says that it was made then. */
  readonly isMade: boolean
  readonly email: string | null
  readonly name: string | null
  readonly orderNumber: string | null
  readonly container: ContainerMatch | null
}

function saidBy(words: Words, { tools, lexicon, now, zone }: ReadingContext): ParsedQuestion {
  const has = (intent: Intent) => words.take(both(intents[intent])) !== null
  const isFinding = has('find')
  const email = takeEmail(words)
  const isComparing = takeComparison(words)
  const orderNumber = takeOrderNumber(words)
  // Before the rest: `next week` is no next webinar.
  const when = takePeriods(words, { now, zone, isComparing })
  const listSubject = lexicon.take(words, words.find(both(intents.sum)) !== null)
  // A name or an address alone is a person's, and so is `who`.
  const subject = listSubject ?? subjectOf(tools.tool('users.list')!)
  const { tool, onlyAim } = subject
  const { rank } = subject
  if (rank) words.takeAll(both(superlatives))
  const statedAim = takeAim(words, tool)
  // What is ranked is counted or added up anyway.
  const aim = rank && statedAim !== 'average' ? null : (onlyAim ?? statedAim ?? subject.aim ?? null)
  const order = takeOrder(words, aim === null && when.periods.length === 0)
  if (when.periods.length) words.take(both(fresh))
  const properties = takeProperties(subject, words)
  const number = takeLimit(words)
  words.takeAll(both(intents.list))
  const container = takeContainer(words, tool, tools)
  words.takeAll(subject.with)
  if (email !== null) words.take(both(personNouns))
  const isMade = words.take(both(making)) !== null
  words.takeAll(both(fillers))
  const takesName = rank
    ? false
    : isFinding
      ? Boolean(tool.operation.list!.search)
      : 'user_id' in tool.operation.list!.filters
  const name = email === null && takesName ? words.takeName({ capitals: !isFinding }) : null
  const isWho = Object.keys(properties).length > 0 && words.words.some((_, at) => words.fitsAt(at, both(who)))
  const isAbout = listSubject !== null || email !== null || name !== null || isWho
  const filters = { ...subject.filters, ...properties }
  const plain = { subject, isAbout, isComparing, isFinding, order, number, filters, when, isMade }
  return { ...plain, aim, email, name, orderNumber, container }
}

/** Reads a question from its words. */
export function readQuestion(words: Words, context: ReadingContext): Reading {
  const parsed = saidBy(words, context)
  const { subject, isComparing, isFinding, order, number, when, email, name, orderNumber } = parsed
  const { tool } = subject
  if (!parsed.isAbout) return { kind: 'doubt', words: '' }
  const aim = isComparing && parsed.aim === null ? 'count' : parsed.aim
  const doubt: Reading = { kind: 'doubt', words: words.left.join(' ') || words.words.join(' ') }
  if (words.left.length || isUnfit(parsed, aim)) return doubt
  const problem = problemOf(tool, { aim, isComparing, order, periods: when.periods.length })
  if (problem) return { kind: problem, tool }
  const settled = { ...parsed.filters, ...settledBy(tool, parsed.filters, aim) }
  const time = timeOf(parsed, settled)
  if (time === 'two') return doubt
  if (when.periods.length && !time) return { kind: 'noPeriod', tool }
  // Nothing was made in a time to come.
  if (time === 'created_at' && when.periods.some(({ from }) => from > context.now.toISOString())) return doubt
  const isPeople = tool.name === 'users.list'
  const filters: Record<string, string> = { ...settled }
  if (name !== null && isFinding) filters.q = searchText(name)
  if (email !== null && isPeople) filters.email = email
  if (orderNumber !== null) filters.number = orderNumber
  const isOne = isFinding || orderNumber !== null || (email !== null && isPeople)
  const isByPerson = aim === 'count' && subject.isOfPeople && 'user_id' in tool.operation.list!.filters
  const question = {
    tool,
    filters,
    aim,
    order,
    number,
    periods: when.periods,
    time,
    distinct: isByPerson ? 'user_id' : null,
    until: subject.time !== null && subject.time !== 'created_at' ? context.now : null,
    rank: subject.rank,
    intent: subject.rank ? 'top' : intentOf({ aim, isComparing, order, isOne }),
  } as const
  const person = isPeople ? null : (email ?? (isFinding ? null : name))
  return { kind: 'question', question, mentioned: { person, container: parsed.container } }
}

/** Whether parts of what is said do not belong together. */
function isUnfit(
  {
    subject: { tool, rank },
    when,
    number,
    order,
    email,
    orderNumber,
    isComparing,
    isFinding,
  }: ParsedQuestion,
  aim: Aim,
): boolean {
  const listFilters = tool.operation.list!.filters
  return (
    when.isUnclear ||
    (rank !== null && (aim !== null || isComparing || isFinding || email !== null)) ||
    ((number !== null || order !== null) && aim !== null) ||
    (email !== null && tool.name !== 'users.list' && !('user_id' in listFilters)) ||
    (orderNumber !== null && tool.name !== 'orders.list')
  )
}

/** The time that periods are about; `two` where the question says two of them: `made and paid yesterday`. */
function timeOf(
  { subject: { tool, time, isTimeless }, isMade, when, filters }: ParsedQuestion,
  settled: Readonly<Record<string, string>>,
): string | null {
  if (isTimeless) return null
  const own = time ?? timeField(tool, filters)
  if (isMade && when.periods.length && own !== null && own !== 'created_at') return 'two'
  if (time) return time
  const isMadeThen = isMade && settled.status === filters.status
  return isMadeThen && 'created_at' in tool.operation.list!.filters ? 'created_at' : timeField(tool, settled)
}

const takeEmail = (words: Words) => words.takeMatch(/^[^@\s]+@[^@\s]+\.[^@\s]+$/)?.[0] ?? null

/** `compare`, or `more orders this week than last week` */
function takeComparison(words: Words): boolean {
  if (words.take(both(intents.compare)) !== null) {
    words.takeAll(both(intents.compare))
    return true
  }
  for (const pair of moreThan) {
    const spans = pair.map(phrases => words.find(both(phrases)))
    if (spans.some(span => span === null)) continue
    for (const span of spans) words.takeSpan(span!)
    return true
  }
  return false
}

/** The number of `order 1042`. */
export function takeOrderNumber(words: Words): string | null {
  const at = words.words.findIndex(word => /^(?:order|заказ(?:а|у|ом|е)?)$/.test(word))
  if (at < 0) return null
  const isSign = ['number', 'no', 'номер', 'номером'].includes(words.words[at + 1] ?? '')
  const index = at + (isSign ? 2 : 1)
  const number = words.words[index] ?? ''
  if (!/^\d{1,9}$/.test(number)) return null
  words.takeSpan({ at: at + 1, length: index - at })
  return number
}

/** What is wanted, by the longest of the words for it: `на сколько` asks for a sum, `сколько` for a number. */
function takeAim(words: Words, tool: PlainTool): Aim {
  const spans = (['count', 'average', 'sum'] as const).flatMap(aim => {
    const span = words.find(both(intents[aim]))
    return span ? [{ aim, span }] : []
  })
  const [longest] = spans.sort((one, other) => other.span.length - one.span.length)
  if (!longest) return null
  words.takeSpan(longest.span)
  // `how much homework`
  const isNumber =
    longest.aim === 'sum' && !tool.hasAmount && words.written(longest.span).toLowerCase() === 'how much'
  return isNumber ? 'count' : longest.aim
}

/** `latest` or `largest`; where neither numbers nor periods are asked for, `new` is `latest`. */
function takeOrder(words: Words, isList: boolean): Question['order'] {
  if (words.take(both(intents.newest)) !== null) return 'newest'
  if (words.take(both(intents.largest)) !== null) return 'largest'
  return isList && words.take(both(fresh)) !== null ? 'newest' : null
}

/** How many items are asked for: a number beside what it counts, or beside `last` and `largest`. */
function takeLimit(words: Words): number | null {
  const order = both({
    en: [...intents.newest.en, ...intents.largest.en],
    ru: [...intents.newest.ru, ...intents.largest.ru],
  })
  for (const [at, word] of words.words.entries()) {
    const number = /^\d{1,2}$/.test(word) ? Number(word) : 0
    if (number === 0 || words.isTaken(at)) continue
    if (!words.isTaken(at + 1) && !words.fitsAt(at - 1, order)) continue
    words.takeSpan({ at, length: 1 })
    return number
  }
  return null
}

/** Why an answer to this would be a guess. */
function problemOf(
  tool: PlainTool,
  {
    aim,
    isComparing,
    order,
    periods,
  }: { aim: Aim; isComparing: boolean; order: Question['order']; periods: number },
): 'onePeriod' | 'twoPeriods' | 'noAmount' | null {
  if (isComparing && periods !== 2) return 'twoPeriods'
  if (!isComparing && periods > (aim === null ? 1 : 2)) return 'onePeriod'
  const isMoney = aim === 'sum' || aim === 'average' || order === 'largest'
  return isMoney && !tool.hasAmount ? 'noAmount' : null
}

/** The state that money has when people add it up: what was paid, and no attempt at it. */
function settledBy(
  { name, operation }: PlainTool,
  filters: Subject['filters'],
  aim: Aim,
): Record<string, string> {
  if (aim === null || 'status' in filters || !('status' in operation.list!.filters)) return {}
  if (name === 'payments.list') return { status: 'succeeded' }
  if (aim === 'count') return {}
  const status = { 'refunds.list': 'succeeded', 'orders.list': 'paid' }[name]
  return status ? { status } : {}
}

function intentOf(input: { aim: Aim; isComparing: boolean; order: Question['order']; isOne: boolean }) {
  const { aim, isComparing, order, isOne } = input
  if (isComparing) return 'compare'
  if (aim) return aim
  if (order === 'largest') return 'top'
  return isOne ? 'find' : 'list'
}
