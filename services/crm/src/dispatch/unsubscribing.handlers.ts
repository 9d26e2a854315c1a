import { fragmentOf, notice, question } from '@lms/html/page'
import { missing, type Work } from '@lms/service-host'
import { addressHashes } from '../addresses/address.ts'
import { builder, type Stores } from '../builder.ts'
import type { MessageRow } from '../messages/message.store.ts'
import { withStep } from '../messages/message.store.ts'
import { messageUnsubscribed } from '../preferences/unsubscription.ts'
import { topicIn } from '../settings/topic.ts'
import { suppressedBy } from './record-outcomes.ts'
import { messageOfToken } from './unsubscribe-link.ts'
import { unsubscribing } from './unsubscribing.contract.ts'
import { unsubscribingWords } from './unsubscribing.words.ts'

export const unsubscribingHandlers = builder.implement(unsubscribing, {
  show: async ({ body, ...ctx }, stores) => {
    const [{ topic }, { topics }] = await Promise.all([
      messageOf(body.token, ctx, stores),
      stores.settings.get(),
    ])
    const { title, question: asking } = unsubscribingWords(body.language)
    const name = topicIn(topics, topic)?.name ?? topic
    return fragmentOf(title, question(asking(name, body.school_name), title), null)
  },

  unsubscribe: async ({ body, emit, now, ...ctx }, stores) => {
    const seen = await messageOf(body.token, ctx, stores)
    const row = await stores.messages.lock(seen.id)
    const words = unsubscribingWords(body.language)
    const done = fragmentOf(words.title, notice('status', words.done), { unsubscribed: true })
    if (row.address === null) return done
    const { user_id, transport, topic } = row
    // Once more changes nothing, unless the school has taken the address from the list since.
    const vaultScope = { school: ctx.work.school, vault: ctx.runtime.vault }
    const listed = await stores.suppressions.ofAddresses(addressHashes(row.address, transport, vaultScope))
    const isListed = listed.some(each => each.topic === topic)
    if (isListed && row.timeline.some(({ what }) => what === 'unsubscribed')) return done
    stores.suppressions.suppress({ ...suppressedBy(row, row.address, ctx), topic, reason: 'unsubscribed' })
    stores.messages.save(row, { unsubscribed_at: now, timeline: withStep(row, 'unsubscribed', now) })
    const what = { user_id, transport, topic, source: 'link', message_id: row.id } as const
    emit(messageUnsubscribed, { ...what, unsubscribed_at: now })
    return done
  },
})

/** The message whose link it is; refuses with not_found. */
async function messageOf(
  token: string,
  { work, runtime }: { work: Work['work']; runtime: Pick<Work['runtime'], 'vault'> },
  { messages }: Stores,
): Promise<MessageRow> {
  const id = messageOfToken(token, work.school, runtime.vault)
  return id ? messages.get(id) : missing()
}
