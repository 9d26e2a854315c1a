// The receiver of a message wants no more of its topic: the person says no, at whatever address, and the address gets none.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import type { Stores } from '../builder.ts'
import { withStep } from '../messages/message.store.ts'
import { without } from '../preferences/preferences.rules.ts'
import { usual } from '../preferences/preferences.store.ts'
import { lockChoice, saveChoice } from '../preferences/save-choice.ts'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'
import { suppressedBy } from './record-outcomes.ts'

type At = Pick<Work, 'work' | 'now' | 'emit'> & { runtime: Pick<Work['runtime'], 'vault'> }

/** Unsubscribes the person and the address of a message from its topic; once more changes nothing. */
export async function unsubscribe(id: Id<'msg'>, ctx: At, stores: Stores): Promise<void> {
  const { work, runtime, now, emit } = ctx
  const { messages, people, suppressions } = stores
  const seen = await messages.get(id)
  // An erasure takes the person first, and a merge has given the messages to another one.
  await people.holdPresent(seen.user_id)
  const row = await messages.lock(id)
  const { user_id, transport, topic, address } = row
  const origin = { source: 'link', message_id: id, transport } as const
  const isHere = await people.holdPresent(user_id)
  const before = isHere ? await lockChoice(user_id, stores) : null
  const isOff = before?.all_off || before?.off_topics.includes(topic)
  if (isHere && !isOff)
    await saveChoice({ user_id, before, changes: without(before ?? usual, topic) }, origin, ctx, stores)
  const hashes =
    address === null ? [] : addressHashes(address, transport, { school: work.school, vault: runtime.vault })
  const listed = await suppressions.ofAddresses(hashes)
  const isNew = address !== null && !listed.some(each => each.topic === topic)
  if (isNew) suppressions.suppress({ ...suppressedBy(row, address, ctx), topic, reason: 'unsubscribed' })
  // A person whose preferences say no already, or who has left, is told of by the entry.
  if (isNew && (isOff || !isHere))
    emit(messageUnsubscribed, {
      user_id,
      transport,
      topic,
      source: 'link',
      message_id: id,
      unsubscribed_at: now,
    })
  if (!row.timeline.some(({ what }) => what === 'unsubscribed'))
    messages.save(row, { unsubscribed_at: now, timeline: withStep(row, 'unsubscribed', now) })
}
