// One kind of thing that this service holds about a person besides their profile. It is merged and erased with the person,
// in one transaction; both people are locked.
import type { Caller } from '@lms/contract'
import type { PersonalData } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { UserRow } from './user.store.ts'

export interface OwnPersonalData extends PersonalData<Stores> {
  /** Whether the caller may move it, beyond `needs`: the rule of the direct way to give a person such a thing. */
  mayMove?(into: UserRow, caller: Caller): boolean
  /**
   * The handling of data that the caller may not move. Without it the merge is refused, so that nothing of value is
   * lost.
   */
  otherwise?: {
    on_merge: string
    drop(from: string, stores: Stores): Promise<void> | void
  }
}
