// Whether a person may be written to about a topic by a transport, and why not. Pure. Everybody asks here: sending, the staff,
// the person, and the page of an unsubscribing link.
import type { User } from '@lms/users/contract'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Topic } from '../settings/topic.ts'
import type { SuppressionRow } from '../suppressions/suppression.store.ts'
import type { Ineligibility, Preferences } from './preferences.contract.ts'
import { consentFor } from './preferences.rules.ts'

export interface Person {
  user: Pick<User, 'status'> | undefined
  transport: TransportKind
  address: string | null
  /** Undefined where the settings no longer have it: then nobody gets it. */
  topic: Topic | undefined
  consents: ReadonlySet<string>
  preferences: Pick<Preferences, 'all_off' | 'off_transports' | 'off_topics'>
  /** The list has the address, for this topic or for all: the reasons. */
  suppressed: readonly string[]
}

/** Null where the person may be written to. */
export function ineligibilityOf(person: Person): Ineligibility | null {
  const { user, topic, preferences, suppressed, transport } = person
  const isService = topic?.basis === 'service'
  if (user?.status !== 'active') return 'deleted'
  if (person.address === null) return 'no_address'
  if (suppressed.some(reason => !isService || reason !== 'unsubscribed')) return 'suppressed'
  if (isService) return null
  const channel = consentFor[transport]
  if (topic?.basis === 'consent' && channel !== null && !person.consents.has(channel)) return 'no_consent'
  const { all_off, off_transports, off_topics } = preferences
  const isOff = all_off || off_transports.includes(transport) || off_topics.includes(topic?.key ?? '')
  return !topic || isOff ? 'topic_off' : null
}

/** The reasons for which the list has an address, by its hashes, for a topic. */
export const suppressedFor = (
  listed: readonly Pick<SuppressionRow, 'address_hash' | 'topic' | 'reason'>[],
  hashes: readonly string[],
  topic: string,
): SuppressionRow['reason'][] =>
  listed
    .filter(each => hashes.includes(each.address_hash) && (each.topic === null || each.topic === topic))
    .map(({ reason }) => reason)
