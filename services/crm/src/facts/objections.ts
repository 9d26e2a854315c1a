// Reads what people object to where it is kept: in their preferences and in the list of suppressions.
import { type OutsideRuntime, textArray, type UnitOfWork } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import { type TransportKind, transportKinds } from '../addresses/kinds.ts'
import type { Choice } from '../preferences/preferences.rules.ts'
import type { Reading } from './current-facts.ts'
import type { Fact } from './fact.rules.ts'
import type { Present } from './fact.store.ts'
import { type Entry, objectionFacts } from './objection.rules.ts'

/** A person whose addresses are among these facts. */
type Contact = Pick<Present, 'user_id' | 'facts'>

export interface ObjectionsContext {
  readonly work: UnitOfWork
  readonly runtime: Pick<OutsideRuntime, 'vault'>
}

/** The address of a person as their facts have it, in the form in which addresses are compared; null for none. */
function addressIn({ user_id, facts }: Contact, transport: TransportKind): string | null {
  const text = (kind: Fact['kind'], key: string) =>
    facts.find(fact => fact.kind === kind && fact.key === key)?.text ?? null
  switch (transport) {
    case 'email':
      return text('field', 'email')
    case 'sms':
      return text('field', 'phone')
    case 'telegram':
      return text('address', 'telegram')
    default:
      return user_id
  }
}

/** The facts of these people about what they object to; everybody has an entry. */
export async function readObjections(
  people: readonly Contact[],
  { work, runtime }: ObjectionsContext,
): Promise<Map<string, Fact[]>> {
  const scope = { school: work.school, vault: runtime.vault }
  const owners = new Map<string, string[]>()
  for (const person of people)
    for (const transport of transportKinds) {
      const address = addressIn(person, transport)
      for (const hash of address === null ? [] : addressHashes(address, transport, scope))
        owners.set(hash, [...(owners.get(hash) ?? []), person.user_id])
    }
  const ids = people.map(({ user_id }) => user_id)
  const [choices, entries] = await Promise.all([readChoices(ids, work), readEntries(owners, work)])
  return new Map(ids.map(id => [id, objectionFacts(choices.get(id) ?? null, entries.get(id) ?? [])]))
}

/** What was read of people, with their objections. Read in the transaction that keeps it, after its lock. */
export async function withObjections(reading: Reading, ctx: ObjectionsContext): Promise<Reading> {
  const here = reading.people.filter(person => person.here)
  if (here.length === 0) return reading
  const objections = await readObjections(here, ctx)
  return {
    ...reading,
    people: reading.people.map(person => ({
      ...person,
      facts: [...person.facts, ...(objections.get(person.user_id) ?? [])],
    })),
    kinds: [...reading.kinds, 'objection'],
  }
}

async function readChoices(ids: readonly string[], work: UnitOfWork): Promise<Map<string, Choice>> {
  if (ids.length === 0) return new Map()
  const { rows } = await work.read(
    `select id, all_off, to_json(off_transports), to_json(off_topics) from "crm"."preferences"
     where school_id = $1 and id = any($2::text[])`,
    [work.school, textArray(ids)],
  )
  return new Map(
    rows.map(([id, isAllOff, transports, topics]) => [
      id!,
      {
        all_off: isAllOff === 't',
        off_transports: JSON.parse(transports!) as Choice['off_transports'],
        off_topics: JSON.parse(topics!) as string[],
      },
    ]),
  )
}

/** The entries of addresses by their hashes, for each person who has one of these. */
async function readEntries(
  owners: ReadonlyMap<string, readonly string[]>,
  work: UnitOfWork,
): Promise<Map<string, Entry[]>> {
  const byPerson = new Map<string, Entry[]>()
  if (owners.size === 0) return byPerson
  const { rows } = await work.read(
    `select address_hash, transport, topic, reason from "crm"."suppressions"
     where school_id = $1 and address_hash = any($2::text[])`,
    [work.school, textArray([...owners.keys()])],
  )
  for (const [hash, transport, topic, reason] of rows) {
    const entry = { transport, topic: topic ?? null, reason } as Entry
    for (const id of owners.get(hash!) ?? []) byPerson.set(id, [...(byPerson.get(id) ?? []), entry])
  }
  return byPerson
}
