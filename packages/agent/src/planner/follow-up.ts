// A question that goes on from an earlier one: `and in November?`, `а неоплаченные?`. What it says takes the place of what the
// earlier one said; the rest stays. It is understood only where all of its words are.
import { takeAmounts } from './amounts.ts'
import { attach } from './attaching.ts'
import { subjectOf, takeProperties } from './lexicon.ts'
import type { Mention } from './names/mentions.ts'
import type { ReadingContext } from './parsing.ts'
import { takePeriods } from './periods.ts'
import type { Reading } from './reading.ts'
import { timeField } from './times.ts'
import { both, type Words } from './tokens.ts'
import { continuing, fillers, intents } from './words/intents.ts'

/** A question and answer of the dialogue before. */
export interface EarlierTurn {
  readonly question: string
  /** The ids of objects in its answer. */
  readonly ids: readonly string[]
}

type Question = Extract<Reading, { kind: 'question' }>

/** Whether a question says that it goes on from another. */
export const isContinuing = (words: Words): boolean => words.lengthFrom(0, both(continuing)) > 0

/** The earlier question with what this one says instead; null where it says nothing of it, or is not understood. */
export function continued(
  words: Words,
  mentions: readonly Mention[],
  base: Question,
  { tools, lexicon, now, zone, currency }: ReadingContext,
): Question | null {
  const { question } = base
  if (question.intent === 'compare' || !isContinuing(words)) return null
  words.takeSpan({ at: 0, length: words.lengthFrom(0, both(continuing)) })
  const when = takePeriods(words, { now, zone, isComparing: false })
  const amounts = takeAmounts(words, currency)
  const other = lexicon.take(words, question.aim === 'sum', mentions)
  const tool = other?.tool ?? question.tool
  const listFilters = tool.operation.list!.filters
  const earlier = Object.fromEntries(
    Object.entries(question.filters).filter(
      ([name]) => tool === question.tool || (name.endsWith('_id') && name in listFilters),
    ),
  )
  const statedFilters = {
    ...other?.filters,
    ...takeProperties(subjectOf(tool, { filters: other?.filters ?? {} }), words),
  }
  const attached = attach(mentions, tool, tools)
  words.takeAll(both(intents.list))
  words.takeAll(both(fillers))
  const isNothing =
    !other &&
    when.periods.length === 0 &&
    !amounts &&
    mentions.length === 0 &&
    Object.keys(statedFilters).length === 0
  if (isNothing || words.left.length || when.isUnclear || when.periods.length > 1) return null
  if (!attached || amounts === 'unclear' || (amounts && !('amount' in listFilters))) return null
  if (tool.operation.path.includes('{') && tool !== question.tool) return null
  const filters: Record<string, string> = { ...earlier, ...statedFilters, ...amounts?.filters }
  for (const { filter, objects } of attached) {
    if (filter === null || objects.length > 1) return null
    filters[filter] = objects[0]!.id
  }
  const periods = when.periods.length ? when.periods : question.periods
  const isSameState = tool === question.tool && filters.status === question.filters.status
  const time = isSameState && question.time ? question.time : timeField(tool, filters)
  if (periods.length && !time) return null
  const needsAmount = question.aim === 'sum' || question.aim === 'average' || question.order === 'largest'
  if ((needsAmount && !tool.hasAmount) || (question.rank && tool !== question.tool)) return null
  return { ...base, question: { ...question, tool, filters, periods, time } }
}
