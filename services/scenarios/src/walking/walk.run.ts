// Walks due runs on: asks what they need outside, then applies the core and writes, in one transaction.
import type { Id } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { callOutside } from '../calls/call.task.ts'
import { type Input, nodeAt, type RunState, type Stepped, step } from '../core/step.ts'
import type { Now } from '../core/times.ts'
import { answerAt, exitRules } from '../graph/asks.ts'
import type { Graph } from '../graph/node.ts'
import { endRuns } from '../runs/end.ts'
import { causeOf, type HeardEvent, isOver, type RunRow, stateOf } from '../runs/run.store.ts'
import { walkedAtOnce, walkScenario } from '../runs/walk.task.ts'
import { type ScenarioRow, walks } from '../scenarios/scenario.store.ts'
import { type Answers, askAll, type WalkBatch } from './ask.ts'
import { endOfWait, formatted, maxPutOff, newsOf, pauseAfter } from './causes.ts'
import { readsZone } from './checks.ts'
import { enterOthers, holdWithOthers } from './other-scenarios.ts'
import { againMs, write } from './save-run.ts'

/** Waits of a test run take at most this long. */
const testWaitMs = 5000

export const walkScenarioCall = builder.externalCall(walkScenario, {
  prepare: async ({ payload, now }, { scenarios, runs, versions }): Promise<WalkBatch> => {
    const scenario = await scenarios.find(payload.scenario_id)
    if (!scenario) return { batch: [], graphs: new Map() }
    const which = { most: walkedAtOnce, testsOnly: !walks(scenario) }
    const batch = await runs.due(scenario.id, clockOf(scenario, now), which)
    const graphs = await versions.graphs(
      scenario.id,
      batch.map(({ scenario_version }) => scenario_version),
    )
    return { batch, graphs }
  },

  call: async (walkBatch, ctx): Promise<WalkBatch & Answers> => ({
    ...walkBatch,
    ...(await askAll(walkBatch, ctx)),
  }),

  finish: async ({ payload, state, outcome, ...ctx }, stores) => {
    const scenario = await holdWithOthers(payload.scenario_id, outcome, stores)
    if (!scenario) return undefined
    const closing = walks(scenario) ? 0 : await closeSome(scenario, ctx, stores)
    const seen = new Map(outcome.batch.map(run => [run.id as string, run]))
    const locked = await stores.runs.lockMany([...seen.keys()])
    // What a stop, an event or an erasure has changed since is walked the next time.
    const rows = locked.filter(row => !isOver(row) && isAsSeen(row, seen.get(row.id)!, outcome))
    const able = rows.filter(row => !lacksAnswer(row, outcome) && !mayEnd(row, outcome))
    await enterOthers(able, outcome, ctx, stores)
    const walked = stores.runs.together(() =>
      rows.map(row =>
        lacksAnswer(row, outcome) ? putOff(row, ctx, stores) : walkOne(row, scenario, outcome, ctx, stores),
      ),
    )
    stores.traces.add(
      walked.flatMap(({ before, stepped }) =>
        stepped
          ? [{ run: before, passedNodes: stepped.left, requestId: causeOf(before).follows?.requestId }]
          : [],
      ),
    )
    count(scenario.id, walked, stores)
    const total = (state?.walked ?? 0) + walked.length
    if (outcome.batch.length === walkedAtOnce || rows.length < locked.length || closing === walkedAtOnce)
      return { state: { walked: total + closing } }
    const next = await nextTime(scenario, walked, stores)
    return next === null ? undefined : { state: { walked: total }, at: new Date(next) }
  },
})

const clockOf = ({ paused_ms }: ScenarioRow, now: string) => {
  const wall = Date.parse(now)
  return { wall, scenario: wall - Number(paused_ms) }
}

/** Whether the run is where it was when its services were asked. What ends it meanwhile takes no result from its effect. */
const isAsSeen = (row: RunRow, seen: RunRow, { inputs }: Answers): boolean =>
  row.version === seen.version ||
  (row.leaving !== null && row.visit === seen.visit && row.phase === 'effect' && inputs.has(row.id))

