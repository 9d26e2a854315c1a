// The metrics of the gateway, beside those that every process has.
import {
  commonMetrics,
  type Metric,
  Metrics,
  metric,
  readingOfProcess,
  refusals,
  requestDuration,
  requests,
} from '@lms/service-host/front'
import { type Exchange, outcomeOf } from '../http/exchange.ts'
import type { LimitName } from '../limits/rate-limit.ts'

const rateLimited = metric({
  name: 'lms_rate_limited_total',
  kind: 'counter',
  unit: null,
  help: 'Refusals for a rate or a budget, by what was used up: of a `key`, a `school`, a `visitor`, a `guest`, a `network`, a `probe`, a `budget`.',
  labels: ['limit'],
})
const bytesSent = metric({
  name: 'lms_http_sent_bytes_total',
  kind: 'counter',
  unit: 'bytes',
  help: 'Bytes of answers, with their heads, at the schools’ addresses.',
})
const openStreams = metric({
  name: 'lms_listeners',
  kind: 'gauge',
  unit: null,
  help: 'Clients that listen to a room.',
})
const feedIsLive = metric({
  name: 'lms_feed_live',
  kind: 'gauge',
  unit: null,
  help: '1 while changes of schools and keys arrive from the bus; without them each is asked for at every use.',
})

/** All that a gateway has. */
export const gatewayMetrics: readonly Metric[] = [
  ...commonMetrics,
  rateLimited,
  bytesSent,
  openStreams,
  feedIsLive,
]

export interface Figures {
  readonly listeners: () => number
  readonly live: () => boolean
}

export class GatewayMetrics extends Metrics {
  constructor() {
    super('gateway', gatewayMetrics)
    this.readWith(readingOfProcess())
  }

  /** Reads these of the gateway's parts. */
  read({ listeners, live }: Figures): void {
    this.readWith({
      name: 'gateway',
      metrics: [openStreams, feedIsLive],
      read: () => [
        { of: openStreams, value: listeners() },
        { of: feedIsLive, value: live() ? 1 : 0 },
      ],
    })
  }

  /** Counts a request at its end. */
  note(exchange: Exchange): void {
    const { template: operation, reason, lasts, milliseconds } = exchange
    const status = String(outcomeOf(exchange).status)
    this.count(requests, { operation, status })
    if (!lasts) this.observe(requestDuration, { operation }, milliseconds / 1000)
    if (reason) this.count(refusals, { reason })
  }

  sent(bytes: number): void {
    this.count(bytesSent, {}, bytes)
  }

  limited(limit: LimitName): void {
    this.count(rateLimited, { limit })
  }
}
