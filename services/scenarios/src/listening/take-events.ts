// What events about people do: they let them enter scenarios, and end their waits.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { fieldsOf, passes, scalarsOf } from '../core/data-test.ts'
import { awaitsEvent, exitBy } from '../core/step.ts'
import { pathOf } from '../graph/data-test.ts'
import { exitsOn, nodesById } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import type { RunRow } from '../runs/run.store.ts'
import { wake } from '../walking/enter.ts'
import { letEnter, type Signal } from './admit.ts'
import { type Heard, isAwaited, maxEarly, waitingEvent } from './awaited-events.ts'

interface At extends Pick<Work, 'now' | 'work'> {
  /** The request from which an event follows; absent: that of the work. */
  requestOf?: (event: Heard) => string
}

/**
 * Has events about people heard by the scenarios that listen to them, in the order of time: who enters by one of them hears
 * those behind it.
 */
export async function hear(events: readonly Heard[], ctx: At, stores: Stores): Promise<void> {
  const heard = await stores.versions.heard([...new Set(events.map(({ type }) => type))])
  if (heard.size === 0) return
  const listened = events
    .filter(({ type }) => heard.has(type))
    .toSorted((one, other) => Date.parse(one.created_at) - Date.parse(other.created_at))
  // In the order of people, as erasures lock them; before any run.
  await stores.people.holdAll(listened.map(({ related }) => related.user_id!))
  const scenarioIds = [...new Set([...heard.values()].flat())].sort() as Id<'scn'>[]
  // Scenarios come before their runs, as a publication locks them.
  for (const id of scenarioIds) await stores.scenarios.hold(id)
  const ending = await stores.versions.heard([...heard.keys()].map(exitsOn))
  await tellRuns(listened, [...new Set([...ending.values()].flat())], ctx, stores)
  const byPerson = Map.groupBy(listened, ({ related }) => related.user_id!)
  const signals = listened.map(event => {
    const own = byPerson.get(event.related.user_id!)!
    return {
      ...signalOf(event),
      later: own.slice(own.indexOf(event) + 1),
      ...(ctx.requestOf && { request_id: ctx.requestOf(event) }),
    }
  })
  for (const id of scenarioIds) await letEnter(id, signals, ctx, stores)
}

/**
 * Runs that wait for these events, and whose filter an event passes, go on. Runs on their way to a wait for them keep
 * them: an event that follows from the effect of a run can be heard before the result of the effect is.
 */
async function tellRuns(
  events: readonly Heard[],
  ending: readonly string[],
  { now, work }: At,
  { runs, versions }: Stores,
): Promise<void> {
  const hearing = await runs.lockHearing(
    events.map(({ type, related }) => ({ type, user_id: related.user_id! })),
    ending,
  )
  for (const [scenarioId, rows] of Map.groupBy(hearing, ({ scenario_id }) => scenario_id)) {
    const graphs = await versions.graphs(
      scenarioId,
      rows.map(({ scenario_version }) => scenario_version),
    )
    let woke = false
    for (const row of rows) {
      const own = events.filter(({ related }) => related.user_id === row.user_id)
      const graph = graphs.get(row.scenario_version)!
      const leaving = endedBy(row, graph, own)
      if (leaving !== null) {
        runs.save(row, { leaving, clock: 'wall', due_at: now })
        woke = true
        continue
      }
      const { arrived, early } = takenBy(row, graph, own)
      if (arrived) runs.save(row, { arrived, early, clock: 'wall', due_at: now })
      else if (early && early.length > (row.early?.length ?? 0)) runs.save(row, { early })
      woke ||= arrived !== null
    }
    if (woke) wake(scenarioId, work)
  }
}

/** The node of the kind exit to which one of the events leads; null for none. They count from when the run began. */
function endedBy(row: RunRow, graph: Graph, events: readonly Heard[]): string | null {
  const since = row.began_at ?? row.created_at
  const exits = events
    .filter(event => event.created_at >= since && !hasCause(row, event))
    .map(event => waitingEvent(graph, event))
    .flatMap(({ type, fields }) => exitBy(graph, type, fields, row.data) ?? [])
  return exits[0] ?? null
}

/** What a run takes of events about its person: the one that ends its wait now, and those for waits to come. */
function takenBy(row: RunRow, graph: Graph, events: readonly Heard[]): Pick<RunRow, 'arrived' | 'early'> {
  const here = row.status === 'waiting' ? nodesById(graph).get(row.node) : undefined
  const early = [...(row.early ?? [])]
  let arrived: RunRow['arrived'] = null
  for (const event of events) {
    if (!isNewTo(row, event)) continue
    const storedEvent = waitingEvent(graph, event)
    if (!row.arrived && !arrived && awaitsEvent(here, storedEvent.type, storedEvent.fields, row.data))
      arrived = storedEvent
    else if (arrived || isOnItsWay(row, event)) {
      if (early.length < maxEarly && isAwaited(graph, storedEvent, row.data)) early.push(storedEvent)
    }
  }
  return { arrived, early: early.length ? early : null }
}

/** An event that is older than the wait and what led to it, and comes late, is none that it waits for; nor is what led to it. */
const isNewTo = (row: RunRow, event: Heard): boolean =>
  event.created_at >= (row.hears_since ?? row.came_at) && !hasCause(row, event)

const hasCause = ({ causes }: RunRow, { id }: Heard): boolean =>
  id !== undefined && (causes?.some(cause => cause.id === id) ?? false)

/** Whether the run waits for nothing when the event comes: it walks, or its wait is over. */
const isOnItsWay = ({ status, arrived, due_at }: RunRow, { created_at }: Heard): boolean =>
  status === 'active' || arrived !== null || (due_at !== null && Date.parse(due_at) <= Date.parse(created_at))

const signalOf = ({ id, type, related, created_at, data }: Heard): Signal => ({
  user_id: related.user_id as Id<'usr'>,
  at: created_at,
  causes: id ? [{ id: id as Id<'evt'>, type }] : [],
  data: scalarsOf(data.object),
  begins: ({ start }) =>
    start.by === 'event' &&
    start.type === type &&
    passes(start.filter, fieldsOf(data.object, start.filter.map(pathOf)), {}),
})
