// What a question about a list means: every word of it is understood, or it is a doubt.
import type { Catalog, Tool } from '../catalog.ts'
import type { Question } from './answers.ts'
import { hasAmount, type Lexicon, type Subject, subjectOf, takeProperties, timeField } from './lexicon.ts'
import { type ContainerNamed, searchText, takeContainer } from './named.ts'
import { type PeriodsFound, takePeriods } from './periods.ts'
import { both, type Words } from './tokens.ts'
import { fillers, fresh, type Intent, intents, making, moreThan, personNouns, who } from './words/intents.ts'

/** What a question names besides: it is looked up first, and becomes a filter. */
export interface Mentioned {
  /** A person, by e-mail or name. */
  readonly person: string | null
  readonly container: ContainerNamed | null
}

export type Reading =
  | { readonly kind: 'question'; readonly question: Question; readonly mentioned: Mentioned }
  /** Words that are not understood; empty if it is about nothing. */
  | { readonly kind: 'doubt'; readonly words: string }
  | { readonly kind: 'noPeriod' | 'onePeriod' | 'twoPeriods' | 'noAmount'; readonly tool: Tool }

export interface Known {
  readonly tools: Catalog
  readonly lexicon: Lexicon
  readonly now: Date
  readonly zone: string
}

type Aim = Question['aim']

/** Reads a question from its words. */
export function readQuestion(words: Words, { tools, lexicon, now, zone }: Known): Reading {
  const has = (intent: Intent) => words.take(both(intents[intent])) !== null
  const isFinding = has('find')
  const email = takeEmail(words)
  const isComparing = takeComparison(words)
  const orderNumber = takeOrderNumber(words)
  const isSum = words.find(both(intents.sum)) !== null
  const people = tools.tool('users.list')!
  const found = lexicon.take(words, isSum)
  // A name or an address alone is a person's, and so is `who`.
  const subject = found ?? subjectOf(people)
  const { tool } = subject
  const periods = takePeriods(words, { now, zone, isComparing })
  const said = takeAim(words, tool)
  const aim = subject.onlyAim ?? said ?? subject.aim ?? null
  const order = takeOrder(words, aim === null && periods.periods.length === 0)
  if (periods.periods.length) words.take(both(fresh))
  const properties = takeProperties(subject, words)
  const filters = { ...subject.filters, ...properties }
  const number = takeLimit(words)
  words.takeAll(both(intents.list))
  const container = takeContainer(words, tool, tools)
  words.takeAll(subject.with)
  if (email !== null) words.take(both(personNouns))
  const isMade = words.take(both(making)) !== null
  words.takeAll(both(fillers))

  const known = tool.operation.list!.filters
  const isNamed = isFinding ? Boolean(tool.operation.list!.search) : 'user_id' in known
  const name = email === null && isNamed ? words.takeName({ capitals: !isFinding }) : null
  const isWho = Object.keys(properties).length > 0 && words.words.some((_, at) => words.fitsAt(at, both(who)))
  if (!found && email === null && name === null && !isWho) return { kind: 'doubt', words: '' }
  const isOfPerson = email !== null && tool !== people
  const wanted = isComparing && aim === null ? (subject.aim ?? 'count') : aim
  const isList = wanted === null
  const isUnfit =
    periods.isUnclear ||
    (number !== null && !isList) ||
    (order !== null && !isList) ||
    (isOfPerson && !('user_id' in known))
  if (words.left.length || isUnfit)
    return { kind: 'doubt', words: words.left.join(' ') || words.words.join(' ') }
  const problem = problemOf(tool, { wanted, isComparing, order, periods })
  if (problem) return { kind: problem, tool }

  const settled = { ...filters, ...settledBy(tool, filters, wanted) }
  // `made and paid yesterday` has two times.
  const own = subject.isTimeless ? null : (subject.time ?? timeField(tool, filters))
  if (isMade && periods.periods.length && own !== null && own !== 'created_at')
    return { kind: 'doubt', words: words.words.join(' ') }
  const isMadeThen = isMade && 'created_at' in known && settled.status === filters.status
  const time =
    subject.time ?? (isMadeThen ? 'created_at' : subject.isTimeless ? null : timeField(tool, settled))
  if (periods.periods.length && !time) return { kind: 'noPeriod', tool }
  const query: Record<string, string> = settled
  if (name !== null && isFinding) query.q = searchText(name)
  if (email !== null && tool === people) query.email = email
  if (orderNumber !== null) query.number = orderNumber
  const isOne = isFinding || orderNumber !== null || (email !== null && tool === people)
  return {
    kind: 'question',
    question: {
      tool,
      filters: query,
      aim: wanted,
      order,
      number,
      periods: periods.periods,
      time,
      distinct: wanted === 'count' && subject.isOfPeople && 'user_id' in known ? 'user_id' : null,
      until: subject.time !== null && subject.time !== 'created_at' ? now : null,
      intent: intentOf({ wanted, isComparing, order, isOne }),
    },
    mentioned: { person: isOfPerson ? email : isFinding ? null : name, container },
  }
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
  const place = at + (isSign ? 2 : 1)
  const number = words.words[place] ?? ''
  if (!/^\d{1,9}$/.test(number)) return null
  words.takeSpan({ at: at + 1, length: place - at })
  return number
}

