import { type BodyOf, type Id, Refused, type ReturnsOf } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { Fault } from '../graph/check.ts'
import type { Graph } from '../graph/node.ts'
import { followTriggers } from '../listening/members.run.ts'
import type { scenarios } from '../scenarios/scenario.contract.ts'
import { scenarioPublished } from '../scenarios/scenario.object.ts'
import { listens, type ScenarioRow } from '../scenarios/scenario.store.ts'
import { refusals, versionRoom } from '../scenarios/scenario-refusals.ts'
import { refuseFaults } from './faults.ts'
import { moveInside } from './move-inside.task.ts'
import { moveNext } from './move-inside.ts'
import { countEntering } from './would-enter.ts'

type Result = ReturnsOf<(typeof scenarios)['publish']>

/** Publishes a graph as the next version of a locked scenario. */
export async function publish(
  row: ScenarioRow,
  graph: Graph,
  { dry_run, move_inside, enter_now }: BodyOf<(typeof scenarios)['publish']>,
  { members, faults }: { members: ReadonlySet<Id<'usr'>> | null; faults: readonly Fault[] },
  { now, emit, work, runtime }: Pick<Work, 'now' | 'emit' | 'work' | 'runtime'>,
  stores: Stores,
): Promise<Result> {
  const { versions, traces } = stores
  await refuseFaults(graph, faults, { runtime, work }, stores)
  const number = (row.published_version ?? 0) + 1
  if (number > versionRoom.most) throw new Refused(refusals.versions_limit_reached)
  const inside_older = await traces.inside(row.id, number)
  const would_enter = members && (await countEntering(members, row, now, stores))
  if (dry_run) return { scenario: row, published: false, inside_older, would_enter, moved: 0 }
  if (enter_now && row.status !== 'enabled') throw new Refused(refusals.scenario_not_enabled)
  versions.publish(row.id, number, graph, listens(row))
  const scenario = stores.scenarios.save(row, { published_version: number, published_at: now })
  if (row.status === 'enabled') followTriggers(row.id, graph, { work, now }, stores, { enterNow: enter_now })
  emit(scenarioPublished, scenario, { previous: row })
  const { id: scenario_id } = row
  const { moved, last } = move_inside
    ? await moveNext({ scenario_id, number, graph, after: '' }, work, stores)
    : { moved: 0, last: null }
  // The others follow from the beginning: the task is one for each scenario, and that of the newest version counts.
  if (last !== null) enqueue(work, moveInside, { scenario_id, number }, { key: scenario_id })
  return { scenario, published: true, inside_older, would_enter, moved }
}