/** Of a stopped scenario: ends the next runs of people inside, and says how many. Tests walk whatever its state. */
async function closeSome(scenario: ScenarioRow, { now }: Pick<Work, 'now'>, stores: Stores): Promise<number> {
  if (scenario.status !== 'stopped') return 0
  const rows = await stores.runs.lockInside(scenario.id, walkedAtOnce)
  endRuns(rows, 'close', 'stopped', now, stores)
  return rows.length
}

/** Whether nobody could say in which zone the person is, or whether a rule ends the run, and its graph asks for it. */
function lacksAnswer(
  { scenario_version }: RunRow,
  { graphs, known: knownPeople, leaving }: WalkBatch & Answers,
): boolean {
  const graph = graphs.get(scenario_version)
  if (!graph) return false
  return (knownPeople === null && readsZone(graph)) || (leaving === null && exitRules(graph).length > 0)
}

/** Whether something ends the run, or nobody knows yet whether it does: it has no further effect. */
const mayEnd = ({ id, leaving: exit }: RunRow, { leaving }: Answers): boolean =>
  exit !== null || (leaving !== null && (leaving.by.has(id) || leaving.unknown.has(id)))

/** The run stays where it is, and is looked at again. */
const putOff = (row: RunRow, { now }: Pick<Work, 'now'>, { runs }: Stores): Walked => ({
  before: row,
  after: runs.save(row, { clock: 'wall', due_at: formatted(Date.parse(now) + againMs) }),
  stepped: null,
})

interface Walked {
  before: RunRow
  after: RunRow
  stepped: Stepped | null
}

function walkOne(
  row: RunRow,
  scenario: ScenarioRow,
  answers: WalkBatch & Answers,
  { now, runtime, work }: Pick<Work, 'now' | 'runtime' | 'work'>,
  stores: Stores,
): Walked {
  const { runs, traces } = stores
  const zone = answers.known?.zoneOf(row.user_id) ?? 'UTC'
  const at: Now = { ...clockOf(scenario, now), zone, longest: row.test ? testWaitMs : null, looks: true }
  try {
    const graph = answers.graphs.get(row.scenario_version)!
    const input = inputOf(row, graph, answers)
    const why = answers.leaving?.unknown.get(row.id) ?? (input ? undefined : answers.putOff.get(row.id))
    if (why !== undefined && row.leaving === null) return waitOn(row, why, now, stores)
    const since = endOfWait(row, scenario, input, now)
    // Events of before are none that a later wait waits for.
    const recentEvents = (row.early ?? []).filter(event => !since || !event.at || event.at >= since)
    const { stepped, early, consumedEvents } = withEarly(
      walkFrom(stateOf(row), graph, input, at),
      recentEvents,
      graph,
      at,
    )
    const news = newsOf(row, { input, consumedEvents, since, went: stepped.left.length > 0 }, now)
    const calls = callsOutside(stepped, graph)
    // Also one that is due without an answer: its task was given up, because a database or a service was away for long.
    if (calls) {
      const { id: run_id } = row
      const { visit } = stepped.run
      enqueue(work, callOutside, { run_id, visit }, { key: `${run_id} ${visit}`, ...causeOf(row) })
    }
    return { before: row, after: write(row, stepped, { calls, early, ...news }, at, now, stores), stepped }
  } catch (error) {
    // A fault of one run must not keep the others from walking.
    runtime.log.error({ err: error, run_id: row.id }, 'a run failed')
    const [after] = endRuns([row], 'fail', 'failed', now, { runs, traces })
    return { before: row, after: after!, stepped: null }
  }
}

/** The run stays where it is, until everybody whom its question needs has seen what led to it; not for ever. */
function waitOn(row: RunRow, why: string, now: string, stores: Stores): Walked {
  const times = (row.put_off ?? 0) + 1
  if (times > maxPutOff) {
    const [after] = endRuns([row], 'fail', 'failed', now, stores, `no answer for an hour: ${why}`)
    return { before: row, after: after!, stepped: null }
  }
  const due_at = formatted(Date.parse(now) + pauseAfter(times))
  return {
    before: row,
    after: stores.runs.save(row, { clock: 'wall', due_at, put_off: times }),
    stepped: null,
  }
}

