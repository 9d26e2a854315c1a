// What a question about a list means: every word of it is understood, or it is a doubt.
import type { PlainTool } from '../catalog.ts'
import type { Question } from './answers.ts'
import type { ContainerMatch } from './containers.ts'
import type { Subject } from './lexicon.ts'
import type { Mention } from './names/mentions.ts'
import { type Aim, type ParsedQuestion, parseQuestion, type ReadingContext } from './parsing.ts'
import { searchText } from './search-text.ts'
import { timeField } from './times.ts'
import type { Words } from './tokens.ts'

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
  /** A name that several have. */
  | { readonly kind: 'several'; readonly name: string; readonly labels: readonly string[] }
  | {
      readonly kind: 'noPeriod' | 'onePeriod' | 'twoPeriods' | 'noAmount' | 'noCurrency'
      readonly tool: PlainTool
    }

/** Reads a question from its words. */
export function readQuestion(words: Words, mentions: readonly Mention[], context: ReadingContext): Reading {
  const parsed = parseQuestion(words, mentions, context)
  return questionOf(parsed, words, context)
}

/** The question that these pieces make; words that are left, or pieces that do not belong together, are a doubt. */
export function questionOf(parsed: ParsedQuestion, words: Words, context: ReadingContext): Reading {
  const { subject, isComparing, isFinding, order, number, when, email, name, orderNumber } = parsed
  const { tool } = subject
  if (!parsed.isAbout) return { kind: 'doubt', words: '' }
  const aim = isComparing && parsed.aim === null ? 'count' : parsed.aim
  const doubt: Reading = { kind: 'doubt', words: words.left.join(' ') || words.words.join(' ') }
  if (words.left.length || isUnfit(parsed, aim)) return doubt
  const several = parsed.attached!.find(({ objects }) => objects.length > 1)
  if (several) {
    const { objects } = several
    return { kind: 'several', name: objects[0]!.name, labels: objects.map(({ label }) => label) }
  }
  if (parsed.amounts === 'unclear') return { kind: 'noCurrency', tool }
  const problem = problemOf(tool, { aim, isComparing, order, periods: when.periods.length })
  if (problem) return { kind: problem, tool }
  const settled = { ...parsed.filters, ...settledBy(tool, parsed.filters, aim) }
  const time = timeOf(parsed, settled)
  if (time === 'two') return doubt
  if (when.periods.length && !time) return { kind: 'noPeriod', tool }
  // Nothing was made in a time to come.
  if (time === 'created_at' && when.periods.some(({ from }) => from > context.now.toISOString())) return doubt
  const isPeople = tool.name === 'users.list'
  const filters: Record<string, string> = { ...settled, ...parsed.amounts?.filters }
  let of: string | null = null
  for (const { filter, objects } of parsed.attached!) {
    if (filter === null) of = objects[0]!.id
    else filters[filter] = objects[0]!.id
  }
  if (name !== null && isFinding) filters.q = searchText(name)
  if (email !== null && isPeople) filters.email = email
  if (orderNumber !== null) filters.number = orderNumber
  const isOne = isFinding || orderNumber !== null || (email !== null && isPeople)
  const isByPerson = aim === 'count' && subject.isOfPeople && 'user_id' in tool.operation.list!.filters
  const question = {
    tool,
    of,
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
    attached,
    amounts,
    container,
    filters,
    isOfSet,
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
  const ofAmounts = amounts === 'unclear' ? ['amount', 'currency'] : Object.keys(amounts?.filters ?? {})
  const isNested = tool.operation.path.includes('{')
  return (
    when.isUnclear ||
    attached === null ||
    isNested !== attached.some(({ filter }) => filter === null) ||
    attached.some(({ filter }) => filter !== null && (filter in filters || container?.filter === filter)) ||
    ofAmounts.some(name => !(name.split('[')[0]! in listFilters)) ||
    (isOfSet && (isComparing || rank !== null)) ||
    // The curator of a group is none of its members.
    (tool.name === 'users.list' && attached.length > 0 && !['student', undefined].includes(filters.role)) ||
    (rank !== null && (aim !== null || isComparing || isFinding || email !== null)) ||
    ((number !== null || order !== null) && aim !== null) ||
    (email !== null && tool.name !== 'users.list' && !('user_id' in listFilters)) ||
    (orderNumber !== null && tool.name !== 'orders.list')
  )
}

/** The time that periods are about; `two` where the question says two of them: `made and paid yesterday`. */
function timeOf(
  { subject: { tool, time, isTimeless }, isMade, isOfSet, when, filters }: ParsedQuestion,
  settled: Readonly<Record<string, string>>,
): string | null {
  if (isTimeless) return null
  if (isOfSet && when.periods.length)
    return 'created_at' in tool.operation.list!.filters && !time ? 'created_at' : 'two'
  const own = time ?? timeField(tool, filters)
  if (isMade && when.periods.length && own !== null && own !== 'created_at') return 'two'
  if (time) return time
  const isMadeThen = isMade && settled.status === filters.status
  return isMadeThen && 'created_at' in tool.operation.list!.filters ? 'created_at' : timeField(tool, settled)
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
