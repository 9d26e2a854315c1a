// One move of one person through a graph: pure. The engine, the dry run and the test are shells around it.
import { createHash } from 'node:crypto'
import { answerAt, askOf } from '../graph/asks.ts'
import { nodesById } from '../graph/graph.ts'
import type { Graph, Node, NodeKind, NodeOf, RunData } from '../graph/node.ts'
import { type Fields, holds, passes } from './data-test.ts'
import type { Input, Phase, RunState, Way } from './run-state.ts'
import type { Now } from './times.ts'
import { beginWait, leaveWait, looksIn } from './waits.ts'

export type { Input, Outcome, Phase, RunState } from './run-state.ts'

export type Reason = 'end' | 'goal' | 'exit' | 'stopped' | 'left' | 'merged' | 'erased' | 'failed'

/** A node that a run has left. */
export interface PassedNode {
  readonly node: string
  readonly kind: NodeKind
  readonly visit: number
  /** The exit: `next`, `yes`, `branches.1.next`, `exit` where the run was ended; null at an end. */
  readonly exit: string | null
  readonly outcome: string | null
  readonly reason: string | null
  readonly ids: readonly string[]
}

export interface Stepped {
  readonly run: RunState
  readonly left: readonly PassedNode[]
  /** The ids of nodes that it has come to, in order. */
  readonly came: readonly string[]
  /** Why the run is over; null if it is not. */
  readonly over: Reason | null
}

/** Kinds that wait for what comes of their effect. */
export const effects: ReadonlySet<NodeKind> = new Set([
  ...(['message', 'grant', 'revoke', 'tag', 'group', 'task', 'note', 'scenario', 'http'] as const),
  ...(['field', 'mailing'] as const),
])

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
  const look = looksIn(graph)
  const passedNodes: PassedNode[] = []
  const came: string[] = []
  let state = run
  let way: Way | RunState | null = wayOut(nodes.get(run.node)!, run, input, { now, look })
  while (way && 'exit' in way) {
    const from = nodes.get(state.node)!
    const { exit, to, outcome = null, reason = null, ids = [], values } = way
    passedNodes.push({ node: from.id, kind: from.kind, visit: state.visit, exit, outcome, reason, ids })
    const node = nodes.get(to!)!
    came.push(node.id)
    const data = values ? withValues(state.data, values) : state.data
    state = arrive(node, { ...state, data, node: node.id, visit: state.visit + 1 }, { now, look })
    if (node.kind === 'end' || node.kind === 'goal' || node.kind === 'exit') {
      const { id, kind } = node
      passedNodes.push({
        node: id,
        kind,
        visit: state.visit,
        exit: null,
        outcome: null,
        reason: null,
        ids: [],
      })
      return {
        run: { ...state, phase: 'over' },
        left: passedNodes,
        came,
        over: kind === 'exit' ? node.as : kind,
      }
    }
    way = state.phase === 'ready' ? wayOut(node, state, { kind: 'entered' }, { now, look }) : null
  }
  return { run: way ?? state, left: passedNodes, came, over: null }
}

interface At {
  now: Now
  /** Whether waits are left for looks at what ends the run. */
  look: boolean
}

/** How the input leads out of the node, or how the run stays there; null if the input changes nothing. */
function wayOut(node: Node, run: RunState, input: Input, { now, look }: At): Way | RunState | null {
  if (input.kind === 'exit') return { ...input.after, exit: 'exit', to: input.node }
  switch (node.kind) {
    case 'trigger':
      return input.kind === 'entered' ? { exit: 'next', to: node.next } : null
    case 'split':
      return input.kind === 'entered' ? branchOf(node, run) : null
    case 'wait':
      return leaveWait(node, run, input, { now, look })
    case 'condition':
      if (node.if.by === 'data')
        return input.kind === 'entered' ? answered(node, holds(node.if.test, run.data, run.data)) : null
      return input.kind === 'answer' && run.phase === 'answer' ? answered(node, input.holds, input.why) : null
    case 'goal':
    case 'end':
    case 'exit':
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

/** The run at a node that it has come to. */
function arrive(node: Node, run: RunState, { now, look }: At): RunState {
  const at = { ...run, phase: 'ready' as Phase, due: null, ends: null, awaits: null }
  if (effects.has(node.kind)) return { ...at, phase: 'effect' }
  if (node.kind === 'condition' && answerAt(node)) return { ...at, phase: 'answer' }
  return node.kind === 'wait' ? beginWait(node, at, { now, look }) : at
}

/** The same person takes the same branch of a split each time, in every run of the scenario. */
function branchOf({ id, branches }: NodeOf<'split'>, { scenario_id, user_id }: RunState): Way {
  const total = branches.reduce((sum, { weight }) => sum + weight, 0)
  const hash = createHash('sha256').update(`${scenario_id} ${id} ${user_id}`).digest().readUInt32BE()
  let position = (hash / 2 ** 32) * total
  const index = branches.findIndex(({ weight }) => {
    position -= weight
    return position < 0
  })
  return { exit: `branches.${index}.next`, to: branches[index]!.next }
}

/** Whether the event ends the wait of the run at this node. */
export const awaitsEvent = (node: Node | undefined, type: string, fields: Fields, data: RunData): boolean =>
  node?.kind === 'wait' && hears(node, type, fields, data)

/** The first node of the kind exit to which the event leads; null if none does. */
export const exitBy = (graph: Graph, type: string, fields: Fields, data: RunData): string | null =>
  graph.nodes.find(node => node.kind === 'exit' && hears(node, type, fields, data))?.id ?? null

function hears(node: Node, type: string, fields: Fields, data: RunData): boolean {
  const ask = askOf(node, 'event')
  return ask !== null && ask.type === type && passes(ask.filter, fields, data)
}
