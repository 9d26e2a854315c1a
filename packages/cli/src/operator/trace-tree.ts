// One request as a tree, from top to bottom: its answer, its changes, their events, the reactions, every delivery, and the
// requests that followed from it.
import type { Trace } from '@lms/gateway/operator'
import colors from 'picocolors'
import type { Entry } from './tree.ts'

type TracedRequest = Trace['requests'][number]
type TracedTransaction = Trace['transactions'][number]
type TracedConfirmation = Trace['confirmations'][number]
type TracedEvent = Trace['events'][number]
type TracedEffect = Trace['effects'][number]
type TracedTask = Trace['tasks'][number]
type TracedReaction = TracedEvent['reactions'][number]
type TracedDelivery = TracedEvent['deliveries'][number]
type TracedAttempt = TracedDelivery['attempts'][number]

const { bold, cyan, dim, green, red, yellow } = colors

/** The tree of a trace. Times are milliseconds since the request arrived. */
export function traceTree(trace: Trace): Entry {
  const { requests, transactions, events, effects, tasks, away: unavailable } = trace
  const from = startOf(trace)
  const client = [...requests, ...transactions].find(each => each.client_request_id && !parentOf(each, trace))
  const ids = new Set([...requests, ...transactions].map(({ request_id }) => request_id))
  const roots = [...ids].filter(id => !parentOf(anyOf(id, trace), trace))
  return {
    line: [
      bold(`request ${trace.request_id}`),
      client ? dim(`(the client’s ${JSON.stringify(client.client_request_id)})`) : '',
      from === null ? '' : dim(new Date(from).toISOString()),
    ]
      .filter(Boolean)
      .join('  '),
    below: [
      ...roots.flatMap(id => entriesOf(id, trace, from!)),
      ...events.map(event => eventEntry(event, from!, causeOf(event))),
      ...effects.map(effect => effectEntry(effect, from!)),
      ...tasks.map(task => taskEntry(task)),
      ...unavailable.map(name => ({ line: red(`${name} did not answer: its part is missing`) })),
    ],
  }
}

type RequestIds = Pick<TracedTransaction, 'request_id' | 'client_request_id'>
const anyOf = (id: string, { requests, transactions }: Trace): RequestIds =>
  [...requests, ...transactions].find(({ request_id }) => request_id === id)!

/** The request from which one followed: the question of a call, or the one whose proposal it answers. */
function parentOf({ request_id, client_request_id }: RequestIds, trace: Trace): string | null {
  const { requests, transactions, confirmations } = trace
  const proposed = confirmations.find(({ answered_in }) => answered_in === request_id)?.asked_in
  const isKnown = (id: string | null | undefined) =>
    id !== request_id && [...requests, ...transactions].some(each => each.request_id === id)
  return [proposed, client_request_id].find(isKnown) ?? null
}

/** What a request did, and below it what followed. */
function entriesOf(id: string, trace: Trace, from: number): Entry[] {
  const { requests, transactions, confirmations } = trace
  const own = transactions.filter(({ request_id }) => request_id === id)
  const records = requests.filter(({ request_id }) => request_id === id)
  const answers = new Set(confirmations.map(({ answered_in }) => answered_in))
  const calls = new Set(
    [...requests, ...transactions]
      .filter(each => parentOf(each, trace) === id && !answers.has(each.request_id))
      .map(({ request_id }) => request_id),
  )
  const followed = [
    ...[...calls].flatMap(call => entriesOf(call, trace, from)),
    ...confirmations
      .filter(({ asked_in }) => asked_in === id)
      .map(confirmation => confirmationEntry(confirmation, trace, from)),
  ]
  const entries = records.length
    ? records.map((record, index) => requestEntry(record, index === 0 ? own : [], from))
    : own.map(transaction => transactionEntry(transaction, from))
  const [first, ...others] = entries as [Entry, ...Entry[]]
  return [{ ...first, below: [...(first.below ?? []), ...followed] }, ...others]
}

/** A proposal, and the request that answered it. One request may answer several; it stands below the first. */
function confirmationEntry(
  { id, operation, status, answered_in }: TracedConfirmation,
  trace: Trace,
  from: number,
): Entry {
  const first = trace.confirmations.find(each => each.answered_in === answered_in)
  const isTraced = answered_in !== null && first?.id === id && anyOf(answered_in, trace)
  return {
    line: `proposal ${bold(operation)}  ${id}  ${(status === 'finished' ? green : yellow)(status)}`,
    below: isTraced ? entriesOf(answered_in, trace, from) : [],
  }
}

