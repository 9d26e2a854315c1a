// About what a person may be written to, by which transport, and why not about the rest.
import type { Work } from '@lms/service-host'
import type { User } from '@lms/users/contract'
import { addressHashes, addressOf } from '../addresses/address.ts'
import { transportKinds } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { readConsents } from '../people/consents.ts'
import { nullIfUnavailable, readMessengers, readPeople } from '../people/read.ts'
import { allTopics } from '../settings/topic.ts'
import { ineligibilityOf, suppressedFor } from './eligibility.rules.ts'
import type { Preferences, TopicEligibility } from './preferences.contract.ts'

type At = Pick<Work, 'work' | 'runtime'>

/** What other services know of a person. */
export interface Contacts {
  readonly user: User | undefined
  readonly messenger: string | null
  readonly consents: ReadonlySet<string>
}

/** Null while the users service is away. It calls it: before anything is locked. */
export async function readContacts(userId: string, ctx: At): Promise<Contacts | null> {
  const read = await Promise.all([
    readPeople([userId], ctx),
    readMessengers([userId], ctx),
    readConsents([userId], ctx),
  ]).catch(nullIfUnavailable)
  if (read === null) return null
  const [users, messengers, consents] = read
  return {
    user: users.get(userId),
    messenger: messengers.get(userId) ?? null,
    consents: consents.get(userId) ?? new Set(),
  }
}

/** The hashes of the addresses of a person, by transport. */
export function hashesOf({ user, messenger }: Contacts, { work, runtime }: At) {
  const scope = { school: work.school, vault: runtime.vault }
  return transportKinds.map(transport => {
    const address = user ? addressOf({ ...user, messenger }, transport) : null
    return { transport, address, hashes: address === null ? [] : addressHashes(address, transport, scope) }
  })
}

/** The answer for each topic and transport; null where the contacts could not be read. */
export async function eligibilityOf(
  contacts: Contacts | null,
  preferences: Pick<Preferences, 'all_off' | 'off_transports' | 'off_topics'>,
  ctx: At,
  { settings, suppressions }: Pick<Stores, 'settings' | 'suppressions'>,
): Promise<TopicEligibility[] | null> {
  if (contacts === null) return null
  const addresses = hashesOf(contacts, ctx)
  const [{ topics }, listed] = await Promise.all([
    settings.get(),
    suppressions.ofAddresses(addresses.flatMap(({ hashes }) => hashes)),
  ])
  return allTopics(topics).map(topic => ({
    ...topic,
    transports: addresses.map(({ transport, address, hashes }) => {
      const suppressed = suppressedFor(listed, hashes, topic.key)
      const reason = ineligibilityOf({ ...contacts, transport, address, topic, preferences, suppressed })
      return { transport, reason }
    }),
  }))
}
