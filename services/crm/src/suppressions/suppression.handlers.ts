import { common, newId, Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { addressHashes, addressKey, addressOf } from '../addresses/address.ts'
import type { TransportKind } from '../addresses/kinds.ts'
import { builder, type Stores } from '../builder.ts'
import { checkPeople } from '../people/check-people.ts'
import { objectionsChanged, objectionsOfAddressChanged } from '../people/objections.task.ts'
import { checkReach, checkReachOfAddress } from '../people/reach.ts'
import { readMessengers, readPeople } from '../people/read.ts'
import { topicIn, topicRefusals } from '../settings/topic.ts'
import { addressForms, refusals, suppressions } from './suppression.contract.ts'
import { messageUnsubscribed } from './unsubscription.ts'

export const suppressionHandlers = builder.implement(suppressions, {
  list: ({ query }, { suppressions }) => suppressions.page(query),

  create: async (input, stores) => {
    const { body, emit, now, work, runtime } = input
    const { user_id, transport, topic } = body
    const sentAddress = await addressGiven(body, input)
    await Promise.all([checkReach([user_id], input), checkReachOfAddress(sentAddress, transport, input)])
    await Promise.all([checkPeople([user_id], input, stores), checkTopic(topic, stores)])
    const address = addressKey(sentAddress, transport)
    const hashes = addressHashes(address, transport, { school: work.school, vault: runtime.vault })
    const present = await stores.suppressions.ofAddresses(hashes)
    if (present.some(each => each.topic === topic)) throw new Refused(refusals.suppression_exists)
    emit(messageUnsubscribed, {
      user_id,
      transport,
      topic,
      source: 'suppression',
      message_id: null,
      unsubscribed_at: now,
    })
    objectionsOfAddressChanged(work, { address, transport, userId: user_id })
    return stores.suppressions.insert({
      ...stores.suppressions.fresh(newId('sup')),
      ...body,
      address,
      message_id: null,
      address_hash: hashes[0]!,
      topic_key: topic ?? '',
    })
  },

  delete: async ({ body: { id }, ...at }, { suppressions }) => {
    const [row] = await suppressions.many([id])
    if (!row) throw new Refused(refusals.suppression_unknown)
    await checkReach([row.user_id], at)
    if (row.address !== null) await checkReachOfAddress(row.address, row.transport, at)
    suppressions.remove(row)
    const { address, transport, user_id: userId } = row
    if (address !== null) objectionsOfAddressChanged(at.work, { address, transport, userId })
    else objectionsChanged(at.work, userId === null ? [] : [userId])
    return { id, deleted: true as const }
  },
})

const unfitAddress = (message: string) =>
  new Refused(common.invalid_body, undefined, { details: [{ path: 'body.address', message }] })

/** The address of the body, or the present one of the person. */
async function addressGiven(
  {
    address,
    user_id,
    transport,
  }: { address: string | null; user_id: string | null; transport: TransportKind },
  input: Pick<Work, 'work' | 'runtime'>,
): Promise<string> {
  if (address !== null) {
    const unfit = addressForms[transport].safeParse(address).error
    if (unfit) throw unfitAddress(unfit.issues[0]!.message)
    return address
  }
  const ids = user_id === null ? [] : [user_id]
  const inMessenger = transport === 'telegram'
  const [people, messengers] = await Promise.all([
    readPeople(ids, input),
    readMessengers(inMessenger ? ids : [], input),
  ])
  const user = people.get(user_id ?? '')
  const own = user && addressOf({ ...user, messenger: messengers.get(user.id) ?? null }, transport)
  if (!own) throw new Refused(refusals.suppression_address_missing)
  return own
}

async function checkTopic(topic: string | null, { settings }: Stores): Promise<void> {
  const { topics } = await settings.get()
  if (topic !== null && !topicIn(topics, topic)) throw new Refused(topicRefusals.topic_unknown)
}
