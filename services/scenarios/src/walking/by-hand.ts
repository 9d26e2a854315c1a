// People enter as by hand: at the request of another service, or of a node of another scenario.
import { type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { nodesOf } from '../graph/graph.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'
import { refusals } from '../scenarios/scenario-refusals.ts'
import { type Entry, enterAll } from './enter.ts'
import { type EntryOutcome, outcomeOf, refusedFor } from './outcome.ts'

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

/** Lets people enter a scenario, each with data of their own; says what became of each. */
export async function enterByHand(
  people: ReadonlyMap<Id<'usr'>, Pick<Entry, 'data' | 'request_id' | 'causes' | 'present'>>,
  scenarioId: Id<'scn'>,
  ctx: Pick<Work, 'now' | 'work'>,
  stores: Stores,
): Promise<Map<string, EntryOutcome>> {
  const all = (outcome: EntryOutcome) => new Map([...people.keys()].map(id => [id as string, outcome]))
  const scenario = await stores.scenarios.find(scenarioId)
  if (!scenario) return all(refusedFor('scenario_unknown'))
  if (scenario.status !== 'enabled') return all(refusedFor('scenario_not_enabled'))
  const node = await handTrigger(scenario, stores)
  const entries = [...people].map(([user_id, own]) => ({ user_id, node, ...own }))
  const entered = await enterAll(entries, scenario.id, ctx, stores)
  return new Map([...people.keys()].map(id => [id, outcomeOf(entered.get(id))]))
}
