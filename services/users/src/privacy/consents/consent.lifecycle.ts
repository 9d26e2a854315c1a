// A record of a consent is never deleted: it ends when a newer one of the same channel replaces it, or by a withdrawal. One
// that a form gives may wait for the person's confirmation, and expires without it.
import { lifecycle } from '@lms/contract'

export const consentLifecycle = lifecycle(
  {
    pending: { confirm: 'given', expire: 'expired' },
    given: { replace: 'replaced', withdraw: 'withdrawn' },
    replaced: {},
    withdrawn: {},
    expired: {},
  },
  { begins: ['pending', 'given'] },
)
