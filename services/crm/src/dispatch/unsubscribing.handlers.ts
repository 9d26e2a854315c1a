import { fragmentOf, notice, question } from '@lms/html/page'
import { missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { MessageRow } from '../messages/message.store.ts'
import { topicIn } from '../settings/topic.ts'
import { unsubscribe } from './unsubscribe.ts'
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
    await unsubscribe(seen.id, { ...ctx, now, emit }, stores)
    const words = unsubscribingWords(body.language)
    return fragmentOf(words.title, notice('status', words.done), { unsubscribed: true })
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
