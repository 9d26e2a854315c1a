// People enter the scenarios that nodes name, in the transaction in which their own run goes on.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { type Input, nodeAt } from '../core/step.ts'
import type { RunRow } from '../runs/run.store.ts'
import type { ScenarioRow } from '../scenarios/scenario.store.ts'
import type { WalkBatch } from './ask.ts'
import { enterByHand } from './by-hand.ts'

/** The scenario that the run is to enter its person into; null if it is at no such node. */
function targetOf(run: RunRow, { graphs }: WalkBatch): Id<'scn'> | null {
  const graph = graphs.get(run.scenario_version)
  const node = graph && run.phase === 'effect' ? nodeAt(graph, run.node) : null
  return node?.kind === 'scenario' ? node.scenario_id : null
}

/**
 * Holds the scenario and those into which its runs lead; null without it. People come first, then all scenarios in the
 * order of their ids: others lock them in this order, too.
 */
export async function holdWithOthers(
  scenarioId: Id<'scn'>,
  walkBatch: WalkBatch,
  { people, scenarios }: Stores,
): Promise<ScenarioRow | null> {
  const leading = walkBatch.batch.flatMap(run => {
    const target = targetOf(run, walkBatch)
    return target ? [{ run, target }] : []
  })
  await people.holdAll(leading.map(({ run }) => run.user_id))
  let own: ScenarioRow | null = null
  for (const id of [...new Set([scenarioId, ...leading.map(({ target }) => target)])].sort()) {
    const lockedScenario = await scenarios.hold(id)
    if (id === scenarioId) own = lockedScenario
  }
  return own
}

/** Lets the people of these locked runs enter the scenarios that their nodes name; adds what came of it. */
export async function enterOthers(
  rows: readonly RunRow[],
  walkBatch: WalkBatch & { inputs: Map<string, Input> },
  ctx: Pick<Work, 'now' | 'work'>,
  stores: Stores,
): Promise<void> {
  const byTarget = Map.groupBy(rows, row => targetOf(row, walkBatch))
  byTarget.delete(null)
  for (const [target, leading] of byTarget) {
    const people = new Map(
      leading.map(({ user_id, data, request_id, causes, present }) => [
        user_id,
        { data, ...(request_id && { request_id }), ...(causes && { causes }), present: present === true },
      ]),
    )
    const outcomes = await enterByHand(people, target!, ctx, stores)
    for (const { id, user_id } of leading) {
      const { outcome, reason, run_id } = outcomes.get(user_id)!
      walkBatch.inputs.set(id, { kind: 'effect', outcome, reason, ids: run_id ? [run_id] : [] })
    }
  }
}
