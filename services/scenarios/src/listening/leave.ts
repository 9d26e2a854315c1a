// Entries into segments that end runs wherever they are. The others are found by the looks of their waits.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { asksIn } from '../graph/asks.ts'
import { wake } from '../walking/enter.ts'

interface SegmentEntry {
  segment_id: Id<'seg'>
  user_id: Id<'usr'>
}

/** Runs of these people in these scenarios are looked at, where an entry into its segment ends them. */
export async function leave(
  entries: readonly SegmentEntry[],
  scenarioIds: readonly string[],
  { now, work }: Pick<Work, 'now' | 'work'>,
  { runs, scenarios, versions }: Stores,
): Promise<void> {
  for (const id of scenarioIds) {
    await scenarios.hold(id)
    const rows = await runs.lockInsideOf(
      id,
      entries.map(({ user_id }) => user_id),
    )
    const graphs = await versions.graphs(
      id,
      rows.map(({ scenario_version }) => scenario_version),
    )
    let woke = false
    for (const row of rows) {
      const exit = asksIn(graphs.get(row.scenario_version)!, 'segment').find(
        ({ kind, ask }) =>
          kind === 'exit' &&
          entries.some(entry => entry.user_id === row.user_id && entry.segment_id === ask.segment_id),
      )
      if (!exit) continue
      runs.save(row, { leaving: exit.id, clock: 'wall', due_at: now })
      woke = true
    }
    if (woke) wake(id as Id<'scn'>, work)
  }
}
