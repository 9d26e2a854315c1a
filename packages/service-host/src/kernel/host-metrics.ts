// The metrics of every service, and those that the gateway has in common with them.
import { type Metric, metric } from './metric.ts'
import { processMetrics } from './process-metrics.ts'

/** From what a quick call takes to the deadline of the slowest one. */
const durations = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** From the usual way to a day. */
export const delays = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 900, 3600, 21_600, 86_400]

export const requests = metric({
  name: 'lms_http_requests_total',
  kind: 'counter',
  unit: null,
  help: 'Requests by operation (method and path template) and status of the answer; 499 for a client that left.',
  labels: ['operation', 'status'],
})
export const requestDuration = metric({
  name: 'lms_http_request_duration_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'From the head of a request to the end of its answer, by operation; without answers that last as long as the client stays.',
  labels: ['operation'],
  buckets: durations,
})
export const refusals = metric({
  name: 'lms_http_refusals_total',
  kind: 'counter',
  unit: null,
  help: 'Refused requests by their reason, which the reference of the API explains.',
  labels: ['reason'],
})

/** Declared by every process that answers requests. */
export const commonMetrics: readonly Metric[] = [...processMetrics, requests, requestDuration, refusals]

export const connectionWait = metric({
  name: 'lms_connection_wait_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'How long work waited for a connection to Postgres: `requests` of schools, `background` for reactions and tasks, `system` for what crosses schools.',
  labels: ['pool'],
  buckets: [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5],
})
export const connections = metric({
  name: 'lms_connections',
  kind: 'gauge',
  unit: null,
  help: 'Connections to Postgres, by pool and state: `busy`, `idle`, and `waiting` for work without one.',
  labels: ['pool', 'state'],
})
export const outboxRows = metric({
  name: 'lms_outbox_rows',
  kind: 'gauge',
  unit: null,
  help: 'Messages that their readers have not confirmed, counted up to 10 000.',
})
export const outboxOldest = metric({
  name: 'lms_outbox_oldest_seconds',
  kind: 'gauge',
  unit: 'seconds',
  help: 'The age of the oldest message that a reader has not confirmed.',
})
export const outboxSetAside = metric({
  name: 'lms_outbox_set_aside_rows',
  kind: 'gauge',
  unit: null,
  help: 'Messages that the stream can never accept, counted up to 10 000.',
})
export const relayMessages = metric({
  name: 'lms_relay_messages_total',
  kind: 'counter',
  unit: null,
  help: 'Messages that the relay gave to the stream, by outcome: `stored`, `refused` (comes again), `never` (set aside).',
  labels: ['outcome'],
})
export const relayAgain = metric({
  name: 'lms_sweep_messages_total',
  kind: 'counter',
  unit: null,
  help: 'Messages that the sweep published again, because a reader missed them for a minute.',
})
export const relayFailures = metric({
  name: 'lms_relay_failures_total',
  kind: 'counter',
  unit: null,
  help: 'Faults of relay and sweep, after which they continue: a stream or a reader that is away.',
})
export const leader = metric({
  name: 'lms_leader',
  kind: 'gauge',
  unit: null,
  help: '1 in the process that holds a lease, by the part that needs one: `relay`, `journal`. One process of a service has it.',
  labels: ['lease'],
})
export const tasks = metric({
  name: 'lms_tasks',
  kind: 'gauge',
  unit: null,
  help: 'Tasks by queue and state, among 10 000 of each state; a queue without tasks has no series.',
  labels: ['queue', 'state'],
})
export const taskDelay = metric({
  name: 'lms_task_delay_seconds',
  kind: 'gauge',
  unit: 'seconds',
  help: 'How long the oldest due task of a queue has waited; `all` is that of any queue.',
  labels: ['queue'],
})
export const taskRuns = metric({
  name: 'lms_task_runs_total',
  kind: 'counter',
  unit: null,
  help: 'Runs of tasks by queue and outcome: `done`, `again` (failed and comes again), `failed` (for good).',
  labels: ['queue', 'outcome'],
})
export const reactionEvents = metric({
  name: 'lms_reaction_events',
  kind: 'gauge',
  unit: null,
  help: 'Events that a reaction has still to hear of, or to finish.',
  labels: ['reaction'],
})
export const reactionDelay = metric({
  name: 'lms_reaction_delay_seconds',
  kind: 'histogram',
  unit: 'seconds',
  help: 'From an event to the end of its effect, by reaction.',
  labels: ['reaction'],
  buckets: delays,
})

/** Declared by every service. */
export const hostMetrics: readonly Metric[] = [
  ...commonMetrics,
  connectionWait,
  connections,
  outboxRows,
  outboxOldest,
  outboxSetAside,
  relayMessages,
  relayAgain,
  relayFailures,
  leader,
  tasks,
  taskDelay,
  taskRuns,
  reactionEvents,
  reactionDelay,
]
