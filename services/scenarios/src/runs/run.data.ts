import { type Id, isId, withCauses } from '@lms/contract'
import { rowsOfPerson } from '@lms/service-host'
import { userDeleted, userMerged } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { RunData } from '../graph/node.ts'
import { endRuns } from './end.ts'
import { ScenarioRun } from './run.contract.ts'

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
  move: async ({ from, into, erased }, { now, work }, stores) => {
    const { runs } = stores
    const own = await runs.lockOpen(from as Id<'usr'>, maxOpen)
    const others = await runs.lockOpen(into, maxOpen)
    const openScenarioIds = new Set(others.map(({ scenario_id }) => scenario_id))
    const isClosed = ({ scenario_id }: (typeof own)[number]) => erased || openScenarioIds.has(scenario_id)
    endRuns(own.filter(isClosed), 'close', erased ? 'erased' : 'merged', now, stores)
    // Their conditions ask about the other person once everybody has seen the merge.
    const { causeId } = work.origin
    if (causeId && isId('evt', causeId)) {
      const merge = { id: causeId, type: userMerged.type }
      for (const row of own)
        if (!isClosed(row)) runs.save(row, { causes: withCauses(row.causes ?? [], [merge]) })
    }
    if (erased) runs.blankOf(from)
    runs.reassign(from, into)
  },
  // Together: an open run would take on what a call outside brings of the person.
  erase: async (userId, { now }, stores) => {
    endRuns(await stores.runs.lockOpen(userId as Id<'usr'>, maxOpen), 'close', 'erased', now, stores)
    stores.runs.blankOf(userId)
  },
})

/** A person who is gone is in no scenario any more. */
export const onUserDeleted = builder.reaction(
  'leave-scenarios',
  userDeleted,
  async ({ event, now }, stores) => {
    const { id } = event.data.object
    await stores.people.lockExclusive(id)
    endRuns(await stores.runs.lockOpen(id, maxOpen), 'close', 'left', now, stores)
  },
)
