// Figures, as the analytics of the school counts them.
import { moneyOf } from '@lms/contract/language'
import type { Catalog } from '../catalog.ts'
import { clean } from '../text.ts'
import type { Looking } from './lookup.ts'
import type { MetricQuestion } from './metric-question.ts'
import { replies } from './replies.ts'
import type { Language } from './words/intents.ts'
import type { Unit } from './words/metrics.ts'

/** Rows of an answer. */
const maxRows = 20

interface Row {
  readonly dimensions: Readonly<Record<string, string>>
  readonly values: Readonly<Record<string, number | null>>
}

export async function answerMetric(
  { metrics, dimensions, period }: MetricQuestion,
  { tools, looking, language }: { tools: Catalog; looking: Looking; language: Language },
): Promise<{ text: string; understood: boolean; intent: 'metric' | null }> {
  const say = replies[language]
  const tool = tools.tool('queries.query')
  if (!tool) return { text: say.noSubject, understood: false, intent: null }
  const {
    data,
    more,
    period: days,
  } = await looking.query(tool, {
    ...{ metrics: Object.keys(metrics), dimensions, limit: maxRows },
    ...(period ? { period: { from: period.from, to: period.to } } : {}),
  })
  const lines = (data as Row[]).map(row => lineOf(row, metrics, language)).filter(Boolean)
  const text = [say.figures(days.from, days.to), ...(lines.length ? lines : [say.noFigures])].join('\n')
  return { text: more ? `${text}\n…` : text, understood: true, intent: 'metric' }
}

/** `google, 2026-11-01: net_revenue 12.00 EUR`; empty for a row without values. */
function lineOf(
  { dimensions, values }: Row,
  metrics: Readonly<Record<string, Unit>>,
  language: Language,
): string {
  const { currency = '', ...others } = dimensions
  const parts = Object.entries(metrics).flatMap(([name, unit]) => {
    const value = values[name]
    return value === null || value === undefined
      ? []
      : [`${name} ${textOf(value, unit, { currency, language })}`]
  })
  const head = Object.values(others)
    .map(each => clean(each) || '–')
    .join(', ')
  return parts.length ? `${head ? `${head}: ` : ''}${parts.join(', ')}` : ''
}

function textOf(value: number, unit: Unit, { currency, language }: { currency: string; language: Language }) {
  if (unit === 'money') return currency ? moneyOf(value, currency, language) : String(value)
  if (unit === 'basisPoints') return `${(value / 100).toFixed(2)} %`
  return unit === 'percent' ? `${value} %` : String(value)
}
