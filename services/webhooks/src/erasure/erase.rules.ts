// The personal data of an envelope, by one rule for all events of a person: fields that its type declares, fields with
// personal names, and every text that is or contains a known contact or name of the person.
import { envelopeWithoutPersonal } from '@lms/contract'

/** The known contacts and names of a person: contacts are searched inside texts, names only as whole texts. */
export interface Known {
  contacts: Set<string>
  names: Set<string>
}

type Json = unknown
const isRecord = (value: Json): value is Record<string, Json> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const addText = (set: Set<string>, value: Json) => {
  if (typeof value === 'string' && value !== '') set.add(value.toLowerCase())
}

/** Adds the contacts and names in an envelope of a `user.*` event, stored as `payload`. */
export function learn(known: Known, payload: string): void {
  const { data } = JSON.parse(payload)
  for (const person of [data?.object, data?.previous].filter(isRecord)) {
    const { email, phone, first_name: first, last_name: last } = person
    for (const contact of [email, phone]) addText(known.contacts, contact)
    for (const name of [first, last]) addText(known.names, name)
    if (first && last) for (const name of [`${first} ${last}`, `${last} ${first}`]) addText(known.names, name)
  }
}

/**
 * The stored envelope without personal data in its `data`: fields keep their names and types. `declared` are the
 * personal paths of its type.
 */
export const erased = (payload: string, known: Known, declared: readonly string[]): string =>
  envelopeWithoutPersonal(payload, { declared, mentions: text => mentions(text, known) })

function mentions(text: string, { contacts, names }: Known): boolean {
  const lower = text.toLowerCase()
  return names.has(lower) || [...contacts].some(contact => lower.includes(contact))
}
