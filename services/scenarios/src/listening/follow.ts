// Events about people let them enter scenarios, and end their waits.
import type { Envelope, Id } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { passes } from '../core/step.ts'
import { nodesById, nodesOf } from '../graph/graph.ts'
import type { Graph, RunData } from '../graph/node.ts'
import { listenedTo } from '../scenarios/version.store.ts'
import { type Entered, type Entry, enterAll, wake } from '../walking/enter.ts'
import { personEvents } from './event-types.ts'

type Event = Envelope<Record<string, unknown>>
type At = Parameters<typeof enterAll>[2]

export const onPersonEvents = builder.batchReaction({
  name: 'scenarios',
  to: personEvents,
  wanted: listenedTo,
  prepare: async () => null,
  run: async ({ events, now, work }, stores) => {
    const about = events.filter(({ related }) => related.user_id !== undefined) as Event[]
    const heard = await stores.versions.heard([...new Set(about.map(({ type }) => type))])
    if (heard.size === 0) return
    const listened = about.filter(({ type }) => heard.has(type))
    // In the order of people, as departures lock them; before any run.
    const ids = [...new Set(listened.map(({ related }) => related.user_id!))].sort()
    for (const id of ids) await stores.people.holdPresent(id)
    await goOn(listened, { now, work }, stores)
    for (const scenarioId of [...new Set([...heard.values()].flat())].sort())
      await letEnter(scenarioId as Id<'scn'>, listened, { now, work }, stores)
  },
})

/** Those who wait for these events, and whose filter an event passes, go on. */
async function goOn(events: readonly Event[], { now, work }: At, { runs, versions }: Stores): Promise<void> {
  const waiting = await runs.lockAwaiting(
    events.map(({ type, related }) => ({ type, user_id: related.user_id! })),
  )
  for (const [scenarioId, rows] of Map.groupBy(waiting, ({ scenario_id }) => scenario_id)) {
    const graphs = await versions.graphs(
      scenarioId,
      rows.map(({ scenario_version }) => scenario_version),
    )
    let woke = false
    for (const row of rows) {
      const node = nodesById(graphs.get(row.scenario_version)!).get(row.node)
      const until = node?.kind === 'wait' && node.until.by === 'event' ? node.until : null
      const event = events.find(
        ({ type, related, created_at, data }) =>
          until !== null &&
          type === until.type &&
          related.user_id === row.user_id &&
          // An event that is older than the wait, and comes late, is none that it waits for.
          created_at >= row.came_at &&
          passes(until.filter, data.object),
      )
      if (!event) continue
      const arrived = { kind: 'event' as const, type: event.type, fields: scalarsOf(event.data.object) }
      runs.save(row, { arrived, clock: 'wall', due_at: now })
      woke = true
    }
    if (woke) wake(scenarioId, work)
  }
}

/** People enter whose events a trigger of the published version begins with. Who does not is counted. */
async function letEnter(
  scenarioId: Id<'scn'>,
  events: readonly Event[],
  at: At,
  stores: Stores,
): Promise<void> {
  const scenario = await stores.scenarios.find(scenarioId)
  if (!scenario || scenario.published_version === null || scenario.enabled_at === null) return
  if (scenario.status !== 'enabled' && scenario.status !== 'paused') return
  const graph = (await stores.versions.graphs(scenarioId, [scenario.published_version])).get(
    scenario.published_version,
  )!
  const entries = events.flatMap(event => {
    const entry = entryOf(event, graph)
    return entry ? [{ ...entry, at: event.created_at }] : []
  })
  // An event of a pause, or from before, is none to begin with, also when it comes late.
  const paused = scenario.status === 'paused' ? entries : []
  const timely = entries.filter(({ at }) => paused.length === 0 && at >= scenario.enabled_at!)
  const answers = timely.length ? await enterAll(timely, scenarioId, at, stores) : new Map<string, Entered>()
  const refused = timely.filter(({ user_id }) => {
    const answer = answers.get(user_id)
    return answer !== undefined && 'obstacle' in answer && answer.obstacle !== 'gone'
  })
  const { published_version: scenario_version } = scenario
  stores.traces.count(
    scenarioId,
    [...paused, ...refused].map(({ node }) => ({
      ...{ scenario_version, node, entered: 0, went: 0, dropped: 0 },
      refused: 1,
    })),
  )
}

function entryOf({ type, related, data }: Event, graph: Graph): Entry | null {
  const trigger = nodesOf(graph, 'trigger').find(
    ({ start }) => start.by === 'event' && start.type === type && passes(start.filter, data.object),
  )
  if (!trigger) return null
  return { user_id: related.user_id as Id<'usr'>, node: trigger.id, data: scalarsOf(data.object) }
}

/** Maximum values that a run takes over from an event. */
const mostValues = 30

/** Texts, numbers and booleans of the object of an event: what a run keeps of it. */
function scalarsOf(object: Readonly<Record<string, unknown>>): RunData {
  const found = Object.entries(object).filter(([name, value]) => {
    if (!/^[a-z][a-z0-9_]{0,59}$/.test(name)) return false
    return (
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value.length <= 500)
    )
  })
  return Object.fromEntries(found.slice(0, mostValues)) as RunData
}
