// One kind of thing that this service holds about a person besides their profile.
import type { Caller, Held } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import type { UserRow } from '../users/user.store.ts'

export interface PersonalData extends Omit<Held, 'count'> {
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
