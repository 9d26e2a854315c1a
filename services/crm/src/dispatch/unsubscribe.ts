// What the receiver of a message says by its link: the person says it, at whatever address, and the address gets no more.
import type { Id } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import type { Stores } from '../builder.ts'
import { type MessageRow, withStep } from '../messages/message.store.ts'
import { maxOff } from '../preferences/preferences.contract.ts'
import { without } from '../preferences/preferences.rules.ts'
import { type PreferencesRow, usual } from '../preferences/preferences.store.ts'
import { lockChoice, type OwnWord, saveChoice } from '../preferences/save-choice.ts'
import { allTopics } from '../settings/topic.ts'
import { messageUnsubscribed } from '../suppressions/unsubscription.ts'
import { suppressedBy } from './record-outcomes.ts'

type At = Pick<Work, 'work' | 'now' | 'emit'> & { runtime: Pick<Work['runtime'], 'vault'> }

/** No more of the topic of the message; nothing that can be switched off; or these topics and no others. */
export type LinkChoice = 'topic' | 'all' | { readonly wanted: readonly string[] }

interface Decision {
  changes: Pick<PreferencesRow, 'off_topics'> & Partial<Pick<PreferencesRow, 'all_off' | 'off_transports'>>
  /** Topics that the address gets no more. */
  off: readonly string[]
  wanted: readonly string[]
}

/** Saves the choice of the receiver of a message; the same once more changes nothing. */
export async function unsubscribe(id: Id<'msg'>, choice: LinkChoice, ctx: At, stores: Stores): Promise<void> {
  const { work, runtime, now, emit } = ctx
  const { messages, people, suppressions } = stores
  const seen = await messages.get(id)
  // An erasure takes the person first, and a merge has given the messages to another one.
  await people.holdPresent(seen.user_id)
  const row = await messages.lock(id)
  const { user_id, transport, topic, address } = row
  const vaultScope = { school: work.school, vault: runtime.vault }
  const hashes = address === null ? [] : addressHashes(address, transport, vaultScope)
  const isHere = await people.holdPresent(user_id)
  const before = isHere ? await lockChoice(user_id, stores) : null
  const listed = (await suppressions.ofAddresses(hashes)).map(each => each.topic)
  const { topics } = await stores.settings.get()
  const switchableTopics = allTopics(topics).flatMap(({ key, basis }) => (basis === 'service' ? [] : [key]))
  const { changes, off, wanted } = decisionOf(choice, { row, before: before ?? usual, switchableTopics })
  const isSaid = choice === 'topic' && (before?.all_off || before?.off_topics.includes(topic))
  const own: OwnWord = { hashes, wanted }
  const origin = { source: 'link', message_id: id, transport, own } as const
  if (isHere && !isSaid) await saveChoice({ user_id, before, changes }, origin, ctx, stores)
  for (const key of off) {
    if (address === null || listed.includes(key)) continue
    suppressions.suppress({ ...suppressedBy(row, address, ctx), topic: key, reason: 'unsubscribed' })
    // Of a person whose preferences say no already, or who has left, the entry is all that is new.
    if (isSaid || !isHere)
      emit(messageUnsubscribed, {
        ...{ user_id, transport, topic: key, source: 'link', message_id: id },
        unsubscribed_at: now,
      })
  }
  if (off.includes(topic) && !row.timeline.some(({ what }) => what === 'unsubscribed'))
    messages.save(row, { unsubscribed_at: now, timeline: withStep(row, 'unsubscribed', now) })
}

function decisionOf(
  choice: LinkChoice,
  {
    row: { topic, transport },
    before,
    switchableTopics,
  }: {
    row: MessageRow
    before: Pick<PreferencesRow, 'all_off' | 'off_topics' | 'off_transports'>
    switchableTopics: readonly string[]
  },
): Decision {
  const { off_topics, off_transports } = before
  if (choice === 'topic') return { changes: without(before, topic), off: [topic], wanted: [] }
  if (choice === 'all') return { changes: { off_topics, all_off: true }, off: switchableTopics, wanted: [] }
  const wanted = switchableTopics.filter(key => choice.wanted.includes(key))
  const off = switchableTopics.filter(key => !choice.wanted.includes(key))
  // Topics that the page does not show stay as they were.
  const others = off_topics.filter(key => !switchableTopics.includes(key))
  return {
    changes: {
      all_off: false,
      off_topics: [...others, ...off].slice(-maxOff),
      off_transports: wanted.length ? off_transports.filter(each => each !== transport) : off_transports,
    },
    off,
    wanted,
  }
}
