// One move of one person through a graph: pure. The engine, the dry run and the test are shells around it.
import { createHash } from 'node:crypto'
import type { EventRef, Id } from '@lms/contract'
import { nodesById } from '../graph/graph.ts'
import type { DataTest, Graph, Node, NodeKind, NodeOf, RunData } from '../graph/node.ts'
import { type Due, dueOf, type Now } from './times.ts'

/** What a run waits for at its node. */
export type Phase = 'ready' | 'effect' | 'answer' | 'time' | 'event' | 'over'

export interface RunState {
  readonly id: string
  readonly user_id: string
  readonly node: string
  /** Number of nodes that it has come to: with the run it names an effect. */
  readonly visit: number
  readonly phase: Phase
  readonly due: Due | null
  /** The type of the event that it waits for. */
  readonly awaits: string | null
  readonly data: RunData
}

export type Reason = 'end' | 'goal' | 'stopped' | 'left' | 'merged' | 'erased' | 'failed'

export type Input =
  | { kind: 'entered' }
  | { kind: 'time' }
  | {
      kind: 'event'
      type: string
      fields: Readonly<Record<string, unknown>>
      /** Absent for what is no event of its own: a lesson that opens to many. */
      id?: Id<'evt'>
      /** When it happened; absent of one that was kept before this was. */
      at?: string
    }
  | {
      kind: 'effect'
      outcome: string
      reason: string | null
      ids: readonly string[]
      /** What the data of the run gets. */
      values?: RunData
      /** What the effect has emitted. */
      events?: readonly EventRef[]
    }
  | { kind: 'answer'; holds: boolean; why: string | null }

/** A node that a run has left. */
export interface Left {
  readonly node: string
  readonly kind: NodeKind
  readonly visit: number
  /** The exit: `next`, `yes`, `branches.1.next`; null at an end. */
  readonly exit: string | null
  readonly outcome: string | null
  readonly reason: string | null
  readonly ids: readonly string[]
}

export interface Stepped {
  readonly run: RunState
  readonly left: readonly Left[]
  /** The ids of nodes that it has come to, in order. */
  readonly came: readonly string[]
  /** Why the run is over; null if it is not. */
  readonly over: Reason | null
}

/** Kinds that wait for what comes of their effect. */
export const effects: ReadonlySet<NodeKind> = new Set([
  ...(['message', 'grant', 'revoke', 'tag', 'group', 'task', 'note', 'scenario', 'http'] as const),
])

interface Way {
  exit: string
  to: string | null
  outcome?: string | null
  reason?: string | null
  ids?: readonly string[]
  values?: RunData
}

/** Maximum values of the data of a run. */
const maxValues = 30

/** The node of the graph where a run is. A graph that was published has it. */
export function nodeAt(graph: Graph, id: string): Node {
  const node = nodesById(graph).get(id)
  if (!node) throw new Error(`The graph has no node ${id}.`)
  return node
}

/** The run after an input, up to where it waits again. An input that it does not wait for changes nothing. */
export function step(graph: Graph, run: RunState, input: Input, now: Now): Stepped {
  const nodes = nodesById(graph)
  const left: Left[] = []
  const came: string[] = []
  let state = run
  let way = wayOut(nodes.get(run.node)!, run, input)
  while (way) {
    const from = nodes.get(state.node)!
    const { exit, to, outcome = null, reason = null, ids = [], values } = way
    left.push({ node: from.id, kind: from.kind, visit: state.visit, exit, outcome, reason, ids })
    const node = nodes.get(to!)!
    came.push(node.id)
    const data = values ? withValues(state.data, values) : state.data
    state = arrive(node, { ...state, data, node: node.id, visit: state.visit + 1 }, now)
    if (node.kind === 'end' || node.kind === 'goal') {
      const { id, kind } = node
      left.push({ node: id, kind, visit: state.visit, exit: null, outcome: null, reason: null, ids: [] })
      return { run: { ...state, phase: 'over' }, left, came, over: node.kind }
    }
    way = state.phase === 'ready' ? wayOut(node, state, { kind: 'entered' }) : null
  }
  return { run: state, left, came, over: null }
}

