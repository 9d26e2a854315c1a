// What a person wants is saved in one place, whoever says it: the person, the staff, or the link of a mail.
import type { Id } from '@lms/contract'
import { enqueue, type Work } from '@lms/service-host'
import type { TransportKind } from '../addresses/kinds.ts'
import type { Stores } from '../builder.ts'
import { allTopics } from '../settings/topic.ts'
import { messageUnsubscribed, type Unsubscription } from '../suppressions/unsubscription.ts'
import type { Preferences } from './preferences.contract.ts'
import { consentFor, needsNoConsent, newlyOff } from './preferences.rules.ts'
import { type PreferencesRow, usual } from './preferences.store.ts'
import { withdrawConsents } from './withdraw.task.ts'

type Own = Pick<Preferences, keyof typeof usual>

/** By what a choice comes; a message and its transport where its link was followed. */
export interface Origin extends Pick<Unsubscription, 'source' | 'message_id'> {
  transport: TransportKind | null
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
  { source, message_id, transport }: Origin,
  { work, now, emit }: At,
  stores: Stores,
): Promise<Omit<PreferencesRow, 'school_id'>> {
  const { preferences, settings } = stores
  const saved = before
    ? preferences.save(before, changes)
    : preferences.insert({ ...preferences.fresh(user_id), user_id, ...usual, ...changes })
  const off = newlyOff(before ?? usual, saved)
  for (const each of off)
    emit(messageUnsubscribed, { user_id, ...each, source, message_id, unsubscribed_at: now })
  if (off.length === 0) return saved
  const channel = transport && consentFor[transport]
  if (saved.all_off) enqueue(work, withdrawConsents, { user_id, channel: null }, { key: user_id })
  else if (channel && needsNoConsent(saved, allTopics((await settings.get()).topics)))
    enqueue(work, withdrawConsents, { user_id, channel }, { key: `${user_id} ${channel}` })
  return saved
}
