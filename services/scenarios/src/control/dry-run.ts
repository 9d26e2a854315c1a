// Walks a graph on a virtual clock that jumps from wait to wait: a shell around the same core as the engine, without effects.
import type { Fields } from '../core/data-test.ts'
import {
  awaitsEvent,
  exitBy,
  type Input,
  type Left,
  nodeAt,
  type Reason,
  type RunState,
  step,
} from '../core/step.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph, RunData } from '../graph/node.ts'
import type { Verdict } from '../walking/looks.ts'

export interface Assumed {
  readonly begin: string
  readonly scenario_id: string
  readonly user_id: string
  readonly data: RunData
  readonly from: number
  readonly zone: string
  /** Answers of conditions, of rules that are waited for, and of what ends the run, by node. */
  readonly answers: Readonly<Record<string, Verdict>>
  /** Dates of waits by node. */
  readonly dates: Readonly<Record<string, string | null>>
  readonly events: readonly Happening[]
}
interface Happening {
  type: string
  at: number
  fields: Fields
}

export interface Passed extends Left {
  readonly entered: number
  readonly at: number
}

/** Maximum nodes of a dry run: a circle that waits has no other end. */
const maxPassed = 1000

/** The nodes that the person would pass, with their times, and how it would end. */
export function dryRun(graph: Graph, assumed: Assumed): { path: Passed[]; reason: Reason | null } {
  const { begin, scenario_id, user_id, data, zone, events } = assumed
  const path: Passed[] = []
  let wall = assumed.from
  let came = wall
  let run: RunState = {
    ...{ id: 'dry run', scenario_id, user_id, data, node: begin },
    ...{ visit: 0, phase: 'ready', due: null, ends: null, awaits: null },
  }
  const waiting = [...events].sort((one, other) => one.at - other.at)
  while (path.length < maxPassed) {
    const next = nextInput(graph, run, wall, assumed, waiting)
    wall = Math.max(wall, next.at)
    const stepped = step(graph, run, next.input, { wall, scenario: wall, zone, longest: null, looks: false })
    for (const [index, left] of stepped.left.entries())
      path.push({ ...left, entered: index === 0 ? came : wall, at: wall })
    if (stepped.left.length) came = wall
    if (stepped.over) return { path, reason: stepped.over }
    run = stepped.run
  }
  return { path: path.slice(0, maxPassed), reason: null }
}

/** What happens to the run next, and when; takes the events that it passes. */
function nextInput(
  graph: Graph,
  run: RunState,
  wall: number,
  { answers, dates }: Assumed,
  waiting: Happening[],
): { at: number; input: Input } {
  const { id } = nodeAt(graph, run.node)
  const ending = nodesOf(graph, 'exit').find(node => answers[node.id]?.holds)
  if (ending) return { at: wall, input: { kind: 'exit', node: ending.id, after: null } }
  if (run.phase === 'ready') return { at: wall, input: { kind: 'entered' } }
  if (run.phase === 'effect')
    return { at: wall, input: { kind: 'effect', outcome: 'assumed', reason: null, ids: [] } }
  if (run.phase === 'answer') {
    if (Object.hasOwn(dates, id)) return { at: wall, input: { kind: 'date', value: dates[id]! } }
    const answer = answers[id] ?? { holds: false, why: 'no answer is assumed' }
    return { at: wall, input: { kind: 'answer', ...answer } }
  }
  while (waiting[0] && waiting[0].at <= run.due!.at) {
    const { type, at, fields } = waiting.shift()!
    if (at < wall) continue
    const exit = exitBy(graph, type, fields, run.data)
    if (exit !== null) return { at, input: { kind: 'exit', node: exit, after: null } }
    if (awaitsEvent(nodeAt(graph, run.node), type, fields, run.data))
      return { at, input: { kind: 'event', type, fields } }
  }
  return { at: run.due!.at, input: { kind: 'time' } }
}
