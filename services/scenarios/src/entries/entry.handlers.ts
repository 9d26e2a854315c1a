import type { Id } from '@lms/contract'
import { builder, type Stores } from '../builder.ts'
import { type Entered, enterAll } from '../walking/enter.ts'
import { handTrigger } from '../walking/hand-trigger.ts'
import { type EntryResult, scenarioEntries } from './entry.contract.ts'

export const entryHandlers = builder.implement(scenarioEntries, {
  enter: async ({ body: { scenario_id, entries, data }, runtime, ...at }, stores) => {
    // The users service is asked about unknown people before anything is locked.
    const present = new Set<string>()
    for (const { user_id } of entries) if (await stores.people.exists(user_id, runtime)) present.add(user_id)
    const results = await stores.entries.take(entries.map(({ key }) => key))
    const fresh = entries.filter(({ key }) => !results.has(key))
    if (fresh.length) {
      const people = fresh.map(({ user_id }) => user_id).filter(id => present.has(id))
      const outcomes = await outcomesOf(people, { scenario_id, data }, at, stores)
      const made = fresh.map(({ key, user_id }) => ({ key, ...(outcomes.get(user_id) ?? gone) }))
      stores.entries.keep(made)
      for (const result of made) results.set(result.key, result)
    }
    return { results: entries.map(({ key }) => results.get(key)!) }
  },
})

type Outcome = Omit<EntryResult, 'key'>
const refused = (reason: EntryResult['reason']): Outcome => ({ outcome: 'refused', reason, run_id: null })
const gone = refused('user_unknown')

async function outcomesOf(
  people: readonly Id<'usr'>[],
  { scenario_id, data }: { scenario_id: Id<'scn'>; data: Record<string, string | number | boolean> },
  at: Parameters<typeof enterAll>[2],
  stores: Stores,
): Promise<Map<string, Outcome>> {
  const all = (outcome: Outcome) => new Map(people.map(id => [id as string, outcome]))
  const scenario = await stores.scenarios.find(scenario_id)
  if (!scenario) return all(refused('scenario_unknown'))
  if (scenario.status !== 'enabled') return all(refused('scenario_not_enabled'))
  const node = await handTrigger(scenario, stores)
  const entered = await enterAll(
    people.map(user_id => ({ user_id, node, data })),
    scenario.id,
    at,
    stores,
  )
  return new Map(people.map(id => [id, outcomeOf(entered.get(id))]))
}

function outcomeOf(entered: Entered | undefined): Outcome {
  // A scenario that was deleted meanwhile answers for nobody.
  if (!entered) return refused('scenario_unknown')
  if ('run' in entered) return { outcome: 'done', reason: null, run_id: entered.run.id }
  switch (entered.obstacle) {
    case 'inside':
      return { outcome: 'unchanged', reason: null, run_id: null }
    case 're_entry':
      return refused('re_entry_refused')
    case 'too_many_entries':
      return refused('too_many_entries')
    case 'gone':
      return gone
    default:
      return refused('scenario_not_enabled')
  }
}
