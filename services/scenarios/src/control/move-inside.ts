// People inside go over to a new version: the first ones with its publication, the others by a task.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { Graph } from '../graph/node.ts'
import { wake } from '../walking/enter.ts'

/** People who are moved in one transaction: more would keep a publication waiting beyond its time. */
export const movedAtOnce = 2000

interface ToMove {
  scenario_id: Id<'scn'>
  number: number
  graph: Graph
  after: Id<'run'> | ''
}

/** Moves the next people inside a held scenario; says how many, and the last one who was looked at unless there are no others. */
export async function moveNext(
  { scenario_id, number, graph, after }: ToMove,
  work: Work['work'],
  { traces, versions }: Stores,
): Promise<{ moved: number; last: Id<'run'> | null }> {
  const { moves, last } = await versions.moveInside(scenario_id, number, graph, after, movedAtOnce)
  traces.count(
    scenario_id,
    moves.flatMap(({ before, node, count }) => [
      // They came to the node once: their entry is one of the new version.
      { scenario_version: before, node, entered: -count, went: 0, dropped: 0 },
      { scenario_version: number, node, entered: count, went: 0, dropped: 0 },
    ]),
  )
  if (moves.length) wake(scenario_id, work)
  return { moved: moves.reduce((total, { count }) => total + count, 0), last }
}
