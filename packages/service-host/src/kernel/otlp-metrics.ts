// Sends the metrics of a process by OTLP over HTTP (JSON), to the receiver of its spans: the same values as at /metrics.
import type { Logger } from 'pino'
import { fetch } from 'undici'
import type { Metrics } from './metric.ts'

const everyMs = 15_000
const deadlineMs = 5000

type Values = Awaited<ReturnType<Metrics['values']>>
type Point = Values[number]['values'][number] & { metricName?: string }
type Labels = Readonly<Record<string, string | number | undefined>>

/** Sends from now on; ends with a last time. Without an address nothing is sent. */
export function sendMetrics(
  metrics: Metrics,
  { otlpUrl, service, log }: { otlpUrl: string | null; service: string; log: Logger },
): { stop(): Promise<void> } {
  if (!otlpUrl) return { stop: async () => {} }
  const url = `${otlpUrl.replace(/\/$/, '')}/v1/metrics`
  const since = nanoseconds(Date.now() - process.uptime() * 1000)
  let isFailing = false
  const send = async () => {
    try {
      const body = JSON.stringify(exportOf(await metrics.values(), service, since, nanoseconds(Date.now())))
      const headers = { 'content-type': 'application/json' }
      const signal = AbortSignal.timeout(deadlineMs)
      const answer = await fetch(url, { method: 'POST', headers, body, signal })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The receiver of metrics answered ${answer.status}.`)
      isFailing = false
    } catch (error) {
      // Once for each outage: the next values tell everything again.
      if (!isFailing) log.warn({ err: error }, 'metrics could not be sent; later ones will be')
      isFailing = true
    }
  }
  let sending = Promise.resolve()
  // A tenth of jitter keeps processes that started together apart.
  const timer = setInterval(
    () => (sending = sending.then(send)),
    everyMs * (0.95 + Math.random() / 10),
  ).unref()
  return {
    stop: async () => {
      clearInterval(timer)
      await sending.then(send)
    },
  }
}

const nanoseconds = (ms: number) => `${Math.round(ms)}000000`

/** An ExportMetricsServiceRequest of these values. */
export function exportOf(values: Values, service: string, since: string, now: string) {
  return {
    resourceMetrics: [
      {
        resource: { attributes: attributesOf({ 'service.name': service, 'service.namespace': 'lms' }) },
        scopeMetrics: [{ scope: { name: 'lms' }, metrics: values.map(each => metricOf(each, since, now)) }],
      },
    ],
  }
}

function metricOf({ name, help, declared, values }: Values[number], since: string, now: string) {
  const unit = declared.unit === 'seconds' ? 's' : declared.unit === 'bytes' ? 'By' : '1'
  const points = values as readonly Point[]
  const numbers = () =>
    points.map(({ labels, value }) => ({
      attributes: attributesOf(labels as Labels),
      ...(declared.kind === 'counter' ? { startTimeUnixNano: since } : {}),
      timeUnixNano: now,
      asDouble: value,
    }))
  const cumulative = { aggregationTemporality: 2 }
  const data =
    declared.kind === 'gauge'
      ? { gauge: { dataPoints: numbers() } }
      : declared.kind === 'counter'
        ? { sum: { ...cumulative, isMonotonic: true, dataPoints: numbers() } }
        : { histogram: { ...cumulative, dataPoints: histogramsOf(name, points, since, now) } }
  return { name, description: help, unit, ...data }
}

/** A point for each set of labels: Prometheus counts cumulatively, OTLP each bucket by itself. */
function histogramsOf(name: string, points: readonly Point[], since: string, now: string) {
  const withoutBound = ({ labels }: Point) => {
    const { le: _, ...rest } = labels as Labels
    return rest
  }
  const sets = Map.groupBy(points, point => JSON.stringify(withoutBound(point)))
  return [...sets.values()].map(set => {
    const sumOf = (suffix: string) =>
      set.find(({ metricName }) => metricName === `${name}_${suffix}`)?.value ?? 0
    const bounds = set
      .filter(({ labels }) => typeof (labels as Labels).le === 'number')
      .map(({ labels, value }) => ({ bound: (labels as Labels).le as number, value }))
    const counts = [...bounds.map(({ value }) => value), sumOf('count')]
    return {
      attributes: attributesOf(withoutBound(set[0]!)),
      startTimeUnixNano: since,
      timeUnixNano: now,
      count: String(sumOf('count')),
      sum: sumOf('sum'),
      explicitBounds: bounds.map(({ bound }) => bound),
      bucketCounts: counts.map((count, index) => String(count - (counts[index - 1] ?? 0))),
    }
  })
}

const attributesOf = (labels: Labels) =>
  Object.entries(labels).map(([key, value]) => ({ key, value: { stringValue: String(value) } }))
