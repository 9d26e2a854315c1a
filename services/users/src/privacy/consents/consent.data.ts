import { rowsOfPerson } from '@lms/service-host'
import type { OwnPersonalData } from '../../people/users/personal-data.ts'
import { Consent, userConsentChanged } from './consent.contract.ts'
import { joinConsents } from './consent.rules.ts'

export const consentData: OwnPersonalData = {
  what: 'consents',
  on_merge: 'the records of both are kept; the latest record of a channel counts',
  needs: 'users:write',
  erased: 'where consents were given and withdrawn',
  kept: 'channel, version of the text, times',
  why: 'the school must be able to show that it was allowed to write',
  ...rowsOfPerson(({ consents }) => consents, 'consents.user_id', Consent),

  move: async ({ from, into }, _, { consents }) => {
    const records = await consents.of(from, into)
    const ending = new Map(joinConsents(records).map(each => [each.consent.id, each]))
    for (const consent of records) {
      const end = ending.get(consent.id)
      const moved = { ...end?.ended, user_id: into }
      if (end) consents.move(consent, end.move, moved, { event: userConsentChanged })
      else if (consent.user_id !== into) consents.save(consent, moved)
    }
  },

  erase: async (id, _, { consents }) => {
    for (const consent of await consents.of(id))
      consents.save(consent, {
        source: '',
        withdrawal_source: consent.withdrawal_source === null ? null : '',
      })
  },
}