/** How the input leads out of the node; null if it does not. */
function wayOut(node: Node, run: RunState, input: Input): Way | null {
  switch (node.kind) {
    case 'trigger':
      return input.kind === 'entered' ? { exit: 'next', to: node.next } : null
    case 'split':
      return input.kind === 'entered' ? branchOf(node, run) : null
    case 'wait':
      return endOfWait(node, run, input)
    case 'condition':
      if (node.if.by === 'data')
        return input.kind === 'entered' ? answered(node, holds(node.if.test, run.data)) : null
      return input.kind === 'answer' && run.phase === 'answer' ? answered(node, input.holds, input.why) : null
    case 'goal':
    case 'end':
      return null
    default:
      if (input.kind !== 'effect' || run.phase !== 'effect') return null
      if (node.kind === 'http' && input.outcome === 'failed')
        return { exit: 'failed', to: node.failed, outcome: 'failed', reason: input.reason }
      return { ...input, exit: 'next', to: node.next }
  }
}

/** The data with these values, as far as there is room. */
const withValues = (data: RunData, values: RunData): RunData =>
  Object.fromEntries(Object.entries({ ...data, ...values }).slice(0, maxValues))

const answered = (node: NodeOf<'condition'>, yes: boolean, reason: string | null = null): Way => ({
  exit: yes ? 'yes' : 'no',
  to: yes ? node.yes : node.no,
  reason,
})

function endOfWait({ until, next, timeout }: NodeOf<'wait'>, run: RunState, input: Input): Way | null {
  if (input.kind === 'time' && (run.phase === 'time' || run.phase === 'event'))
    return until.by === 'event'
      ? { exit: 'timeout', to: timeout, outcome: 'timeout' }
      : { exit: 'next', to: next }
  const isAwaited =
    until.by === 'event' &&
    input.kind === 'event' &&
    run.phase === 'event' &&
    input.type === until.type &&
    passes(until.filter, input.fields)
  return isAwaited ? { exit: 'next', to: next, outcome: 'event' } : null
}

/** The run at a node that it has come to. */
function arrive(node: Node, run: RunState, now: Now): RunState {
  const at = { ...run, phase: 'ready' as Phase, due: null, awaits: null }
  if (effects.has(node.kind)) return { ...at, phase: 'effect' }
  if (node.kind === 'condition' && node.if.by !== 'data') return { ...at, phase: 'answer' }
  if (node.kind !== 'wait') return at
  const due = dueOf(node.until, now)
  return node.until.by === 'event'
    ? { ...at, phase: 'event', due, awaits: node.until.type }
    : { ...at, phase: 'time', due }
}

/** The same person takes the same branch of a split each time, in every scenario run. */
function branchOf({ id, branches }: NodeOf<'split'>, { user_id }: RunState): Way {
  const total = branches.reduce((sum, { weight }) => sum + weight, 0)
  const hash = createHash('sha256').update(`${id} ${user_id}`).digest().readUInt32BE()
  let place = (hash / 2 ** 32) * total
  const index = branches.findIndex(({ weight }) => {
    place -= weight
    return place < 0
  })
  return { exit: `branches.${index}.next`, to: branches[index]!.next }
}

/** Whether all tests of the fields hold. */
export const passes = (filter: readonly DataTest[], fields: Readonly<Record<string, unknown>>): boolean =>
  filter.every(test => holds(test, fields))

function holds({ name, equals, at_least }: DataTest, values: Readonly<Record<string, unknown>>): boolean {
  const value = Object.hasOwn(values, name) ? values[name] : undefined
  if (value === undefined || value === null) return false
  if (equals !== undefined && value !== equals) return false
  return at_least === undefined || (typeof value === 'number' && value >= at_least)
}
