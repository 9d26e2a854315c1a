// What of an envelope is personal, by one rule for all events of a person: what its type declares, fields of personal
// names, and every text that is or contains what the person was known by.
import { envelopeWithoutPersonal } from '@lms/contract'

/** What a person was known by: contacts are looked for inside texts, names only as whole texts. */
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

/** Adds what an envelope of a `user.*` event, stored as `payload`, tells of its person. */
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
 * The stored envelope without what is personal in its `data`: fields keep their names and kinds. `declared` are the
 * paths that its type declares to be personal.
 */
export const erased = (payload: string, known: Known, declared: readonly string[]): string =>
  envelopeWithoutPersonal(payload, { declared, mentions: text => mentions(text, known) })

function mentions(text: string, { contacts, names }: Known): boolean {
  const lower = text.toLowerCase()
  return names.has(lower) || [...contacts].some(contact => lower.includes(contact))
}
