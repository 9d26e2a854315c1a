// A question about a figure, as what is asked of the analytics. Every word has to be one of it: else it is read as another one.
import { type Period, takePeriods } from './periods.ts'
import { both, type Span, Words } from './tokens.ts'
import { fillers } from './words/intents.ts'
import { type MetricWords, metricAims, metricDimensions, metricWords, type Unit } from './words/metrics.ts'

export interface MetricQuestion {
  readonly metrics: Readonly<Record<string, Unit>>
  readonly dimensions: readonly string[]
  /** Null for the usual one, the last 30 days. */
  readonly period: Period | null
}

/** The zone of days is null while nobody needs it. */
export function readMetric(
  question: string,
  { now, zone }: { now: Date; zone: string | null },
): MetricQuestion | null {
  const words = new Words(question)
  const dimensions = metricDimensions.flatMap(each => {
    const span = words.find(both(each))
    if (span) words.takeSpan(span)
    return span ? [each.dimension] : []
  })
  const longest = longestIn(words)
  if (!longest) return null
  words.takeSpan(longest.span)
  words.takeAll(both(metricAims))
  const { periods, isUnclear } = takePeriods(words, { now, zone: zone ?? 'UTC', isComparing: false })
  words.takeAll(both(fillers))
  const [period = null, ...others] = periods
  if (isUnclear || others.length > 0 || words.left.length > 0) return null
  const { metrics, by } = longest.metric
  return { metrics, dimensions: dimensions.length === 0 && by ? [by] : dimensions, period }
}

function longestIn(words: Words): { metric: MetricWords; span: Span } | null {
  const matches = metricWords.flatMap(metric => {
    const span = words.find(both(metric))
    return span ? [{ metric, span }] : []
  })
  const [first] = matches.sort((one, other) => other.span.length - one.span.length)
  return first ?? null
}
