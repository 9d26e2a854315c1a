import { missing } from '@lms/service-host'
import { builder } from '../../builder.ts'
import { consentWords } from '../../identity/confirmation-pages/confirmation.words.ts'
import { askingPage, confirmedPage } from '../../identity/confirmation-pages/confirmation-page.ts'
import { consentInternalApi } from './confirmation.contract.ts'
import { consentOf } from './confirmation.task.ts'
import { replaced, standing } from './consent.rules.ts'

export const consentInternalHandlers = builder.implement(consentInternalApi, {
  // A link that is worth nothing gets the same question, without a text.
  ask: async ({ body, work, runtime }, { consents }) => {
    const id = consentOf(runtime.vault, body.token, work.school, work.origin.now)
    const consent = id === null ? null : await consents.find(id)
    return askingPage(consentWords(body.language), body, consent?.agreed_text ?? null)
  },

  confirm: async ({ body, now, work, runtime }, { consents, users }) => {
    const done = confirmedPage(consentWords(body.language))
    const id = consentOf(runtime.vault, body.token, work.school, work.origin.now)
    const pendingConsent = id === null ? null : await consents.find(id)
    if (!pendingConsent) return missing()
    // Locked first, as for every change of consents.
    const user = await users.lock(pendingConsent.user_id)
    const all = await consents.of(user.id)
    const consent = all.find(one => one.id === pendingConsent.id)
    if (user.status !== 'active' || !consent) return missing()
    if (consent.status === 'given') return done
    if (consent.status !== 'pending') return missing()
    const before = standing(all.filter(({ channel }) => channel === consent.channel))
    if (before) consents.move(before, 'replace', replaced(now))
    consents.move(consent, 'confirm', { given_at: now, confirmed_at: now })
    return done
  },
})
