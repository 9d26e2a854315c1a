import { Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { nodesOf } from '../graph/graph.ts'
import { refusals } from '../scenarios/scenario.contract.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'

/** Where people enter by hand: the trigger for it in the published version, or the first one. */
export async function handTrigger(
  { id, published_version }: ScenarioRow,
  { versions }: Stores,
): Promise<string> {
  if (published_version === null) throw new Refused(refusals.scenario_unpublished)
  const graph = (await versions.graphs(id, [published_version])).get(published_version)!
  const triggers = nodesOf(graph, 'trigger')
  return (triggers.find(({ start }) => start.by === 'hand') ?? triggers[0]!).id
}
