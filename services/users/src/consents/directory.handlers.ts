import { builder } from '../builder.ts'
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
})
