import { newId, Refused } from '@lms/contract'
import { builder } from '../../builder.ts'
import { refusals as userRefusals } from '../../people/users/user.contract.ts'
import { checkReach } from '../../reach.ts'
import { consents, userConsentChanged } from './consent.contract.ts'
import { giveConsent, replaced, standing, withdrawConsent } from './consent.rules.ts'

export const consentHandlers = builder.implement(consents, {
  list: async ({ path, query }, { users, consents }) => {
    await users.get(path.id)
    return consents.pageOf(path.id, query)
  },

  record: async ({ path, body, caller, now, emit }, { users, consents }) => {
    const user = await users.lock(path.id)
    const { id: user_id, status } = user
    checkReach(user, caller)
    if (status === 'deleted') throw new Refused(userRefusals.user_deleted)
    const history = (await consents.of(user_id)).filter(({ channel }) => channel === body.channel)
    if (body.status === 'withdrawn') {
      const { consent, ended } = withdrawConsent(body, history, now)
      return consents.move(consent, 'withdraw', ended)
    }
    const newConsent = giveConsent(body, history, { id: newId('cns'), user_id, now })
    const before = standing(history)
    if (before) consents.move(before, 'replace', replaced(newConsent.given_at))
    for (const earlierConsent of history)
      if (earlierConsent.status === 'pending') consents.move(earlierConsent, 'expire', { ended_at: now })
    emit(userConsentChanged, newConsent)
    return consents.insert({ ...newConsent, agreed_text: null })
  },
})
