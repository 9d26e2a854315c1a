import { builder } from '../builder.ts'
import { enterByHand } from '../walking/by-hand.ts'
import { refusedFor } from '../walking/outcome.ts'
import { scenarioEntries } from './entry.contract.ts'
import { EntryEntity } from './entry.store.ts'

const entryHandlers = builder.implement(scenarioEntries, {
  enter: async ({ body: { scenario_id, entries, data }, runtime, ...ctx }, stores) => {
    // The users service is asked about unknown people before anything is locked.
    const userIds = entries.map(({ user_id }) => user_id)
    const present = await stores.people.existing(userIds, runtime)
    const results = await stores.entries.take(entries.map(({ key }) => key))
    const fresh = entries.filter(({ key }) => !results.has(key))
    if (fresh.length) {
      const knownEntries = fresh.filter(({ user_id }) => present.has(user_id))
      const people = new Map(knownEntries.map(({ user_id }) => [user_id, { data, present: true }]))
      const outcomes = await enterByHand(people, scenario_id, ctx, stores)
      const newResults = fresh.map(({ key, user_id }) => ({
        key,
        ...(outcomes.get(user_id) ?? refusedFor('user_unknown')),
      }))
      stores.entries.keep(newResults)
      for (const result of newResults) results.set(result.key, result)
    }
    return { results: entries.map(({ key }) => results.get(key)!) }
  },
})

export const entryResource = builder.resource({
  handlers: [entryHandlers],
  entities: [EntryEntity],
})
