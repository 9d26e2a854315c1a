import { newId, Refused } from '@lms/contract'
import { house } from '../house.ts'
import { refusals as userRefusals } from '../users/user.contract.ts'
import { consents, userConsentChanged } from './consent.contract.ts'
import { giveConsent, replaceConsent, standing, withdrawConsent } from './consent.rules.ts'

export const consentHandlers = house.implement(consents, {
  list: async ({ path, query }, { users, consents }) => {
    await users.get(path.id)
    return consents.pageOf(path.id, query)
  },

  record: async ({ path, body, now, tell }, { users, consents }) => {
    const { id: user_id, status } = await users.lock(path.id)
    if (status === 'deleted') throw new Refused(userRefusals.user_deleted)
    const history = (await consents.of(user_id)).filter(({ channel }) => channel === body.channel)
    if (body.state === 'withdrawn') {
      const { consent, changes } = withdrawConsent(body, history, now)
      const withdrawn = consents.save(consent, changes)
      tell(userConsentChanged, withdrawn, { related: { user_id } })
      return withdrawn
    }
    const given = giveConsent(body, history, { id: newId('cns'), user_id, now })
    const before = standing(history)
    if (before) consents.save(before, replaceConsent(before, given.given_at))
    tell(userConsentChanged, given, { related: { user_id } })
    return consents.insert(given)
  },
})