/** What is wanted, by the longest of the words for it: `на сколько` asks for a sum, `сколько` for a number. */
function takeAim(words: Words, tool: Tool): Aim {
  const spans = (['count', 'average', 'sum'] as const).flatMap(aim => {
    const span = words.find(both(intents[aim]))
    return span ? [{ aim, span }] : []
  })
  const [longest] = spans.sort((one, other) => other.span.length - one.span.length)
  if (!longest) return null
  words.takeSpan(longest.span)
  // `how much homework`
  const isNumber =
    longest.aim === 'sum' && !hasAmount(tool) && words.written(longest.span).toLowerCase() === 'how much'
  return isNumber ? 'count' : longest.aim
}

/** `latest` or `largest`; where neither numbers nor periods are asked for, `new` is `latest`. */
function takeOrder(words: Words, isList: boolean): Question['order'] {
  if (words.take(both(intents.newest)) !== null) return 'newest'
  if (words.take(both(intents.largest)) !== null) return 'largest'
  return isList && words.take(both(fresh)) !== null ? 'newest' : null
}

const numberWords: Readonly<Record<string, number>> = {
  three: 3,
  five: 5,
  ten: 10,
  twenty: 20,
  три: 3,
  пять: 5,
  десять: 10,
  двадцать: 20,
}

/** How many items are asked for: a number beside what it counts, or beside `last` and `largest`. */
function takeLimit(words: Words): number | null {
  const order = both({
    en: [...intents.newest.en, ...intents.largest.en],
    ru: [...intents.newest.ru, ...intents.largest.ru],
  })
  for (const [at, word] of words.words.entries()) {
    const number = numberWords[word] ?? (/^\d{1,2}$/.test(word) ? Number(word) : 0)
    if (number === 0 || words.isTaken(at)) continue
    if (!words.isTaken(at + 1) && !words.fitsAt(at - 1, order)) continue
    words.takeSpan({ at, length: 1 })
    return number
  }
  return null
}

/** Why an answer to this would be a guess. */
function problemOf(
  tool: Tool,
  given: { wanted: Aim; isComparing: boolean; order: Question['order']; periods: PeriodsFound },
): 'onePeriod' | 'twoPeriods' | 'noAmount' | null {
  const { wanted, isComparing, order, periods } = given
  const number = periods.periods.length
  if (isComparing && number !== 2) return 'twoPeriods'
  if (!isComparing && number > (wanted === null ? 1 : 2)) return 'onePeriod'
  const isMoney = wanted === 'sum' || wanted === 'average' || order === 'largest'
  return isMoney && !hasAmount(tool) ? 'noAmount' : null
}

/** The state that money has when people add it up: what was paid, and no attempt at it. */
function settledBy({ name, operation }: Tool, filters: Subject['filters'], aim: Aim): Record<string, string> {
  if (aim === null || 'status' in filters || !('status' in operation.list!.filters)) return {}
  if (name === 'payments.list') return { status: 'succeeded' }
  if (aim === 'count') return {}
  const status = { 'refunds.list': 'succeeded', 'orders.list': 'paid' }[name]
  return status ? { status } : {}
}

function intentOf(given: { wanted: Aim; isComparing: boolean; order: Question['order']; isOne: boolean }) {
  const { wanted, isComparing, order, isOne } = given
  if (isComparing) return 'compare'
  if (wanted) return wanted
  if (order === 'largest') return 'top'
  return isOne ? 'find' : 'list'
}
