// Rebuilt equals grown: facts are always read where they are kept, and an event is counted once by its id.
import { enqueue, type Outside } from '@lms/service-host'
import { history } from '@lms/webhooks/contract'
import { builder } from '../builder.ts'
import { readNext } from '../facts/current-facts.ts'
import { propertiesOf, propertyPaths } from '../facts/event-properties.ts'
import { timeOfEvent, timePaths } from '../facts/event-time.ts'
import type { Changed } from '../facts/fact.store.ts'
import { countedTypes } from '../facts/fact-sources.ts'
import { withObjections } from '../facts/objections.ts'
import { rebuilding } from '../facts/rebuild.contract.ts'
import { rebuildFacts } from '../facts/rebuild.task.ts'
import { checkChanged } from './follow.run.ts'

type Read = Awaited<ReturnType<typeof readPeople>> | Awaited<ReturnType<typeof readJournal>>
type PersonId = Parameters<typeof readNext>[0]
type EventId = NonNullable<Awaited<ReturnType<typeof readJournal>>['next']> | null

const readPeople = async (after: PersonId, ctx: Outside) => ({
  part: 'people' as const,
  reading: await readNext(after, ctx),
})

async function readJournal(after: string | null, { school, requestId, runtime }: Outside) {
  // An installation without webhooks has no journal.
  if (!runtime.config.serviceAddresses.webhooks) return { part: 'journal' as const, events: [], next: null }
  const { history: journal } = runtime.client('webhooks', { history }, { school, requestId })
  const answer = await journal.aboutPeople({
    body: { after: after as never, types: countedTypes, paths: [...propertyPaths, ...timePaths] },
  })
  return { part: 'journal' as const, ...answer }
}

export const rebuildFactsTask = builder.externalCall(rebuildFacts, {
  prepare: async ({ state }) => state,

  call: (state, ctx): Promise<Read> =>
    state?.part === 'journal' ? readJournal(state.after, ctx) : readPeople(state?.after ?? null, ctx),

  finish: async ({ state, outcome, work, runtime }, stores) => {
    const { facts } = stores
    const changed: Changed = new Map()
    const peopleBefore = state?.people ?? 0
    await facts.lock()
    if (outcome.part === 'people') {
      const { people, ...reading } = await withObjections(outcome.reading, { work, runtime })
      await facts.keep(people, reading, changed)
      await checkChanged(changed, stores)
      const after = people.at(-1)?.user_id as NonNullable<PersonId> | undefined
      const done = peopleBefore + people.length
      return {
        state: after
          ? { part: 'people' as const, after, people: done }
          : { part: 'journal' as const, after: null, people: done },
      }
    }
    const { events, next } = outcome
    const merged = await facts.merged([...new Set(events.map(({ user_id }) => user_id))])
    facts.record(
      events.map(({ id, type, at: created_at, user_id, related, values, imported }) => {
        const eventValues = { related, at: (path: string) => values[path] ?? [] }
        return {
          ...{ id, type, created_at, user_id: merged.get(user_id) ?? user_id },
          at: timeOfEvent({ type, created_at, imported: imported === true }, eventValues),
          properties: propertiesOf(eventValues),
        }
      }),
      changed,
    )
    await checkChanged(changed, stores)
    if (next) return { state: { part: 'journal' as const, after: next as EventId, people: peopleBefore } }
  },
})

export const rebuildHandlers = builder.implement(rebuilding, {
  rebuild: async ({ work }) => ({ job_id: enqueue(work, rebuildFacts, {}, { key: 'rebuild' }) }),
})
