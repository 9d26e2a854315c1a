import { Refused, type ReturnsOf } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { refusals, type scenarios, versionRoom } from '../scenarios/scenario.contract.ts'
import { scenarioPublished } from '../scenarios/scenario.object.ts'
import { listens, type ScenarioRow } from '../scenarios/scenario.store.ts'
import { wake } from '../walking/enter.ts'
import { refuseFaults } from './faults.ts'

type Result = ReturnsOf<(typeof scenarios)['publish']>

/** Publishes the draft of a locked scenario as its next version. */
export async function publish(
  row: ScenarioRow,
  { dry_run, move_inside }: { dry_run: boolean; move_inside: boolean },
  { now, emit, work }: Pick<Work, 'now' | 'emit' | 'work'>,
  { scenarios, runs, versions, traces }: Stores,
): Promise<Result> {
  refuseFaults(row.graph)
  const number = (row.published_version ?? 0) + 1
  if (number > versionRoom.most) throw new Refused(refusals.versions_full)
  const inside_older = await runs.countInside(row.id, number)
  if (dry_run) return { scenario: row, published: false, inside_older, moved: 0 }
  versions.publish(row.id, number, row.graph, listens(row))
  const scenario = scenarios.save(row, { published_version: number, published_at: now })
  emit(scenarioPublished, scenario, { previous: row })
  const moved = move_inside ? await versions.moveInside(row.id, number, row.graph) : []
  traces.count(
    row.id,
    moved.flatMap(({ before, node, count }) => [
      { scenario_version: before, node, entered: 0, went: count, dropped: 0 },
      { scenario_version: number, node, entered: count, went: 0, dropped: 0 },
    ]),
  )
  if (moved.length) wake(row.id, work)
  return { scenario, published: true, inside_older, moved: moved.reduce((sum, { count }) => sum + count, 0) }
}
