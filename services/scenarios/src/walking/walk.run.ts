// Walks due runs on: asks what they need outside, then applies the core and writes, in one transaction.
import type { Id } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { callOutside } from '../calls/call.task.ts'
import { type Input, nodeAt, type RunState, type Stepped, step } from '../core/step.ts'
import type { Now } from '../core/times.ts'
import type { Graph } from '../graph/node.ts'
import { endRuns, overNow } from '../runs/end.ts'
import { causeOf, type HeardEvent, isOver, type RunRow, stateOf } from '../runs/run.store.ts'
import { walkedAtOnce, walkScenario } from '../runs/walk.task.ts'
import { type ScenarioRow, walks } from '../scenarios/scenario.store.ts'
import { type Answers, type Asked, askAll, readsClock } from './ask.ts'
import { endOfWait, formatted, maxPutOff, type News, newsOf, pauseAfter } from './causes.ts'
import { enterOthers, holdWithOthers } from './others.ts'

/** How long a run waits for a service that is away. */
const againMs = 30_000
/** The task of a call makes its run due; nothing is to be done before. */
const calledMs = 3_600_000
/** Waits of a test run take at most this long. */
const testWaitMs = 5000

export const walkScenarioCall = builder.externalCall(walkScenario, {
  prepare: async ({ payload, now }, { scenarios, runs, versions }): Promise<Asked> => {
    const scenario = await scenarios.find(payload.scenario_id)
    if (!scenario || !walks(scenario)) return { batch: [], graphs: new Map() }
    const batch = await runs.due(scenario.id, clockOf(scenario, now), walkedAtOnce)
    const graphs = await versions.graphs(
      scenario.id,
      batch.map(({ scenario_version }) => scenario_version),
    )
    return { batch, graphs }
  },

  call: async (asked, ctx): Promise<Asked & Answers> => ({ ...asked, ...(await askAll(asked, ctx)) }),

  finish: async ({ payload, state, outcome, ...ctx }, stores) => {
    const scenario = await holdWithOthers(payload.scenario_id, outcome, stores)
    if (!scenario) return undefined
    if (!walks(scenario)) return closeSome(scenario, state?.walked ?? 0, ctx, stores)
    const seen = new Map(outcome.batch.map(run => [run.id as string, run]))
    const locked = await stores.runs.lockMany([...seen.keys()])
    // What a stop, an event or a departure has changed since is walked the next time.
    const rows = locked.filter(row => !isOver(row) && row.version === seen.get(row.id)!.version)
    const able = rows.filter(row => !lacksZone(row, outcome))
    await enterOthers(able, outcome, ctx, stores)
    const walked = stores.runs.together(() =>
      rows.map(row =>
        lacksZone(row, outcome) ? putOff(row, ctx, stores) : walkOne(row, scenario, outcome, ctx, stores),
      ),
    )
    stores.traces.add(
      walked.flatMap(({ before, stepped }) =>
        stepped ? [{ run: before, left: stepped.left, requestId: causeOf(before).follows?.requestId }] : [],
      ),
    )
    count(scenario.id, walked, stores)
    const total = (state?.walked ?? 0) + walked.length
    if (outcome.batch.length === walkedAtOnce || rows.length < locked.length)
      return { state: { walked: total } }
    const next = await nextTime(scenario, walked, stores)
    return next === null ? undefined : { state: { walked: total }, at: new Date(next) }
  },
})

const clockOf = ({ paused_ms }: ScenarioRow, now: string) => {
  const wall = Date.parse(now)
  return { wall, scenario: wall - Number(paused_ms) }
}

/** Of a stopped scenario: ends the next runs of people inside. */
async function closeSome(scenario: ScenarioRow, walked: number, { now }: Pick<Work, 'now'>, stores: Stores) {
  if (scenario.status !== 'stopped') return undefined
  const rows = await stores.runs.lockOpen(scenario.id, walkedAtOnce)
  endRuns(rows, 'close', 'stopped', now, stores)
  return rows.length === walkedAtOnce ? { state: { walked: walked + rows.length } } : undefined
}

