// What would become of a message to a person if it left now, without one.
import { common, type Id, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { addressHashes, addressOf } from '../addresses/address.ts'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { suppressedFor } from '../preferences/eligibility.rules.ts'
import { readContacts } from '../preferences/eligibility.ts'
import { usual } from '../preferences/preferences.store.ts'
import { topicIn } from '../settings/topic.ts'
import { Caps } from './caps.ts'
import { type Verdict, verdictOf } from './verdict.rules.ts'

/** The verdict. Asks the users service: before anything is locked. Refuses with unavailable while that is away. */
export async function foreseen(
  { user_id, transport, topic }: { user_id: Id<'usr'>; transport: TransportKind; topic: string },
  zone: string,
  { now, ...ctx }: Pick<Work, 'work' | 'runtime' | 'now'>,
  { messages, preferences, suppressions, settings }: Stores,
): Promise<Verdict> {
  const contacts = await readContacts(user_id, ctx)
  if (contacts === null) throw new Refused(common.unavailable)
  const { user, messenger, consents } = contacts
  const own = user ? addressOf({ ...user, messenger }, transport) : null
  const scope = { school: ctx.work.school, vault: ctx.runtime.vault }
  const hashes = own === null ? [] : addressHashes(own, transport, scope)
  const values = await settings.get()
  const row = { user_id, transport, topic, notification: null }
  const [chosen, listed, caps] = await Promise.all([
    preferences.find(user_id),
    suppressions.ofAddresses(hashes),
    Caps.of([row], values, now, messages),
  ])
  return verdictOf(
    {
      ...{ user, transport, consents, address: own, topic: topicIn(values.topics, topic) },
      preferences: chosen ?? usual,
      suppressed: suppressedFor(listed, hashes, topic),
      ...{
        duplicate: false,
        capped: caps.isFull(row),
        expires_at: null,
        notification: null,
        local: null,
        opened: false,
      },
      school: { ...values, time_zone: values.time_zone ?? zone },
    },
    now,
  )
}
