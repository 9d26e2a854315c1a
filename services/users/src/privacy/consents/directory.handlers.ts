import { newId } from '@lms/contract'
import { builder } from '../../builder.ts'
import { userConsentChanged } from './consent.contract.ts'
import { giveConsent, lastWithdrawn } from './consent.rules.ts'
import { consentDirectory } from './directory.contract.ts'

export const consentDirectoryHandlers = builder.implement(consentDirectory, {
  given: async ({ body: { user_ids } }, { consents }) => {
    const records = user_ids.length ? await consents.of(...user_ids) : []
    return {
      consents: records
        .filter(({ status }) => status === 'given')
        .map(({ user_id, channel }) => ({ user_id, channel })),
    }
  },

  withdraw: async ({ body: { user_id, channel, source }, now }, { users, consents }) => {
    await users.lock(user_id)
    const activeConsents = (await consents.of(user_id)).filter(
      one => one.status === 'given' && (channel === null || one.channel === channel),
    )
    for (const consent of activeConsents)
      consents.move(consent, 'withdraw', { ended_at: now, withdrawal_source: source })
    return { withdrawn: activeConsents.length }
  },

  renew: async ({ body: { user_id, source }, now, emit }, { users, consents }) => {
    const user = await users.lock(user_id)
    if (user.status !== 'active') return { renewed: 0 }
    const ended = lastWithdrawn(await consents.of(user_id), source)
    for (const { history, last } of ended) {
      const { channel, text_version } = last
      const again = giveConsent({ channel, text_version, source }, history, {
        id: newId('cns'),
        user_id,
        now,
      })
      emit(userConsentChanged, again)
      consents.insert({ ...again, agreed_text: last.agreed_text })
    }
    return { renewed: ended.length }
  },
})
