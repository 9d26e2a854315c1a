// Answers about a list: its number, its sum, its first items.
import { moneyOf } from '@lms/contract/language'
import type { Catalog, PlainTool } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Looking } from './lookup.ts'
import type { Period } from './periods.ts'
import { rankedBy } from './ranking.ts'
import { replies } from './replies.ts'
import { columnsOf, showTable } from './tables.ts'
import type { Language } from './words/intents.ts'
import type { Rank } from './words/ranks.ts'

export interface Question {
  readonly tool: PlainTool
  /** The object that the list is of, by its path: the offer of prices; null for lists of the school. */
  readonly of: string | null
  readonly filters: Readonly<Record<string, string>>
  readonly aim: 'count' | 'sum' | 'average' | null
  readonly order: 'newest' | 'largest' | null
  /** How many items are asked for. */
  readonly number: number | null
  readonly periods: readonly Period[]
  /** The time that the periods are about. */
  readonly time: string | null
  /** A field whose different values are counted; null for the objects themselves. */
  readonly distinct: string | null
  /** What is ranked, in place of the objects themselves; null for none. */
  readonly rank: Rank | null
  /** Without a period, what has happened at that time by now; null where the time does not matter. */
  readonly until: Date | null
  readonly intent: 'count' | 'find' | 'list' | 'top' | 'sum' | 'average' | 'compare'
}

interface Context {
  readonly tools: Catalog
  readonly looking: Looking
  readonly language: Language
}
type Answer = { text: string; understood: boolean }

const usualItems = 10

export async function answerList(question: Question, context: Context): Promise<Answer> {
  const { aim, periods, rank } = question
  const say = replies[context.language]
  if (rank) return ranking(question, rank, context)
  if (aim === null) return items(question, context)
  const requestedPeriods = periods.length ? periods : [null]
  const results: Result[] = []
  for (const period of requestedPeriods) results.push(await resultOf(question, period, context))
  const texts = results.map(({ text }) => text)
  const [first, second] = results
  if (first && second) texts.push(say.compared(differenceOf(first, second, context.language)))
  return { text: texts.join('\n'), understood: true }
}

interface Result {
  readonly text: string
  readonly count: number
  /** By currency; null of a number. */
  readonly amounts: ReadonlyMap<string, number> | null
}

async function resultOf(
  question: Question,
  period: Period | null,
  { looking, language }: Context,
): Promise<Result> {
  const { tool, aim } = question
  const say = replies[language]
  const query = queryOf(question, period)
  // Money of the test mode is none.
  const inMoney =
    aim === 'count' ? query : { ...query, ...('test' in tool.operation.list!.filters && { test: 'false' }) }
  const fields = aim === 'count' ? (question.distinct ?? 'id') : 'id,amount,currency'
  const { items: objects, whole: isComplete } = await looking.all(
    tool,
    { ...inMoney, fields },
    pathOf(question),
  )
  const what = describe(question, period)
  const number = isComplete ? String(objects.length) : say.atLeast(String(objects.length))
  if (question.distinct) {
    const people = new Set(objects.map(each => each[question.distinct!])).size
    const peopleText = isComplete ? String(people) : say.atLeast(String(people))
    return { text: say.countPeople(peopleText, what), count: people, amounts: null }
  }
  if (aim === 'count') return { text: say.count(number, what), count: objects.length, amounts: null }
  const sums = new Map<string, number>()
  const counts = new Map<string, number>()
  for (const { amount, currency } of objects) {
    sums.set(currency, (sums.get(currency) ?? 0) + amount)
    counts.set(currency, (counts.get(currency) ?? 0) + 1)
  }
  const amounts =
    aim === 'sum'
      ? sums
      : new Map([...sums].map(([code, sum]) => [code, Math.round(sum / counts.get(code)!)]))
  const amountText = [...amounts].map(([code, sum]) => moneyOf(sum, code, language)).join(' + ') || '0'
  const sentence = aim === 'sum' ? say.sum : say.average
  return { text: sentence(what, amountText, number), count: objects.length, amounts }
}

