// What this service holds about a person besides their profile, one entry for each kind: how it is counted, joined
// into another person, erased. What a resource keeps about people stands in this list, and is thereby merged and erased.
import type { Held } from '@lms/contract'
import { accessHolding } from '../accesses/access.holding.ts'
import { keyHolding } from '../api-keys/key.holding.ts'
import { consentHolding } from '../consents/consent.holding.ts'
import { exportHolding } from '../data-exports/export.holding.ts'
import { emailChangeHolding } from '../email-changes/change.holding.ts'
import { memberHolding } from '../groups/member.holding.ts'
import type { Stores } from '../house.ts'
import { identityHolding } from '../identities/identity.holding.ts'
import { sessionHolding } from '../sessions/session.holding.ts'
import { tagHolding } from '../tags/tag.holding.ts'
import type { Holding } from './holding.ts'

export const holdings: readonly Holding[] = [
  tagHolding,
  consentHolding,
  keyHolding,
  exportHolding,
  emailChangeHolding,
  identityHolding,
  sessionHolding,
  memberHolding,
  accessHolding,
]

/** What is held about the person, kind by kind. */
export const heldHere = (userId: string, stores: Stores): Promise<Held[]> =>
  Promise.all(
    holdings.map(async holding => {
      const { what, on_merge, needs, erased, kept, why } = holding
      return { what, count: await holding.count(userId, stores), on_merge, needs, erased, kept, why }
    }),
  )
