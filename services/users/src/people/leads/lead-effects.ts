// What a submission gives a person, and how it is taken back.
import { type Id, newId } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import { askForIt } from '../../privacy/consents/confirmation.task.ts'
import { type Consent, userConsentChanged } from '../../privacy/consents/consent.contract.ts'
import {
  askFor,
  giveConsent,
  replaced,
  standing,
  withdrawConsent,
} from '../../privacy/consents/consent.rules.ts'
import type { Lead, leadEffects } from '../lead-model/lead.contract.ts'
import { maxTags, userTagAdded, userTagRemoved } from '../tags/tag.contract.ts'

type At = Pick<Work, 'now' | 'emit'>
type Effect = (typeof leadEffects)[number]
type Statement = Pick<Consent, 'channel' | 'text_version' | 'source'> & { text: string | null }

/** Gives the tags that the person lacks, as far as there is room; the ids of those. The person is locked. */
export async function giveTags(
  user_id: Id<'usr'>,
  tagIds: readonly string[],
  { now, emit }: At,
  { tags }: Stores,
): Promise<Id<'tag'>[]> {
  if (tagIds.length === 0) return []
  const present = new Set((await tags.of(user_id)).map(({ id }) => id))
  const lacking = (await tags.lockByNames(tagIds)).filter(({ id }) => !present.has(id))
  const addedTags = lacking.slice(0, Math.max(0, maxTags - present.size))
  const ids = addedTags.map(({ id }) => id)
  tags.give([user_id], ids)
  for (const { id, name } of addedTags) emit(userTagAdded, { id, name, added_at: now, user_id })
  return ids
}

/**
 * Gives the consents that the person has not given to this version of the text; the ids of the new records. One to e-mail
 * waits for the person's confirmation, unless the school has turned that off: whoever fills in a form may be anybody.
 */
export async function giveConsents(
  user_id: Id<'usr'>,
  statements: readonly Statement[],
  { now, emit, work }: Work,
  stores: Stores,
): Promise<Id<'cns'>[]> {
  const { consents, settings } = stores
  if (statements.length === 0) return []
  const [all, own] = await Promise.all([consents.of(user_id), settings.get()])
  return statements.flatMap(statement => {
    const history = all.filter(({ channel }) => channel === statement.channel)
    const before = standing(history)
    if (before?.text_version === statement.text_version) return []
    const at = { id: newId('cns'), user_id, now }
    if (statement.channel === 'email' && own.consents.double_opt_in) {
      const pendingConsent = askFor(statement, history, at)
      if (!pendingConsent) return []
      for (const one of history) if (one.status === 'pending') consents.move(one, 'expire', { ended_at: now })
      return [askForIt({ ...pendingConsent, agreed_text: statement.text }, work, stores).id]
    }
    const newConsent = giveConsent(statement, history, at)
    if (before) consents.move(before, 'replace', replaced(newConsent.given_at))
    emit(userConsentChanged, newConsent)
    consents.insert({ ...newConsent, agreed_text: statement.text })
    return [newConsent.id]
  })
}

/** Takes the tags that the submission gave, unless somebody has taken them before. */
export async function withdrawTags(
  { user_id, tag_ids }: Lead,
  { emit }: At,
  { tags }: Stores,
): Promise<Effect[]> {
  if (tag_ids.length === 0) return []
  const present = (await tags.of(user_id)).filter(({ id }) => tag_ids.includes(id))
  tags.take(
    user_id,
    present.map(({ id }) => id),
  )
  for (const tag of present) emit(userTagRemoved, { ...tag, user_id })
  return ['tags']
}

/** Withdraws the consents that the submission gave. One that it replaced is given again. */
export async function withdrawConsents(
  { user_id, consent_ids }: Lead,
  { now, emit }: At,
  { consents }: Stores,
): Promise<Effect[]> {
  if (consent_ids.length === 0) return []
  const all = await consents.of(user_id)
  for (const pendingConsent of all.filter(
    ({ id, status }) => consent_ids.includes(id) && status === 'pending',
  ))
    consents.move(pendingConsent, 'expire', { ended_at: now })
  for (const activeConsent of all.filter(
    ({ id, status }) => consent_ids.includes(id) && status === 'given',
  )) {
    const history = all.filter(({ channel }) => channel === activeConsent.channel)
    const { ended } = withdrawConsent({ channel: activeConsent.channel, source: 'spam' }, history, now)
    consents.move(activeConsent, 'withdraw', ended)
    const before = history.find(
      ({ status, ended_at }) => status === 'replaced' && ended_at === activeConsent.given_at,
    )
    if (!before) continue
    const { channel, text_version, source } = before
    const again = giveConsent({ channel, text_version, source }, [], { id: newId('cns'), user_id, now })
    emit(userConsentChanged, again)
    consents.insert({ ...again, agreed_text: before.agreed_text })
  }
  return ['consents']
}
