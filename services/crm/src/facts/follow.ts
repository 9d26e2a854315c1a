// After events about people: what changed is read anew where it is kept, so that the order of events does not matter, and
// the events are recorded.
import { randomBytes } from 'node:crypto'
import type { Envelope } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import { type Reading, readPresent } from './current-facts.ts'
import type { Changed, FactStore } from './fact.store.ts'
import { countsAsEvent } from './fact-sources.ts'

const personOf = ({ related }: Envelope) => related.user_id

/** Reads the present of the people of events. */
export function readPeopleOf(
  events: readonly Envelope[],
  { school, runtime }: { school: string; runtime: SchoolRuntime },
): Promise<Reading> {
  const ids = events.flatMap(({ related }) => [related.user_id, related.merged_user_id])
  const people = [...new Set(ids.filter(id => id !== undefined))]
  return readPresent(people, { school, runtime, requestId: randomBytes(16).toString('hex') })
}

/** Keeps what was read, and records the events; says what changed. */
export async function follow(
  events: readonly Envelope[],
  { people, ...reading }: Reading,
  facts: FactStore,
): Promise<Changed> {
  const changed: Changed = new Map()
  await facts.lock()
  await facts.keep(people, reading, changed)
  const counted = events.filter(event => personOf(event) && countsAsEvent(event.type))
  const merged = await facts.merged([...new Set(counted.map(event => personOf(event)!))])
  facts.record(
    counted.map(event => {
      const user = personOf(event)!
      return { id: event.id, type: event.type, at: event.created_at, user_id: merged.get(user) ?? user }
    }),
    changed,
  )
  return changed
}
