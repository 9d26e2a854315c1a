// Who confirms a consent by the link of an e-mail wants messages again: what they said no to before does not hold any more.
// A consent that somebody recorded, or a form took without asking, is no word of the person.
import { randomBytes } from 'node:crypto'
import type { Envelope } from '@lms/contract'
import { type Consent, type User, userConsentChanged } from '@lms/users/contract'
import { addressHashes, addressOf } from '../addresses/address.ts'
import { transportKinds } from '../addresses/kinds.ts'
import { builder, type Stores } from '../builder.ts'
import { objectionsChanged } from '../people/objections.task.ts'
import { readMessengers, readPeople } from '../people/read.ts'
import { allTopics } from '../settings/topic.ts'
import { confirmed, consentFor, consentTopics } from './preferences.rules.ts'

type ConfirmedConsent = Consent & { confirmed_at: string }

const confirmedIn = (events: readonly Envelope[]): ConfirmedConsent[] =>
  events
    .map(({ data }) => data.object as Consent)
    .filter((one): one is ConfirmedConsent => one.status === 'given' && one.confirmed_at !== null)

interface Read {
  readonly users: ReadonlyMap<string, User>
  readonly messengers: ReadonlyMap<string, string>
}

export const onConsentsConfirmed = builder.batchReaction({
  name: 'confirmed-consents',
  restMs: 200,
  to: [userConsentChanged],
  prepare: async (events, { school, runtime }): Promise<Read> => {
    const consents = confirmedIn(events)
    const ids = [...new Set(consents.map(({ user_id }) => user_id))]
    const inMessenger = consents.some(({ channel }) => channel === 'messenger')
    const scope = { school, requestId: randomBytes(16).toString('hex'), runtime }
    const [users, messengers] = await Promise.all([
      readPeople(ids, scope),
      readMessengers(inMessenger ? ids : [], scope),
    ])
    return { users, messengers }
  },
  run: async ({ events, prepared, work, runtime }, stores) => {
    const consents = confirmedIn(events)
    if (consents.length === 0) return
    const present = await stores.people.holdAll(consents.map(({ user_id }) => user_id))
    const here = consents.filter(({ user_id }) => present.has(user_id))
    const vaultScope = { school: work.school, vault: runtime.vault }
    for (const consent of here) await wantAgain(consent, prepared, vaultScope, stores)
    objectionsChanged(
      work,
      here.map(({ user_id }) => user_id),
    )
  },
})

async function wantAgain(
  { user_id, channel, confirmed_at }: ConfirmedConsent,
  { users, messengers }: Read,
  vaultScope: Parameters<typeof addressHashes>[2],
  { preferences, suppressions, settings }: Stores,
): Promise<void> {
  const transport = transportKinds.find(kind => consentFor[kind] === channel)
  if (!transport) return
  const topics = allTopics((await settings.get()).topics)
  const user = users.get(user_id)
  const address = user && addressOf({ ...user, messenger: messengers.get(user_id) ?? null }, transport)
  suppressions.lift({
    userId: user_id,
    hashes: address ? addressHashes(address, transport, vaultScope) : [],
    transport,
    topics: consentTopics(topics),
    until: confirmed_at,
  })
  // What was chosen after the confirmation stays.
  for (const row of await preferences.lockMany([user_id]))
    if (Date.parse(row.updated_at) <= Date.parse(confirmed_at))
      preferences.save(row, confirmed(row, transport, topics))
}
