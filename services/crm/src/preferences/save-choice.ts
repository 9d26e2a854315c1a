// What a person wants is saved in one place, whoever says it: the person, the staff, or the link of a mail.
import { type Id, newId } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import { type TransportKind, transportKinds } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { objectionsChanged } from '../people/objections.task.ts'
import { allTopics, type Topic } from '../settings/topic.ts'
import { messageUnsubscribed, type Unsubscription } from '../suppressions/unsubscription.ts'
import type { Preferences } from './preferences.contract.ts'
import { consentFor, consentTopics, needsNoConsent, newlyOff, newlyOn } from './preferences.rules.ts'
import { type PreferencesRow, usual } from './preferences.store.ts'
import { renewConsents, withdrawConsents } from './withdraw.task.ts'

type Own = Pick<Preferences, keyof typeof usual>

/** By what a choice comes; a message and its transport where its link was followed. */
export interface Origin extends Pick<Unsubscription, 'source' | 'message_id'> {
  transport: TransportKind | null
  /** Null where others say it: they lift nothing by which the person unsubscribed. */
  own: OwnWord | null
}

/** What a person says themselves: what they switch on is no longer on the list of suppressions. */
export interface OwnWord {
  /** Of their addresses. */
  readonly hashes: readonly string[]
  /** Topics that they have ticked, whether they were off or not: the consent that these ask for is given, if there is none. */
  readonly wanted: readonly string[]
}

type At = Pick<Work, 'work' | 'now' | 'emit'>

/** The preferences of a person who is held, locked; null where nothing was chosen. */
export async function lockChoice(userId: Id<'usr'>, { preferences }: Stores): Promise<PreferencesRow | null> {
  await preferences.lockCapacity()
  return (await preferences.lockMany([userId]))[0] ?? null
}

/** Saves a choice in place of the locked one, tells what goes off, and has the consents withdrawn that nothing needs any more. */
export async function saveChoice(
  { user_id, before, changes }: { user_id: Id<'usr'>; before: PreferencesRow | null; changes: Partial<Own> },
  { source, message_id, transport, own }: Origin,
  { work, now, emit }: At,
  stores: Stores,
): Promise<Omit<PreferencesRow, 'school_id'>> {
  const { preferences } = stores
  const topics = allTopics((await stores.settings.get()).topics)
  const saved = before
    ? preferences.save(before, changes)
    : preferences.insert({ ...preferences.fresh(user_id), user_id, ...usual, ...changes })
  objectionsChanged(work, [user_id])
  const off = newlyOff(before ?? usual, saved)
  for (const each of off)
    emit(messageUnsubscribed, { user_id, ...each, source, message_id, unsubscribed_at: now })
  if (own) {
    const wanted = topics.filter(({ key }) => own.wanted.includes(key))
    const newTopics = [...new Set([...newlyOn(before ?? usual, saved, topics), ...wanted])]
    wantAgain(newTopics, { user_id, transport, ...own }, work, stores)
  }
  if (off.length === 0) return saved
  const channel = transport && consentFor[transport]
  if (saved.all_off) enqueue(work, withdrawConsents, { user_id, channel: null }, { key: user_id })
  else if (channel && needsNoConsent(saved, topics))
    enqueue(work, withdrawConsents, { user_id, channel }, { key: `${user_id} ${channel}` })
  return saved
}

/** What a person wants again, by a word of their own, is lifted; consents that went with it are given again. */
function wantAgain(
  topics: readonly Topic[],
  {
    user_id,
    transport: by,
    hashes,
    wanted,
  }: OwnWord & { user_id: Id<'usr'>; transport: Origin['transport'] },
  work: Work['work'],
  { suppressions }: Stores,
): void {
  if (topics.length === 0) return
  const keys = topics.map(({ key }) => key)
  for (const transport of transportKinds)
    suppressions.lift({ userId: user_id, hashes, transport, topics: keys, until: work.now })
  const byConsent = consentTopics(topics)
  if (byConsent.length === 0) return
  const channel = by && consentFor[by]
  const ticked = byConsent.filter(key => wanted.includes(key))
  const consent = channel && ticked.length > 0 ? { consent: { channel, topics: ticked } } : {}
  enqueue(work, renewConsents, { user_id, ...consent }, { key: `${user_id} ${newId('evt')}` })
}
