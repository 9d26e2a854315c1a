// What this service holds about a person besides their profile, one entry for each kind: how it is counted, joined
// into another person, erased. What a resource keeps about people stands in this list, and is thereby merged and erased.
import type { Held } from '@lms/contract'
import { accessData } from '../accesses/access.personal-data.ts'
import { keyData } from '../api-keys/key.personal-data.ts'
import type { Stores } from '../builder.ts'
import { consentData } from '../consents/consent.personal-data.ts'
import { exportData } from '../data-exports/export.personal-data.ts'
import { emailChangeData } from '../email-changes/change.personal-data.ts'
import { memberData } from '../groups/member.personal-data.ts'
import { identityData } from '../identities/identity.personal-data.ts'
import { sessionData } from '../sessions/session.personal-data.ts'
import { tagData } from '../tags/tag.personal-data.ts'
import type { PersonalData } from './personal-data.ts'

export const personalData: readonly PersonalData[] = [
  tagData,
  consentData,
  keyData,
  exportData,
  emailChangeData,
  identityData,
  sessionData,
  memberData,
  accessData,
]

/** What is held about the person, kind by kind. */
export const heldHere = (userId: string, stores: Stores): Promise<Held[]> =>
  Promise.all(
    personalData.map(async entry => {
      const { what, on_merge, needs, erased, kept, why } = entry
      return { what, count: await entry.count(userId, stores), on_merge, needs, erased, kept, why }
    }),
  )
