// Asks a person to confirm a consent to e-mail. Without a mail server nobody is asked, and the consent lapses.
import { formatTime, type Id, id } from '@lms/contract'
import {
  enqueue,
  linkToken,
  readToken,
  task,
  throughOutages,
  type UnitOfWork,
  type Vault,
} from '@lms/service-host'
import { isUnknownReceiver, mailerOf } from '@lms/service-host/mail'
import { mailLooks } from '@lms/site/contract'
import { z } from 'zod'
import { builder, type Stores } from '../../builder.ts'
import { confirmationMail } from './confirmation-text.ts'
import { confirmationLife } from './consent.rules.ts'
import type { ConsentRow } from './consent.store.ts'

const use = 'confirmations of consents'

/** A person who is not asked would get nothing that they agreed to, and the same form asks no second time. */
export const askForConsent = task('ask-for-consent', {
  returns: 'later',
  payload: z.object({ consent_id: id('cns') }),
  pause: 60,
  ...throughOutages,
})

export const askForConsentCall = builder.externalCall(askForConsent, {
  prepare: async ({ payload, work, runtime }, { consents, users }) => {
    const consent = await consents.find(payload.consent_id)
    if (consent?.status !== 'pending' || !mailerOf(runtime)) return null
    const person = await users.find(consent.user_id)
    if (person?.status !== 'active' || !person.email) return null
    const school = work.school as Id<'sch'>
    const { requestId } = work.origin
    const look = await runtime
      .client('site', { mailLooks }, { school, requestId })
      .mailLooks.show({ body: {} })
    const expires_at = formatTime(new Date(Date.parse(consent.given_at) + confirmationLife))
    const token = linkToken(runtime.vault, { school, id: consent.id, expires_at }, use)
    const link = `${look.url}/consent-confirmations/${token}`
    return { to: person.email, ...confirmationMail({ look, link, agreed: consent.agreed_text }) }
  },
  call: async (mail, { key, runtime }) => {
    if (!mail) return null
    await mailerOf(runtime)!
      .send({ ...mail, key })
      .catch(error => {
        if (!isUnknownReceiver(error)) throw error
      })
    return null
  },
  finish: async () => {},
})

/** Ends the request for a consent that nobody has confirmed in time. */
export const lapseConsent = task('lapse-consent', {
  payload: z.object({ consent_id: id('cns') }),
  // It counts in no budget until it is due.
  counted: false,
})

export const lapseConsentTask = builder.task(lapseConsent, async ({ payload, now }, { consents, users }) => {
  const seen = await consents.find(payload.consent_id)
  if (!seen) return
  // Locked first, as for every change of consents.
  await users.lock(seen.user_id)
  const consent = await consents.find(seen.id)
  if (consent?.status === 'pending') consents.move(consent, 'expire', { ended_at: now })
})

/** Stores the request for a consent, with its e-mail and its end. */
export function askForIt(
  consent: Omit<ConsentRow, 'school_id'>,
  work: UnitOfWork,
  { consents }: Stores,
): ConsentRow {
  const payload = { consent_id: consent.id }
  enqueue(work, askForConsent, payload)
  enqueue(work, lapseConsent, payload, { at: new Date(Date.parse(consent.given_at) + confirmationLife) })
  return consents.insert(consent)
}

/** The id of the consent that a link confirms; null if it is forged, of another school, or expired. */
export const consentOf = (vault: Vault, token: string, school: string, now: Date): string | null =>
  readToken(vault, token, school, now, use)
