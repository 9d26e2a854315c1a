// One request as a tree that is read from top to bottom: what was called, what it changed, what was told of it,
// and what became of every delivery.
import colors from 'picocolors'
import type { Entry } from './tree.ts'

/** What the operator door answers to a trace; see `GET /operator/v1/trace/{requestId}`. */
export interface Trace {
  request_id: string
  transactions: readonly TracedTransaction[]
  /** Events that no transaction names: reactions told them. */
  events: readonly TracedEvent[]
  /** Services whose part is missing. */
  away: readonly string[]
}

export interface TracedTransaction {
  id: string
  school_id: string
  service: string
  operation: string
  object_id: string | null
  key_id: string | null
  actor_user_id: string | null
  role: string | null
  status: number
  request_id: string
  client_request_id: string | null
  duration_ms: number
  created_at: string
  events: readonly TracedEvent[]
}

export interface TracedEvent {
  id: string
  type: string
  created_at: string
  state: 'waiting' | 'published' | 'journaled'
  sequence: number | null
  deliveries: readonly TracedDelivery[]
}

export interface TracedDelivery {
  id: string
  webhook_id: string
  status: string
  attempt_count: number
  next_attempt_at: string | null
  manual: boolean
  replayed: boolean
  created_at: string
  attempts: readonly TracedAttempt[]
}

export interface TracedAttempt {
  id: string
  number: number
  response_code: number | null
  duration_ms: number
  error: string | null
  created_at: string
}

const { bold, cyan, dim, green, red, yellow } = colors

/** The tree of a trace. Times are given from the start of the first transaction, in milliseconds. */
export function traceTree(trace: Trace): Entry {
  const from = startOf(trace)
  const client = trace.transactions.find(({ client_request_id }) => client_request_id)?.client_request_id
  return {
    line: [
      bold(`request ${trace.request_id}`),
      client ? dim(`(the client’s ${JSON.stringify(client)})`) : '',
      from === null ? '' : dim(new Date(from).toISOString()),
    ]
      .filter(Boolean)
      .join('  '),
    below: [
      ...trace.transactions.map(transaction => transactionEntry(transaction, from!)),
      ...trace.events.map(event => eventEntry(event, from!, 'told by a reaction')),
      ...trace.away.map(name => ({ line: red(`${name} did not answer: its part is missing`) })),
    ],
  }
}

/** When the request began, in milliseconds of the clock: its first transaction, else its first event. */
function startOf({ transactions, events }: Trace): number | null {
  const begins = transactions.map(({ created_at, duration_ms }) => Date.parse(created_at) - duration_ms)
  const times = begins.length ? begins : events.map(({ created_at }) => Date.parse(created_at))
  return times.length ? Math.min(...times) : null
}

/** `+12 ms` after the start. */
const after = (time: string, from: number) => dim(`+${Math.max(0, Date.parse(time) - from)} ms`)

function transactionEntry(transaction: TracedTransaction, from: number): Entry {
  const { operation, status, duration_ms, service, events } = transaction
  return {
    line: `${cyan(operation)}  ${coloured(status)}  ${duration_ms} ms  ${dim(`in ${service}`)}`,
    below: [
      { line: `by ${callerOf(transaction)}  ${dim(`of ${transaction.school_id}`)}` },
      ...(transaction.object_id ? [{ line: `object ${transaction.object_id}` }] : []),
      { line: `audit ${transaction.id}  ${after(transaction.created_at, from)}` },
      ...events.map(event => eventEntry(event, from)),
    ],
  }
}

function callerOf({ key_id, actor_user_id, role }: TracedTransaction): string {
  const acting = actor_user_id ? `, acting as ${actor_user_id}` : ''
  return `${key_id ?? 'the system'}${role ? ` (${role})` : ''}${acting}`
}

function eventEntry(event: TracedEvent, from: number, note = ''): Entry {
  const where = {
    waiting: yellow('in the outbox'),
    published: yellow('on its way to the journal'),
    journaled: `journal ${event.sequence}`,
  }[event.state]
  const line = [`event ${bold(event.type)}`, event.id, where, after(event.created_at, from), dim(note)]
  return {
    line: line.filter(part => part !== '' && part !== dim('')).join('  '),
    below: event.deliveries.map(delivery => deliveryEntry(delivery, from)),
  }
}

function deliveryEntry(delivery: TracedDelivery, from: number): Entry {
  const { id, webhook_id, status, next_attempt_at, manual, replayed, created_at, attempts } = delivery
  const colour = { delivered: green, failed: red }[status] ?? yellow
  const notes = [manual ? 'by hand' : '', replayed ? 'replayed' : ''].filter(Boolean).join(', ')
  return {
    line: [
      `delivery ${id}`,
      dim(`to ${webhook_id}`),
      colour(status),
      after(created_at, from),
      ...(notes ? [dim(notes)] : []),
    ].join('  '),
    below: [
      ...attempts.map(attempt => attemptEntry(attempt, from)),
      ...(next_attempt_at ? [{ line: yellow(`next attempt at ${next_attempt_at}`) }] : []),
    ],
  }
}

function attemptEntry(
  { number, response_code, duration_ms, error, created_at }: TracedAttempt,
  from: number,
): Entry {
  const outcome = response_code === null ? red('no answer') : coloured(response_code)
  return {
    line: [
      `attempt ${number}`,
      outcome,
      `${duration_ms} ms`,
      ...(error ? [red(error)] : []),
      after(created_at, from),
    ].join('  '),
  }
}

const coloured = (status: number) => (status < 300 ? green : status < 500 ? yellow : red)(String(status))
