import { newId } from '@lms/contract'
import { builder } from '../../builder.ts'
import { userConsentChanged } from './consent.contract.ts'
import { giveConsent, lastWithdrawn, standing } from './consent.rules.ts'
import type { ConsentRow } from './consent.store.ts'
import { consentDirectory } from './directory.contract.ts'

/** A consent that is given again, or for the first time. */
type Renewal = Pick<ConsentRow, 'channel' | 'text_version' | 'agreed_text'> & { history: ConsentRow[] }

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

  renew: async ({ body: { user_id, source, consent }, now, emit }, { users, consents }) => {
    const user = await users.lock(user_id)
    if (user.status !== 'active') return { renewed: 0 }
    const records = await consents.of(user_id)
    const renewals: Renewal[] = lastWithdrawn(records, source).map(({ history, last }) => ({
      ...last,
      history,
    }))
    if (consent && !renewals.some(({ channel }) => channel === consent.channel)) {
      const { channel, text } = consent
      const history = records.filter(each => each.channel === channel)
      if (!standing(history)) renewals.push({ channel, text_version: source, agreed_text: text, history })
    }
    for (const { channel, text_version, agreed_text, history } of renewals) {
      const again = giveConsent({ channel, text_version, source }, history, {
        id: newId('cns'),
        user_id,
        now,
      })
      emit(userConsentChanged, again)
      consents.insert({ ...again, agreed_text })
    }
    return { renewed: renewals.length }
  },
})
