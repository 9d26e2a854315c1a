// What this service holds about a person besides their profile, one entry for each kind: how it is counted, joined
// into another person, erased. What a resource keeps about people stands in this list, and is thereby merged and erased.
import type { Caller, Held } from '@lms/contract'
import type { Work } from '@lms/service-host'
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
import type { UserRow } from '../users/user.store.ts'

export interface Holding extends Omit<Held, 'count'> {
  count(userId: string, stores: Stores): Promise<number>
  /** Joins what `from` has into what `into` has. Both people are held; their own records are seen to already. */
  merge(from: UserRow, into: UserRow, work: Work, stores: Stores): Promise<void> | void
  /** Whether the caller may move it, beyond `needs`: the rule of the direct way to give a person such a thing. */
  mayMove?(into: UserRow, caller: Caller): boolean
  /** What becomes of it where the caller may not move it. Left out, such a merge is refused: nothing of value is lost. */
  otherwise?: {
    on_merge: string
    drop(from: UserRow, stores: Stores): Promise<void> | void
  }
  /** Takes away what is personal. The person is held. Tells nothing: the one event of an erasure is user.anonymized. */
  erase(user: UserRow, work: Work, stores: Stores): Promise<void> | void
  /** All of it, as the API shows it. */
  data(userId: string, stores: Stores): Promise<readonly object[]>
}

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
