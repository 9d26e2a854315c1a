import type { Id } from '@lms/contract'
import { rowsOfPerson } from '@lms/service-host'
import { userAnonymized, userDeleted } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { RunData } from '../graph/node.ts'
import { endRuns } from './end.ts'
import { ScenarioRun } from './run.contract.ts'
import type { RunRow } from './run.store.ts'

/** More than a person can be inside: one run for each scenario of a school, and a few tests. */
const maxOpen = 2000

export const runsOfPerson = builder.personalData({
  what: 'runs through scenarios',
  on_merge: 'they move; where both people are inside a scenario, the run of the one who goes is closed',
  needs: 'scenario-runs:write',
  erased: 'values that runs know of them; open runs are closed',
  kept: 'nodes, states, times',
  why: 'ids and times alone name nobody',
  ...rowsOfPerson(({ runs }: Stores) => runs, 'runs.user_id', ScenarioRun.extend({ data: RunData })),
  move: async ({ from, into, erased }, { now }, stores) => {
    const { runs } = stores
    const own = await runs.lockOpen(from as Id<'usr'>, maxOpen)
    const others = await runs.lockOpen(into, maxOpen)
    const taken = new Set(others.map(({ scenario_id }) => scenario_id))
    endRuns(
      own.filter(({ scenario_id }) => erased || taken.has(scenario_id)),
      'close',
      erased ? 'erased' : 'merged',
      now,
      stores,
    )
    if (erased) runs.blankOf(from)
    runs.reassign(from, into)
  },
  erase: (userId, _, { runs }) => runs.blankOf(userId),
})

const leaving =
  (reason: 'left' | 'erased') =>
  async (
    { event, now }: { event: { data: { object: { id: string } } }; now: string },
    stores: Stores,
  ): Promise<void> => {
    const { id } = event.data.object
    await stores.people.lockExclusive(id)
    const open: RunRow[] = await stores.runs.lockOpen(id as Id<'usr'>, maxOpen)
    endRuns(open, 'close', reason, now, stores)
  }

// A person who is gone is in no scenario any more.
export const onUserDeleted = builder.reaction('leave-scenarios', userDeleted, leaving('left'))
export const onUserAnonymized = builder.reaction('leave-scenarios-erased', userAnonymized, leaving('erased'))