/** When the request arrived, in milliseconds of the clock: by its record, its first transaction, event or task. */
function startOf({ requests, transactions, events, effects, tasks }: Trace): number | null {
  const begins = transactions.map(({ created_at, duration_ms }) => Date.parse(created_at) - duration_ms)
  const emitted = [...events, ...tasks].map(({ created_at }) => Date.parse(created_at))
  const ended = effects.map(({ at }) => Date.parse(at))
  const times = [...requests.map(({ created_at }) => Date.parse(created_at)), ...begins]
  if (times.length) return Math.min(...times)
  return emitted.length + ended.length ? Math.min(...emitted, ...ended) : null
}

const causeOf = ({ cause_id }: TracedEvent) => `emitted by a reaction${cause_id ? ` to ${cause_id}` : ''}`

/** `+12 ms` after the start. */
const after = (time: string, from: number) => dim(`+${Math.max(0, Date.parse(time) - from)} ms`)

/** The gateway's record. For a refused or reading request this is all; a change has the rest in its transactions. */
function requestEntry(
  { operation, status, reason, service, duration_ms, school_id, created_at, ...caller }: TracedRequest,
  transactions: readonly TracedTransaction[],
  from: number,
): Entry {
  const line = [
    cyan(operation),
    coloured(status),
    ...(reason ? [yellow(reason)] : []),
    `${duration_ms} ms`,
    dim(service ? `at the gateway, sent to ${service}` : 'answered by the gateway'),
    after(created_at, from),
  ]
  const by = `by ${caller.key_id ? callerOf({ ...caller, role: null }) : 'an unknown caller'}  ${dim(`of ${school_id}`)}`
  return {
    line: line.join('  '),
    below: [{ line: by }, ...transactions.map(transaction => transactionEntry(transaction, from))],
  }
}

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

/** A task that the request has left and that is not done. */
function taskEntry({ service, queue, id, status, failures, error, due_at }: TracedTask): Entry {
  const line = [
    `task ${bold(`${service}.${queue}`)}`,
    id,
    (status === 'failed' ? red : yellow)(status),
    ...(failures ? [`failed ${failures} times${error ? `: ${error}` : ''}`] : []),
    dim(`due at ${due_at}`),
  ]
  return { line: line.join('  ') }
}

/** What a scenario did to a person. */
function effectEntry({ kind, node, outcome, reason, ids, run_id, at }: TracedEffect, from: number): Entry {
  const line = [
    `effect ${bold(kind)}`,
    ...ids,
    (outcome === 'done' ? green : yellow)([outcome, reason].filter(Boolean).join(': ')),
    dim(`at ${node} of ${run_id}`),
    after(at, from),
  ]
  return { line: line.join('  ') }
}

interface CalledBy {
  key_id: string | null
  actor_user_id: string | null
  role: string | null
}
function callerOf({ key_id, actor_user_id, role }: CalledBy): string {
  const acting = actor_user_id ? `, acting as ${actor_user_id}` : ''
  return `${key_id ?? 'the system'}${role ? ` (${role})` : ''}${acting}`
}

function eventEntry(event: TracedEvent, from: number, note = ''): Entry {
  const where = {
    waiting: yellow('in the outbox'),
    journaled: `journal ${event.sequence}`,
  }[event.state]
  const line = [`event ${bold(event.type)}`, event.id, where, after(event.created_at, from), dim(note)]
  return {
    line: line.filter(part => part !== '' && part !== dim('')).join('  '),
    below: [
      ...event.reactions.map(reaction => reactionEntry(reaction, from)),
      ...event.deliveries.map(delivery => deliveryEntry(delivery, from)),
    ],
  }
}

const reactionEntry = ({ service, reaction, handled_at }: TracedReaction, from: number): Entry => ({
  line: `${service} reacts (${reaction})  ${handled_at ? after(handled_at, from) : yellow('not yet')}`,
})

function deliveryEntry(delivery: TracedDelivery, from: number): Entry {
  const { id, webhook_id, status, next_attempt_at, manual, replayed, created_at, attempts } = delivery
  const colour = status === 'delivered' ? green : status === 'failed' ? red : yellow
  const notes = [manual ? 'manual' : '', replayed ? 'replayed' : ''].filter(Boolean).join(', ')
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
  { number, response_code, duration_ms, error, error_detail, created_at }: TracedAttempt,
  from: number,
): Entry {
  const outcome = response_code === null ? red('no answer') : coloured(response_code)
  return {
    line: [
      `attempt ${number}`,
      outcome,
      `${duration_ms} ms`,
      ...(error ? [red([error, error_detail].filter(Boolean).join(' '))] : []),
      after(created_at, from),
    ].join('  '),
  }
}

const coloured = (status: number) => (status < 300 ? green : status < 500 ? yellow : red)(String(status))
