// Walks a graph on a virtual clock that jumps from wait to wait: a shell around the same core as the engine, without effects.
import { type Input, type Left, nodeAt, type Reason, type RunState, step } from '../core/step.ts'
import type { Graph, RunData } from '../graph/node.ts'

export interface Assumed {
  readonly begin: string
  readonly user_id: string
  readonly data: RunData
  readonly from: number
  readonly zone: string
  /** Answers of conditions by node. */
  readonly answers: Readonly<Record<string, Verdict>>
  readonly events: readonly { type: string; at: number; fields: Readonly<Record<string, unknown>> }[]
}

export interface Verdict {
  readonly holds: boolean
  readonly why: string | null
}

export interface Passed extends Left {
  readonly entered: number
  readonly at: number
}

/** Maximum nodes of a dry run: a circle that waits has no other end. */
const maxPassed = 1000

/** The nodes that the person would pass, with their times, and how it would end. */
export function dryRun(graph: Graph, assumed: Assumed): { path: Passed[]; reason: Reason | null } {
  const { begin, user_id, data, zone, events } = assumed
  const path: Passed[] = []
  let wall = assumed.from
  let came = wall
  let run: RunState = {
    ...{ id: 'dry run', user_id, data, node: begin },
    ...{ visit: 0, phase: 'ready', due: null, awaits: null },
  }
  const waiting = [...events].sort((one, other) => one.at - other.at)
  while (path.length < maxPassed) {
    const next = nextInput(graph, run, wall, assumed.answers, waiting)
    wall = Math.max(wall, next.at)
    const stepped = step(graph, run, next.input, { wall, scenario: wall, zone, longest: null })
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
  answers: Assumed['answers'],
  waiting: { type: string; at: number; fields: Readonly<Record<string, unknown>> }[],
): { at: number; input: Input } {
  if (run.phase === 'ready') return { at: wall, input: { kind: 'entered' } }
  if (run.phase === 'effect')
    return { at: wall, input: { kind: 'effect', outcome: 'assumed', reason: null, ids: [] } }
  if (run.phase === 'answer') {
    const { id } = nodeAt(graph, run.node)
    return {
      at: wall,
      input: { kind: 'answer', ...(answers[id] ?? { holds: false, why: 'no answer is assumed' }) },
    }
  }
  while (run.phase === 'event' && waiting[0] && waiting[0].at <= run.due!.at) {
    const { type, at, fields } = waiting.shift()!
    if (at >= wall && type === run.awaits) return { at, input: { kind: 'event', type, fields } }
  }
  return { at: run.due!.at, input: { kind: 'time' } }
}
