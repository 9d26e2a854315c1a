import { Refused } from '@lms/contract'
import { faultsOf } from '../graph/check.ts'
import type { Graph } from '../graph/node.ts'
import { knownTypes } from '../listening/event-types.ts'
import { refusals } from '../scenarios/scenario.contract.ts'

/** Refuses a graph that cannot be published, with the places of its faults. */
export function refuseFaults(graph: Graph): void {
  const details = faultsOf(graph, knownTypes)
    .slice(0, 100)
    .map(({ path, message }) => ({ path: `graph.${path}`, message }))
  if (details.length) throw new Refused(refusals.graph_unfit, undefined, { details })
}