/** Whether its graph has times of the day, and nobody could say in which zone the person is. */
function lacksZone({ scenario_version }: RunRow, { graphs, zones }: Asked & Answers): boolean {
  const graph = graphs.get(scenario_version)
  return zones === null && graph !== undefined && readsClock(graph)
}

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
  { graphs, inputs, putOff, zones }: Asked & Answers,
  { now, runtime, work }: Pick<Work, 'now' | 'runtime' | 'work'>,
  stores: Stores,
): Walked {
  const { runs, traces } = stores
  const zone = zones?.get(row.user_id) ?? 'UTC'
  const at: Now = { ...clockOf(scenario, now), zone, longest: row.test ? testWaitMs : null }
  try {
    const graph = graphs.get(row.scenario_version)!
    const input = inputOf(row, graph, inputs)
    const why = input ? undefined : putOff.get(row.id)
    if (why !== undefined) return waitOn(row, why, now, stores)
    const since = endOfWait(row, scenario, input, now)
    // Events of before are none that a later wait waits for.
    const kept = (row.early ?? []).filter(event => !since || !event.at || event.at >= since)
    const { stepped, early, taken } = withEarly(walkFrom(stateOf(row), graph, input, at), kept, graph, at)
    const news = newsOf(row, { input, taken, since, went: stepped.left.length > 0 }, now)
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
function inputOf(row: RunRow, graph: Graph, inputs: ReadonlyMap<string, Input>): Input | null {
  if (answersItself(row, graph)) return { kind: 'entered' }
  if (row.phase === 'effect' || row.phase === 'answer') return inputs.get(row.id) ?? row.arrived
  if (row.phase === 'ready') return { kind: 'entered' }
  return row.arrived ?? { kind: 'time' }
}

/** The run was moved, while it waited for an answer, into a version whose condition needs none. */
function answersItself({ phase, node: id }: RunRow, graph: Graph): boolean {
  const node = phase === 'answer' ? nodeAt(graph, id) : null
  return node?.kind === 'condition' && node.if.by === 'data'
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
): { stepped: Stepped; early: HeardEvent[] | null; taken: HeardEvent[] } {
  const rest = [...early]
  const taken: HeardEvent[] = []
  let all = stepped
  for (let index = 0; index < rest.length && all.run.phase === 'event'; ) {
    const next = step(graph, all.run, rest[index]!, now)
    if (next.left.length === 0) index++
    else {
      all = { ...next, left: [...all.left, ...next.left], came: [...all.came, ...next.came] }
      taken.push(rest[index]!)
      // One before it is none that a later wait waits for.
      rest.splice(0, index + 1)
      index = 0
    }
  }
  return { stepped: all, early: rest.length ? rest : null, taken }
}

/** Whether the run stands at a node that calls an outsider, which a task of its own does. */
const callsOutside = ({ run, over }: Stepped, graph: Graph): boolean =>
  over === null && run.phase === 'effect' && nodeAt(graph, run.node).kind === 'http'

/** Writes where the run is now. One that waits for a service is due when it may ask, or ask again. */
function write(
  row: RunRow,
  { run, left, over }: Stepped,
  { calls, early, causes, hears_since }: News & { calls: boolean; early: RunRow['early'] },
  at: Now,
  now: string,
  { runs }: Stores,
): RunRow {
  const { node, visit, data } = run
  const fields = { node, visit, data, came_at: left.length ? now : row.came_at }
  if (over) return runs.move(row, 'finish', { ...fields, reason: over, ...overNow(now) }, causeOf(row))
  const asks = run.phase === 'effect' || run.phase === 'answer'
  const later = calls ? calledMs : asks && left.length === 0 ? againMs : 0
  // What it was due at before is over: kept, it would be due at once, again and again, while a service is away.
  const due = (asks ? null : run.due) ?? { clock: 'wall' as const, at: at.wall + later }
  const waiting = run.phase === 'time' || run.phase === 'event'
  const changes = {
    ...fields,
    phase: run.phase,
    clock: due.clock,
    due_at: formatted(due.at),
    awaits: run.awaits,
    arrived: null,
    early: waiting ? null : early,
    hears_since,
    causes,
    ...(left.length > 0 && { put_off: null }),
  }
  if (waiting === (row.status === 'waiting')) return runs.save(row, changes)
  return runs.move(row, waiting ? 'wait' : 'wake', changes)
}

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
  const other = await runs.nextDue(
    scenario.id,
    paused,
    walked.map(({ after }) => after.id),
  )
  const times = [...own, ...(other === null ? [] : [other])]
  return times.length ? Math.min(...times) : null
}
