// The events of a graph's waits: which of those that come a run takes.
import type { Envelope, EventRef } from '@lms/contract'
import { passes } from '../core/step.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph, NodeOf, RunData } from '../graph/node.ts'
import type { HeardEvent } from '../runs/run.store.ts'

export type Heard = Pick<Envelope<Record<string, unknown>>, 'type' | 'created_at' | 'data'> & {
  /** Absent for what is no event of its own: a lesson that opens to many. */
  id?: string | undefined
  related: { user_id?: string | undefined }
}
export type EventWait = Extract<NodeOf<'wait'>['until'], { by: 'event' }>

/** Maximum events that a run keeps on its way to a wait. */
export const maxEarly = 10

export const eventWaitsOf = (graph: Graph): EventWait[] =>
  nodesOf(graph, 'wait').flatMap(({ until }) => (until.by === 'event' ? [until] : []))

/** Whether the event ends the wait. */
export const endsWait = ({ type, data }: Heard, until: EventWait): boolean =>
  type === until.type && passes(until.filter, data.object)

/** The event as a run keeps it. */
export const keptEvent = ({ id, type, created_at: at, data }: Heard): HeardEvent => ({
  ...{ kind: 'event', type, at, fields: scalarsOf(data.object) },
  ...(id && { id: id as EventRef['id'] }),
})

/** Maximum values that a run takes over from an event. */
const maxValues = 30

/** Texts, numbers and booleans of the object of an event: what a run keeps of it. */
export function scalarsOf(object: Readonly<Record<string, unknown>>): RunData {
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