/** What the run goes on with; null if it still waits for an answer. */
function inputOf(row: RunRow, graph: Graph, { inputs, leaving }: Answers): Input | null {
  const exit = row.leaving ?? leaving?.by.get(row.id)
  if (exit !== undefined) {
    const after = inputs.get(row.id) ?? row.arrived
    return { kind: 'exit', node: exit, after: after?.kind === 'effect' ? after : null }
  }
  if (answersItself(row, graph)) return { kind: 'entered' }
  if (row.phase === 'effect' || row.phase === 'answer') return inputs.get(row.id) ?? row.arrived
  if (row.phase === 'ready') return { kind: 'entered' }
  return row.arrived ?? { kind: 'time' }
}

/** The run was moved, while it waited for an answer, into a version whose node needs none. */
function answersItself({ phase, node: id }: RunRow, graph: Graph): boolean {
  if (phase !== 'answer') return false
  const node = nodeAt(graph, id)
  return (node.kind === 'wait' || node.kind === 'condition') && answerAt(node) === null
}

function walkFrom(run: RunState, graph: Graph, input: Input | null, now: Now): Stepped {
  if (!input) return { run, left: [], came: [], over: null }
  return step(graph, run, input, now)
}

/** Goes on where the run has come to a wait for an event that came on the way; with the events that are left and taken. */
function withEarly(
  stepped: Stepped,
  early: readonly HeardEvent[],
  graph: Graph,
  now: Now,
): { stepped: Stepped; early: HeardEvent[] | null; consumedEvents: HeardEvent[] } {
  const rest = [...early]
  const consumedEvents: HeardEvent[] = []
  let all = stepped
  for (let index = 0; index < rest.length && all.run.phase === 'event'; ) {
    const next = step(graph, all.run, rest[index]!, now)
    if (next.left.length === 0) index++
    else {
      all = { ...next, left: [...all.left, ...next.left], came: [...all.came, ...next.came] }
      consumedEvents.push(rest[index]!)
      // One before it is none that a later wait waits for.
      rest.splice(0, index + 1)
      index = 0
    }
  }
  return { stepped: all, early: rest.length ? rest : null, consumedEvents }
}

/** Whether the run stands at a node that calls an outsider, which a task of its own does. */
const callsOutside = ({ run, over }: Stepped, graph: Graph): boolean =>
  over === null && run.phase === 'effect' && nodeAt(graph, run.node).kind === 'http'

function count(scenarioId: Id<'scn'>, walked: readonly Walked[], { traces }: Stores): void {
  traces.count(
    scenarioId,
    walked
      .filter(({ before }) => !before.test)
      .flatMap(({ before: { scenario_version }, stepped }) => [
        ...(stepped?.left ?? []).map(({ node }) => ({
          scenario_version,
          node,
          entered: 0,
          went: 1,
          dropped: 0,
        })),
        ...(stepped?.came ?? []).map(node => ({ scenario_version, node, entered: 1, went: 0, dropped: 0 })),
      ]),
  )
}

/** When the next run is due, in wall time; null if none is. */
async function nextTime(
  scenario: ScenarioRow,
  walked: readonly Walked[],
  { runs }: Stores,
): Promise<number | null> {
  const paused = Number(scenario.paused_ms)
  const own = walked.flatMap(({ after: { clock, due_at } }) =>
    clock === null ? [] : [Date.parse(due_at!) + (clock === 'scenario' ? paused : 0)],
  )
  const other = await runs.nextDue(scenario.id, paused, {
    besides: walked.map(({ after }) => after.id),
    testsOnly: !walks(scenario),
  })
  const times = [...own, ...(other === null ? [] : [other])]
  return times.length ? Math.min(...times) : null
}
