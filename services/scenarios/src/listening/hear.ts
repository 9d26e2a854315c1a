// What events about people do: they let them enter scenarios, and end their waits.
import type { Envelope, Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { passes } from '../core/step.ts'
import { nodesById } from '../graph/graph.ts'
import type { RunData } from '../graph/node.ts'
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
  await tellRuns(listened, ctx, stores)
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
  { now, work }: At,
  { runs, versions }: Stores,
): Promise<void> {
  const hearing = await runs.lockHearing(
    events.map(({ type, related }) => ({ type, user_id: related.user_id! })),
  )
  for (const [scenarioId, rows] of Map.groupBy(hearing, ({ scenario_id }) => scenario_id)) {
    const graphs = await versions.graphs(
      scenarioId,
      rows.map(({ scenario_version }) => scenario_version),
    )
    let woke = false
    for (const row of rows) {
      const nodes = nodesById(graphs.get(row.scenario_version)!)
      const isWaiting = row.status === 'waiting'
      const ends = (isWaiting ? [nodes.get(row.node)] : [...nodes.values()]).flatMap(node =>
        node?.kind === 'wait' && node.until.by === 'event' ? [node.until] : [],
      )
      const found = events
        .filter(
          ({ type, related, created_at, data }) =>
            related.user_id === row.user_id &&
            // An event that is older than the wait and what led to it, and comes late, is none that it waits for.
            created_at >= (row.hears_since ?? row.came_at) &&
            ends.some(until => type === until.type && passes(until.filter, data.object)),
        )
        .map(({ type, data }) => ({ kind: 'event' as const, type, fields: scalarsOf(data.object) }))
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
  begins: ({ start }) => start.by === 'event' && start.type === type && passes(start.filter, data.object),
})

/** Maximum values that a run takes over from an event. */
const maxValues = 30

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
  return Object.fromEntries(found.slice(0, maxValues)) as RunData
}
