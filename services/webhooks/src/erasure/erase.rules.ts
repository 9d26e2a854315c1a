// The personal data of an envelope, by one rule for all events of a person: fields that its type declares, fields with
// personal names, and every known contact of the person inside of other texts. A name is no reason to blank a text that
// nobody declared personal: a course may be called like a person.
import { envelopeWithoutPersonal } from '@lms/contract'
import type { EventFilter } from '../events/event-filter.ts'

/** The known contacts and names of a person: contacts are searched inside texts, names only as whole texts. */
export interface Identifiers {
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
export function learn(identifiers: Identifiers, payload: string): void {
  const { data } = JSON.parse(payload)
  for (const person of [data?.object, data?.previous].filter(isRecord)) {
    const { email, phone, first_name: first, last_name: last } = person
    for (const contact of [email, phone]) addText(identifiers.contacts, contact)
    for (const name of [first, last]) addText(identifiers.names, name)
    if (first && last)
      for (const name of [`${first} ${last}`, `${last} ${first}`]) addText(identifiers.names, name)
  }
}

/**
 * In place of a text with a contact: not empty, because many texts may not be. No field of a person has this value, so a
 * condition with it neither holds nor widens what a subscription takes.
 */
const mask = '[erased]'

/**
 * The stored envelope without personal data in its `data`: fields keep their names and types. `declared` are the
 * personal paths of its type.
 */
export const erased = (payload: string, identifiers: Identifiers, declared: readonly string[]): string =>
  envelopeWithoutPersonal(payload, {
    declared,
    without: text => (hasContact(text, identifiers) ? mask : text),
  })

/** The texts, in small letters, by which an event about several people is found: a name of two letters is in any text. */
export const wordsOf = ({ contacts, names }: Identifiers): string[] =>
  [...contacts, ...names].filter(word => word.length > 2)

/** Whether a text that a school wrote for itself is about the person: it has a contact, or is a name. */
export const mentions = (text: string, identifiers: Identifiers): boolean =>
  identifiers.names.has(text.toLowerCase()) || hasContact(text, identifiers)

const hasContact = (text: string, { contacts }: Identifiers): boolean => {
  const lower = text.toLowerCase()
  return [...contacts].some(contact => lower.includes(contact))
}

/**
 * The conditions of a subscription with the person's contacts masked; null where they have none. A name alone says nothing
 * of one person. Values stand between commas; one with a comma is quoted.
 */
export function maskFilter(filter: EventFilter | null, { contacts }: Identifiers): EventFilter | null {
  const isContact = (value: string) => {
    const lower = value.toLowerCase()
    if (contacts.has(lower)) return true
    return /[\s"]/.test(lower) && [...contacts].some(contact => lower.includes(contact))
  }
  const masked = Object.entries(filter ?? {}).map(
    ([name, text]) =>
      [name, text.replace(/"(?:[^"]|"")*"|[^,]+/g, value => (isContact(value) ? mask : value))] as const,
  )
  return masked.some(([name, text]) => filter![name] !== text) ? Object.fromEntries(masked) : null
}
