import { fragmentOf, notice } from '@lms/html/page'
import { missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import type { MessageRow } from '../messages/message.store.ts'
import { nullIfUnavailable, readPeople } from '../people/read.ts'
import { eligibilityOf, readContacts } from '../preferences/eligibility.ts'
import { usual } from '../preferences/preferences.store.ts'
import { topicIn } from '../settings/topic.ts'
import { handOverCall, sendShardCall } from './dispatch.run.ts'
import { viewHandlers } from './mail-view.ts'
import { messageHandlers } from './message.handlers.ts'
import { messageOfToken } from './message-link.ts'
import { RateEntity } from './rates.ts'
import { type LinkChoice, unsubscribe } from './unsubscribe.ts'
import { unsubscribing } from './unsubscribing.contract.ts'
import { unsubscribingWords } from './unsubscribing.words.ts'
import { choicePage } from './unsubscribing-page.ts'

const unsubscribingHandlers = builder.implement(unsubscribing, {
  show: async ({ body, ...ctx }, stores) => {
    const { user_id, topic, transport } = await messageOf(body.token, ctx, stores)
    const [contacts, chosen, { topics }] = await Promise.all([
      readContacts(user_id, ctx),
      stores.preferences.find(user_id),
      stores.settings.get(),
    ])
    const eligibility = await eligibilityOf(contacts, chosen ?? usual, ctx, stores)
    return choicePage({
      language: contacts?.user?.locale ?? body.language,
      school: body.school_name,
      topic: topicIn(topics, topic) ?? null,
      topics: (eligibility ?? [])
        .filter(({ basis }) => basis !== 'service')
        .map(({ key, name, transports }) => ({
          ...{ key, name },
          isOn: transports.some(each => each.transport === transport && each.reason === null),
        })),
    })
  },

  unsubscribe: async ({ body, emit, now, ...ctx }, stores) => {
    const { id, user_id } = await messageOf(body.token, ctx, stores)
    // A no is taken, also while nobody knows the language of the person.
    const users = await readPeople([user_id], ctx).catch(nullIfUnavailable)
    const language = users?.get(user_id)?.locale ?? body.language
    const choice = choiceOf(body.fields)
    await unsubscribe(id, choice, { ...ctx, now, emit }, stores)
    const { title, done, saved } = unsubscribingWords(language)
    const isOff = typeof choice === 'string'
    return fragmentOf(title, notice('status', isOff ? done : saved), { unsubscribed: isOff }, { language })
  },
})

function choiceOf({ choice, ...fields }: Readonly<Record<string, string>>): LinkChoice {
  if (choice === 'all') return 'all'
  if (choice !== 'topics') return 'topic'
  const keys = Object.keys(fields).filter(name => name.startsWith('topic.'))
  return { wanted: keys.map(name => name.slice('topic.'.length)) }
}

/** The message whose link it is; refuses with not_found. */
async function messageOf(
  token: string,
  { work, runtime }: { work: Work['work']; runtime: Pick<Work['runtime'], 'vault'> },
  { messages }: Stores,
): Promise<MessageRow> {
  const id = messageOfToken('unsubscribe', token, { school: work.school, vault: runtime.vault })
  return id ? messages.get(id) : missing()
}

export const dispatchResource = builder.resource({
  handlers: [messageHandlers, unsubscribingHandlers, viewHandlers],
  entities: [RateEntity],
  tasks: [handOverCall, sendShardCall],
})
