import { type Caller, Refused, stampsAt } from '@lms/contract'
import { missing, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { checkReach } from '../people/reach.ts'
import { topicIn, topicRefusals } from '../settings/topic.ts'
import { onConsentsConfirmed } from './confirmed-consents.ts'
import { eligibilityOf, hashesOf, readContacts } from './eligibility.ts'
import { preferences } from './preferences.contract.ts'
import { preferencesOfPerson } from './preferences.data.ts'
import { usual } from './preferences.store.ts'
import { lockChoice, saveChoice } from './save-choice.ts'
import { renewConsentsTask, withdrawConsentsTask } from './withdraw.run.ts'

const preferencesHandlers = builder.implement(preferences, {
  get: async (input, stores) => {
    const { userId } = input.path
    await checkPerson(userId, input, stores)
    const [row, contacts] = await Promise.all([stores.preferences.find(userId), readContacts(userId, input)])
    const own = row ?? { user_id: userId as never, ...usual, ...stampsAt(input.now) }
    return { ...own, topics: await eligibilityOf(contacts, own, input, stores) }
  },

  replace: async (input, stores) => {
    const { path, body, work, caller } = input
    const id = path.userId as never
    await checkPerson(path.userId, input, stores)
    const [contacts] = await Promise.all([readContacts(path.userId, input), checkReach([path.userId], input)])
    stores.people.lockShared(path.userId)
    const before = await lockChoice(id, stores)
    work.checkVersion(path.userId, before?.version ?? 1)
    await checkTopics(body.off_topics, before?.off_topics ?? [], stores)
    const isOwn = caller.user === path.userId
    const hashes = contacts ? hashesOf(contacts, input).flatMap(each => each.hashes) : []
    const own = isOwn ? { hashes, wanted: [] } : null
    const origin = { source: 'preferences', message_id: null, transport: null, own } as const
    const saved = await saveChoice({ user_id: id, before, changes: body }, origin, input, stores)
    return { ...saved, topics: await eligibilityOf(contacts, saved, input, stores) }
  },
})

/** A person whom the school does not have, or who is not the student who asks, does not exist. */
async function checkPerson(
  userId: string,
  { caller, runtime }: { caller: Caller; runtime: Work['runtime'] },
  { people }: Stores,
): Promise<void> {
  if (caller.role === 'student' && caller.user !== userId) missing()
  if (!(await people.exists(userId, runtime))) missing()
}

/** Refuses topics that the school does not have; one that was off before it went from the settings may stay. */
async function checkTopics(
  keys: readonly string[],
  before: readonly string[],
  { settings }: Stores,
): Promise<void> {
  const { topics } = await settings.get()
  const index = keys.findIndex(key => !topicIn(topics, key) && !before.includes(key))
  if (index === -1) return
  const detail = { path: `body.off_topics.${index}`, message: `no topic has the key ${keys[index]}` }
  throw new Refused(topicRefusals.topic_unknown, undefined, { details: [detail] })
}

export const preferencesResource = builder.resource({
  handlers: [preferencesHandlers],
  tasks: [withdrawConsentsTask, renewConsentsTask],
  batchReactions: [onConsentsConfirmed],
  personalData: [preferencesOfPerson],
})
