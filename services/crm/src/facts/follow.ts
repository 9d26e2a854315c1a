// After events about people: what changed is read anew where it is kept, so that the order of events does not matter, and
// the events are recorded.
import { randomBytes } from 'node:crypto'
import type { Envelope } from '@lms/contract'
import type { SchoolRuntime } from '@lms/service-host'
import { type Reading, readPresent } from './current-facts.ts'
import { propertiesOf, valuesOfEvent } from './event-properties.ts'
import { timeOfEvent } from './event-time.ts'
import type { Changed, FactStore } from './fact.store.ts'
import { changesPresent, changesSpending, countsAsEvent } from './fact-sources.ts'
import { type ObjectionsContext, withObjections } from './objections.ts'

const personOf = ({ related }: Envelope) => related.user_id

/** Reads the present of the people of those events that may have changed it: most only happened, and nobody is asked. */
export async function readPeopleOf(
  events: readonly Envelope[],
  { school, runtime }: { school: string; runtime: Pick<SchoolRuntime, 'client' | 'config' | 'clock'> },
): Promise<Reading> {
  const changing = events.filter(({ type }) => changesPresent(type))
  const ids = changing.flatMap(({ related }) => [related.user_id, related.merged_user_id])
  const people = [...new Set(ids.filter(id => id !== undefined))]
  if (people.length === 0) return { people: [], kinds: [], readAt: runtime.clock.now().toISOString() }
  const spending = changing.some(({ type }) => changesSpending(type))
  return readPresent(people, { school, runtime, requestId: randomBytes(16).toString('hex') }, { spending })
}

/** Keeps what was read, and records the events; says what changed. */
export async function follow(
  events: readonly Envelope[],
  prepared: Reading,
  ctx: ObjectionsContext,
  facts: FactStore,
): Promise<Changed> {
  const changed: Changed = new Map()
  await facts.lock()
  const { people, ...reading } = await withObjections(prepared, ctx)
  if (people.length) await facts.keep(people, reading, changed)
  const counted = events.filter(event => personOf(event) && countsAsEvent(event.type))
  const merged = await facts.merged([...new Set(counted.map(event => personOf(event)!))])
  facts.record(
    counted.map(event => {
      const user = personOf(event)!
      const { id, type, created_at } = event
      const values = valuesOfEvent(event)
      return {
        ...{ id, type, created_at, user_id: merged.get(user) ?? user },
        at: timeOfEvent({ type, created_at, imported: event.data.imported === true }, values),
        properties: propertiesOf(values),
      }
    }),
    changed,
  )
  return changed
}
