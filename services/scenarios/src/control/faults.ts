import { Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { faultsOf } from '../graph/check.ts'
import { nodesOf } from '../graph/graph.ts'
import type { Graph } from '../graph/node.ts'
import { knownTypes } from '../listening/event-types.ts'
import { refusals } from '../scenarios/scenario.refusals.ts'

/** Refuses a graph that cannot be published, with the places of its faults. */
export async function refuseFaults(graph: Graph, { scenarios }: Stores): Promise<void> {
  const leading = nodesOf(graph, 'scenario')
  const others = await scenarios.many([...new Set(leading.map(({ scenario_id }) => scenario_id))])
  const published = new Set(others.flatMap(row => (row.published_version === null ? [] : [row.id])))
  const unpublished = leading
    .filter(({ scenario_id }) => !published.has(scenario_id))
    .map(({ id }) => ({ path: `nodes.${id}.scenario_id`, message: 'this scenario is not published' }))
  const details = [...faultsOf(graph, knownTypes), ...unpublished]
    .slice(0, 100)
    .map(({ path, message }) => ({ path: `graph.${path}`, message }))
  if (details.length) throw new Refused(refusals.graph_unfit, undefined, { details })
}
