// Walks a graph on a virtual clock that jumps from wait to wait: a shell around the same core as the engine, without effects.
import { formatTime } from '@lms/contract'
import type { AssumedFact } from '@lms/crm/contract'
import type { Fields } from '../core/data-test.ts'
import {
  awaitsEvent,
  exitBy,
  type Input,
  nodeAt,
  type PassedNode,
  type Reason,
  type RunState,
  step,
} from '../core/step.ts'
import { type Ask, answerAt, exitRules } from '../graph/asks.ts'
import type { Graph, Node, RunData } from '../graph/node.ts'
import type { Verdict } from '../walking/checks.ts'

export interface Assumed {
  readonly begin: string
  readonly scenario_id: string
  readonly user_id: string
  readonly data: RunData
  readonly from: number
  readonly zone: string
  /** Answers of conditions, of rules that are waited for, and of what ends the run, by node; the others are asked. */
  readonly answers: Readonly<Record<string, Verdict>>
  /** Asks something about the person, as the effects before it have left them. */
  readonly ask?: (question: Question, effects: readonly AssumedFact[], at: number) => Promise<Verdict>
  /** Dates of waits by node. */
  readonly dates: Readonly<Record<string, string | null>>
  readonly events: readonly Happening[]
}
/** What is asked about the person. */
export type Question = Extract<Ask, { by: 'attendance' }> | { by: 'rule'; rule: Record<string, unknown> }

interface Happening {
  type: string
  at: number
  fields: Fields
}

export interface Passed extends PassedNode {
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
  const { begin, scenario_id, user_id, data, zone, events } = assumed
  const path: Passed[] = []
  let wall = assumed.from
  let came = wall
  let run: RunState = {
    ...{ id: 'dry run', scenario_id, user_id, data, node: begin },
    ...{ visit: 0, phase: 'ready', due: null, ends: null, awaits: null },
  }
  const waiting = [...events].sort((one, other) => one.at - other.at)
  const effects = new Map<string, AssumedFact>()
  while (path.length < maxPassed) {
    const node = nodeAt(graph, run.node)
    const next =
      (await exitOf(graph, assumed, [...effects.values()], wall)) ??
      (await answerOf(node, run, assumed, [...effects.values()], wall)) ??
      nextInput(graph, run, wall, waiting)
    const fact = next.input.kind === 'effect' ? factOf(node, wall) : null
    if (fact) effects.set(`${fact.kind} ${fact.id}`, fact)
    wall = Math.max(wall, next.at)
    const stepped = step(graph, run, next.input, { wall, scenario: wall, zone, longest: null, looks: false })
    for (const [index, passedNode] of stepped.left.entries())
      path.push({ ...passedNode, entered: index === 0 ? came : wall, at: wall })
    if (stepped.left.length) came = wall
    if (stepped.over) return { path, reason: stepped.over }
    run = stepped.run
  }
  return { path: path.slice(0, maxPassed), reason: null }
}

type Effects = readonly AssumedFact[]
interface Next {
  at: number
  input: Input
}

/** The rule that ends the run, assumed or asked; null if none does. */
async function exitOf(graph: Graph, assumed: Assumed, effects: Effects, at: number): Promise<Next | null> {
  for (const { node, rule } of exitRules(graph)) {
    const { holds } = await verdictOf(node, { by: 'rule', rule }, assumed, effects, at)
    if (holds) return { at, input: { kind: 'exit', node, after: null } }
  }
  return null
}

/** The answer for which the run waits at its node, assumed or asked; null where it waits for none. */
async function answerOf(
  node: Node,
  { phase }: RunState,
  assumed: Assumed,
  effects: Effects,
  at: number,
): Promise<Next | null> {
  if (phase !== 'answer') return null
  const ask = answerAt(node)!
  if (ask.by === 'date') return { at, input: { kind: 'date', value: assumed.dates[node.id] ?? null } }
  return { at, input: { kind: 'answer', ...(await verdictOf(node.id, ask, assumed, effects, at)) } }
}

const verdictOf = async (
  node: string,
  question: Question,
  { answers, ask }: Assumed,
  effects: Effects,
  at: number,
): Promise<Verdict> =>
  answers[node] ?? (await ask?.(question, effects, at)) ?? { holds: false, why: 'no answer is assumed' }

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
function nextInput(graph: Graph, run: RunState, wall: number, waiting: Happening[]): Next {
  if (run.phase === 'ready') return { at: wall, input: { kind: 'entered' } }
  if (run.phase === 'effect')
    return { at: wall, input: { kind: 'effect', outcome: 'assumed', reason: null, ids: [] } }
  const due = run.due!.at
  const timely = waiting.filter(({ at }) => at <= due)
  for (const [index, { type, at, fields }] of timely.entries()) {
    if (at < wall) continue
    const exit = exitBy(graph, type, fields, run.data)
    const isAwaited = exit === null && awaitsEvent(nodeAt(graph, run.node), type, fields, run.data)
    if (exit === null && !isAwaited) continue
    waiting.splice(0, index + 1)
    return {
      at,
      input: exit === null ? { kind: 'event', type, fields } : { kind: 'exit', node: exit, after: null },
    }
  }
  // What happens at the very moment of the end is still there for the wait that begins then.
  waiting.splice(0, timely.filter(({ at }) => at < due).length)
  return { at: due, input: { kind: 'time' } }
}
