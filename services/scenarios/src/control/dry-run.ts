// Walks a graph on a virtual clock that jumps from wait to wait: a shell around the same core as the engine, without effects.
import { formatTime } from '@lms/contract'
import type { AssumedFact } from '@lms/crm/contract'
import { type Input, type Left, nodeAt, type Reason, type RunState, step } from '../core/step.ts'
import type { Graph, Node, NodeOf, RunData } from '../graph/node.ts'

export interface Assumed {
  readonly begin: string
  readonly user_id: string
  readonly data: RunData
  readonly from: number
  readonly zone: string
  /** Answers of conditions by node; the others are asked. */
  readonly answers: Readonly<Record<string, Verdict>>
  /** Asks a condition about the person, as the effects before it have left them. */
  readonly ask?: (node: NodeOf<'condition'>, effects: readonly AssumedFact[], at: number) => Promise<Verdict>
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
export async function dryRun(
  graph: Graph,
  assumed: Assumed,
): Promise<{ path: Passed[]; reason: Reason | null }> {
  const { begin, user_id, data, zone, events } = assumed
  const path: Passed[] = []
  let wall = assumed.from
  let came = wall
  let run: RunState = {
    ...{ id: 'dry run', user_id, data, node: begin },
    ...{ visit: 0, phase: 'ready', due: null, awaits: null },
  }
  const waiting = [...events].sort((one, other) => one.at - other.at)
  const effects = new Map<string, AssumedFact>()
  while (path.length < maxPassed) {
    const node = nodeAt(graph, run.node)
    const next =
      run.phase === 'answer' && node.kind === 'condition'
        ? { at: wall, input: await answerOf(node, assumed, [...effects.values()], wall) }
        : nextInput(run, wall, waiting)
    const fact = run.phase === 'effect' ? factOf(node, wall) : null
    if (fact) effects.set(`${fact.kind} ${fact.id}`, fact)
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

/** The answer of a condition: assumed, or asked. */
async function answerOf(
  node: NodeOf<'condition'>,
  { answers, ask }: Assumed,
  effects: readonly AssumedFact[],
  at: number,
): Promise<Input> {
  const verdict = answers[node.id] ?? (await ask?.(node, effects, at))
  return { kind: 'answer', ...(verdict ?? { holds: false, why: 'no answer is assumed' }) }
}

const dayMs = 86_400_000

/** What is true of the person after the effect of a node; null where no condition reads it. */
function factOf(node: Node, at: number): AssumedFact | null {
  switch (node.kind) {
    case 'tag':
      return { kind: 'tag', id: node.tag_id, has: node.action === 'add', until: null }
    case 'group':
      return { kind: 'group', id: node.group_id, has: node.action === 'join', until: null }
    case 'grant': {
      const until = node.term_days ? formatTime(new Date(at + node.term_days * dayMs)) : null
      return { kind: 'access', id: node.course_id, has: true, until }
    }
    case 'revoke':
      return { kind: 'access', id: node.course_id, has: false, until: null }
    default:
      return null
  }
}

/** What happens to the run next, and when; takes the events that it passes. */
function nextInput(
  run: RunState,
  wall: number,
  waiting: { type: string; at: number; fields: Readonly<Record<string, unknown>> }[],
): { at: number; input: Input } {
  if (run.phase === 'ready') return { at: wall, input: { kind: 'entered' } }
  if (run.phase === 'effect')
    return { at: wall, input: { kind: 'effect', outcome: 'assumed', reason: null, ids: [] } }
  while (run.phase === 'event' && waiting[0] && waiting[0].at <= run.due!.at) {
    const { type, at, fields } = waiting.shift()!
    if (at >= wall && type === run.awaits) return { at, input: { kind: 'event', type, fields } }
  }
  return { at: run.due!.at, input: { kind: 'time' } }
}
