// What events about people do: they let them enter scenarios, and end their waits.
import type { Envelope, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { fieldsOf, passes, scalarsOf } from '../core/data-test.ts'
import { awaitsEvent, exitBy } from '../core/step.ts'
import { pathOf } from '../graph/data-test.ts'
import { exitsOn, nodesById, pathsIn } from '../graph/graph.ts'
import { wake } from '../walking/enter.ts'
import { letEnter, type Signal } from './let-enter.ts'

export type Heard = Pick<Envelope<Record<string, unknown>>, 'type' | 'created_at' | 'data'> & {
  related: { user_id?: string | undefined }
}
type Event = Heard
interface At extends Pick<Work, 'now' | 'work'> {
  /** The request from which an event follows; absent: that of the work. */
  requestOf?: (event: Heard) => string
}

/** Has events about people heard by the scenarios that listen to them. */
export async function hear(events: readonly Event[], ctx: At, stores: Stores): Promise<void> {
  const heard = await stores.versions.heard([...new Set(events.map(({ type }) => type))])
  if (heard.size === 0) return
  const listened = events.filter(({ type }) => heard.has(type))
  // In the order of people, as departures lock them; before any run.
  await stores.people.holdAll(listened.map(({ related }) => related.user_id!))
  const scenarioIds = [...new Set([...heard.values()].flat())].sort() as Id<'scn'>[]
  // Scenarios come before their runs, as a publication locks them.
  for (const id of scenarioIds) await stores.scenarios.hold(id)
  const ending = await stores.versions.heard([...heard.keys()].map(exitsOn))
  await tellRuns(listened, [...new Set([...ending.values()].flat())], ctx, stores)
  const signals = listened.map(event => ({
    ...signalOf(event),
    ...(ctx.requestOf && { request_id: ctx.requestOf(event) }),
  }))
  for (const id of scenarioIds) await letEnter(id, signals, ctx, stores)
}

/** Maximum events that a run keeps on its way to a wait. */
const maxEarly = 10

/**
 * Runs that wait for these events, and whose filter an event passes, go on. Runs on their way to a wait for them keep
 * them: an event that follows from the effect of a run can be heard before the result of the effect is.
 */
async function tellRuns(
  events: readonly Event[],
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
      const graph = graphs.get(row.scenario_version)!
      const own = events
        .filter(({ related }) => related.user_id === row.user_id)
        .map(event => ({ ...event, fields: fieldsOf(event.data.object, pathsIn(graph)) }))
      const exit = own
        .filter(({ created_at }) => created_at >= row.created_at)
        .flatMap(({ type, fields }) => exitBy(graph, type, fields, row.data) ?? [])[0]
      if (exit !== undefined) {
        runs.save(row, { leaving: exit, clock: 'wall', due_at: now })
        woke = true
        continue
      }
      const nodes = nodesById(graph)
      const isWaiting = row.status === 'waiting'
      if (isWaiting && row.arrived !== null) continue
      const waits = isWaiting ? [nodes.get(row.node)] : [...nodes.values()]
      const found = own
        .filter(
          ({ type, created_at, fields }) =>
            // An event that is older than the wait and what led to it, and comes late, is none that it waits for.
            created_at >= (row.hears_since ?? row.came_at) &&
            waits.some(node => awaitsEvent(node, type, fields, row.data)),
        )
        .map(({ type, fields }) => ({ kind: 'event' as const, type, fields }))
      if (found.length === 0) continue
      if (isWaiting) runs.save(row, { arrived: found[0]!, clock: 'wall', due_at: now })
      else runs.save(row, { early: [...(row.early ?? []), ...found].slice(0, maxEarly) })
      woke ||= isWaiting
    }
    if (woke) wake(scenarioId, work)
  }
}

const signalOf = ({ type, related, created_at, data }: Event): Signal => ({
  user_id: related.user_id as Id<'usr'>,
  at: created_at,
  data: scalarsOf(data.object),
  begins: ({ start }) =>
    start.by === 'event' &&
    start.type === type &&
    passes(start.filter, fieldsOf(data.object, start.filter.map(pathOf)), {}),
})
