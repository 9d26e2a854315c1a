// How a run waits: pure.
import { answerAt, exitRules } from '../graph/asks.ts'
import type { Graph, NodeOf } from '../graph/node.ts'
import { passes } from './data-test.ts'
import type { Input, RunState, Way } from './run-state.ts'
import { type Due, dueOf, isReached, type Look, lookOf, momentOf, type Now, sooner } from './times.ts'

interface At {
  now: Now
  /** Whether waits are left for looks at what ends the run. */
  look: boolean
}
type Wait = NodeOf<'wait'>

/** Whether what ends a run wherever it is has to be looked at: a rule does not say when it begins to hold. */
export const looksIn = (graph: Graph): boolean => exitRules(graph).length > 0

/** The run at a wait that it has come to: ready where there is nothing to wait for. */
export function beginWait({ until }: Wait, run: RunState, at: At): RunState {
  const { now } = at
  if (until.by === 'date') {
    if (until.of.from !== 'data') return { ...run, phase: 'answer' }
    const moment = momentIn(until, run, now)
    return moment === null || moment < now.wall ? run : waiting(run, { clock: 'wall', at: moment }, at)
  }
  const due = dueOf(until, now)
  if (until.by === 'rule') return { ...run, phase: 'answer', ends: { ...due, from: now.wall } }
  if (until.by !== 'event') return waiting(run, due, at)
  return { ...waiting(run, due, at), phase: 'event', awaits: until.type }
}

/** How the input leads out of the wait, or how the run waits on; null if it changes nothing. */
export function leaveWait(node: Wait, run: RunState, input: Input, at: At): Way | RunState | null {
  const { until, next, timeout } = node
  const isWaiting = run.phase === 'time' || run.phase === 'event'
  switch (input.kind) {
    case 'entered':
      return anew(node, run, at)
    case 'time':
      return isWaiting ? atTime(node, run, at) : null
    case 'event':
      return until.by === 'event' &&
        run.phase === 'event' &&
        input.type === until.type &&
        passes(until.filter, input.fields, run.data)
        ? { exit: 'next', to: next, outcome: 'event' }
        : null
    case 'answer':
      if (until.by !== 'rule' || run.phase !== 'answer') return null
      if (input.holds) return { exit: 'next', to: next, outcome: 'rule', reason: input.why }
      // A run that was moved to this wait has no end of it: that of its own is over.
      return run.ends === null || isReached(run.ends, at.now)
        ? { exit: 'timeout', to: timeout, outcome: 'timeout', reason: input.why }
        : waiting(run, run.ends, at, 'rule')
    case 'date':
      return run.phase === 'answer' ? withDate(node, run, input.value, at) : null
    default:
      return null
  }
}

/** The wait from its beginning: of a run whose date has passed or is none, or that was moved from a wait that asks to one that does not. */
function anew(node: Wait, run: RunState, at: At): Way | RunState {
  const fresh = beginWait(node, { ...run, phase: 'ready', due: null, ends: null, awaits: null }, at)
  return fresh.phase === 'ready' ? { exit: 'timeout', to: node.timeout, outcome: 'timeout' } : fresh
}

/** What was due is the end, or a look before it. */
function atTime(node: Wait, run: RunState, at: At): Way | RunState {
  const { until, next, timeout } = node
  const isEnd = run.ends === null || isReached(run.ends, at.now)
  const asks = answerAt(node) !== null
  // The end of a test is not that of what it waits for.
  if (asks && !(until.by === 'date' && at.now.longest !== null)) return { ...run, phase: 'answer', due: null }
  if (!isEnd) return waiting(run, run.ends!, at)
  return until.by === 'event'
    ? { exit: 'timeout', to: timeout, outcome: 'timeout' }
    : { exit: 'next', to: next }
}

/** The date is asked for again at each look, because it can change: it counts from when the person came. */
function withDate(
  { until, next, timeout }: Wait,
  run: RunState,
  value: string | null,
  at: At,
): Way | RunState | null {
  if (until.by !== 'date') return null
  const { now } = at
  const from = run.ends?.from ?? now.wall
  const moment = value === null ? null : momentOf(until, value, { from, zone: now.zone })
  const isFirst = run.ends === null
  if (moment === null || (isFirst && moment < now.wall))
    return {
      exit: 'timeout',
      to: timeout,
      outcome: 'timeout',
      reason: moment === null ? 'no date' : 'it has passed',
    }
  if (moment <= now.wall) return { exit: 'next', to: next }
  return waiting(
    { ...run, ends: { clock: 'wall', at: moment, from } },
    { clock: 'wall', at: moment },
    at,
    'date',
  )
}

const momentIn = (
  until: Extract<Wait['until'], { by: 'date' }>,
  { data }: RunState,
  now: Now,
): number | null => {
  const value = until.of.from === 'data' && Object.hasOwn(data, until.of.name) ? data[until.of.name] : null
  return typeof value === 'string' ? momentOf(until, value, { from: now.wall, zone: now.zone }) : null
}

/** The run waits until then, unless it is looked at before. */
function waiting(run: RunState, end: Due, { now, look }: At, own: Look | null = null): RunState {
  const phase = run.awaits === null ? ('time' as const) : ('event' as const)
  const ends = sooner(end, now)
  const by = look ? 'rule' : own
  if (by === null) return { ...run, phase, due: ends, ends: null }
  return { ...run, phase, due: lookOf(ends, by, now), ends: { ...ends, from: run.ends?.from ?? now.wall } }
}