function differenceOf(one: Result, other: Result, language: Language): string {
  if (!one.amounts || !other.amounts) return signed(one.count - other.count)
  const codes = new Set([...one.amounts.keys(), ...other.amounts.keys()])
  const each = [...codes].map(code => {
    const difference = (one.amounts!.get(code) ?? 0) - (other.amounts!.get(code) ?? 0)
    return `${difference < 0 ? '−' : '+'}${moneyOf(Math.abs(difference), code, language)}`
  })
  return each.join(', ') || '0'
}
const signed = (number: number) => (number < 0 ? `−${-number}` : `+${number}`)

async function items(question: Question, { tools, looking, language }: Context): Promise<Answer> {
  const { tool, order, number, periods } = question
  const say = replies[language]
  const limit = number ?? usualItems
  const sorts = tool.operation.list!.sorts as readonly string[]
  const by = order === 'largest' ? 'amount' : 'created_at'
  if (order === 'largest' && !sorts.includes('amount'))
    return { text: say.noAmount(tool.operation.path), understood: false }
  const query: Record<string, string> = { ...queryOf(question, periods[0] ?? null), limit: String(limit) }
  // What is to come begins with what comes first.
  const isComing = question.filters.status === 'scheduled' && sorts.includes('starts_at')
  if (isComing) query.sort = 'starts_at'
  else if (sorts.includes(by)) query.sort = `-${by}`
  const { data, next_cursor } = await looking.get(tool, query, pathOf(question))
  const what = describe(question, periods[0] ?? null)
  if (data.length === 0) return { text: say.none(what), understood: true }
  const head = say.list(String(data.length), what, next_cursor !== null)
  return { text: `${head}\n${showTable(data, columnsOf(tools.tool(tool.name)!))}`, understood: true }
}

/** The first few of what is ranked, by name. */
async function ranking(question: Question, rank: Rank, context: Context): Promise<Answer> {
  const { tool, number, periods } = question
  const { looking, language } = context
  const say = replies[language]
  const period = periods[0] ?? null
  const query = queryOf(question, period)
  if (rank.amounts && 'test' in tool.operation.list!.filters) query.test = 'false'
  const { items: objects, whole: isComplete } = await looking.all(tool, query, pathOf(question))
  const what = describe(question, period)
  const rows = await rankedBy(objects, rank, number ?? usualRanks, context)
  if (rows === null) return { text: say.severalCurrencies, understood: false }
  if (rows.length === 0) return { text: say.none(what), understood: true }
  const of = `${rank.by}${isComplete ? '' : `, ${say.atLeast(String(objects.length))}`}`
  return { text: `${say.ranked(what, of)}\n${rows.map(row => row.join('\t')).join('\n')}`, understood: true }
}
/** As many as can be looked up by name within one answer. */
const usualRanks = 5

const pathOf = ({ tool, of }: Question) => tool.operation.path.replace('{id}', of ?? '')

function queryOf({ filters, time, until }: Question, period: Period | null): Record<string, string> {
  if (!time || (!period && !until)) return { ...filters }
  if (!period) return { ...filters, [`${time}[lte]`]: until!.toISOString() }
  return { ...filters, [`${time}[gte]`]: period.from, [`${time}[lt]`]: period.to }
}

/** `orders (status: paid), paid_at 2026-11-01 – 2026-11-30`: in the words of the API, so that nothing is lost in translation. */
function describe({ tool, filters, time, until }: Question, period: Period | null): string {
  const { path } = tool.operation
  const name = path.slice(path.lastIndexOf('/') + 1)
  const with_ = Object.entries(filters).map(([key, value]) => `${key}: ${clean(value)}`)
  const when = period
    ? `, ${time} ${period.label}`
    : until
      ? `, ${time} ≤ ${until.toISOString().slice(0, 10)}`
      : ''
  return `${name}${with_.length ? ` (${with_.join(', ')})` : ''}${when}`
}

/** A question in the words of the API, for who has to choose between two. */
export function wording(question: Question, language: Language): string {
  const say = replies[language]
  const what = [...(question.periods.length ? question.periods : [null])].map(period =>
    describe(question, period),
  )
  const aim = question.rank ? 'top' : (question.aim ?? 'list')
  return `${say.aims[aim]} ${what.join(' / ')}`
}
