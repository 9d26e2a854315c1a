// The metrics of deliveries. A delay is that of a first attempt: later ones follow the receiver's failures.
import { delays, metric, type ServiceMetrics, step } from '@lms/service-host'

export const deliveryDelay = metric({
  name: 'lms_delivery_delay_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'From an event to the first attempt to deliver it; a receiver that is slow, or wants few at a time, delays its own.',
  buckets: delays,
})
export const deliveryAttempts = metric({
  name: 'lms_delivery_attempts_total',
  kind: 'counter',
  unit: null,
  help: 'Attempts of deliveries by outcome: `ok`, or the name of the error; `server` for failures that are not the receiver’s.',
  labels: ['outcome'],
})
export const attemptDuration = metric({
  name: 'lms_delivery_attempt_duration_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'From the start of an attempt to the status of the answer, or to the error.',
  buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
})
const failingSubscriptions = metric({
  name: 'lms_subscriptions_failing',
  kind: 'gauge',
  unit: null,
  help: 'Subscriptions of which every delivery has failed lately, counted up to 10 000.',
})
const channelsWait = metric({
  name: 'lms_channels_waiting_seconds',
  kind: 'gauge',
  unit: 'seconds',
  help: 'How long the subscription with due deliveries waits that no process sends for.',
})

const maxCounted = 10_000

export const deliveryMetrics: ServiceMetrics = {
  name: 'deliveries',
  metrics: [failingSubscriptions, channelsWait],
  read: async ({ system, clock }) => {
    const [row] = await system.rows(
      step(
        `select (select count(*) from (
             select from webhooks.health where failing_since is not null limit ${maxCounted}) f),
           (select extract(epoch from $1::timestamptz - wake_at) from webhooks.channels
            where active and not suspended and wake_at <= $1::timestamptz
              and (leased_until is null or leased_until < now())
            order by wake_at limit 1)`,
        [clock.now().toISOString()],
      ),
    )
    const [failing, waiting] = row!
    return [
      { of: failingSubscriptions, value: Number(failing) },
      { of: channelsWait, value: Math.max(0, Number(waiting ?? 0)) },
    ]
  },
}

export const attemptMetrics: ServiceMetrics = {
  name: 'attempts',
  metrics: [deliveryDelay, deliveryAttempts, attemptDuration],
}
