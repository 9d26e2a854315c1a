// Which of the events that come a run takes: for its waits, and for what ends it.
import type { Envelope, EventRef } from '@lms/contract'
import { fieldsOf } from '../core/data-test.ts'
import { awaitsEvent } from '../core/step.ts'
import { nodesOf, pathsIn } from '../graph/graph.ts'
import type { Graph, RunData } from '../graph/node.ts'
import type { HeardEvent } from '../runs/run.store.ts'

export type Heard = Pick<Envelope<Record<string, unknown>>, 'type' | 'created_at' | 'data'> & {
  /** Absent for what is no event of its own: a lesson that opens to many. */
  id?: string | undefined
  related: { user_id?: string | undefined }
}

/** Maximum events that a run keeps on its way to a wait. */
export const maxEarly = 10

/** The event as a run of the graph keeps it: with all that its tests can read. */
export const waitingEvent = (
  graph: Graph,
  { id, type, created_at: at, data }: Heard,
): HeardEvent & { at: string } => ({
  ...{ kind: 'event', type, at, fields: fieldsOf(data.object, pathsIn(graph)) },
  ...(id && { id: id as EventRef['id'] }),
})

/** Whether some wait of the graph is for the event. */
export const isAwaited = (graph: Graph, { type, fields }: HeardEvent, data: RunData): boolean =>
  nodesOf(graph, 'wait').some(node => awaitsEvent(node, type, fields, data))
