// A record of a consent is never deleted: it ends when a newer one of the same channel replaces it, or by a withdrawal. One
// that a form gives may wait for the person's confirmation, and lapses without it.
import { lifecycle } from '@lms/contract'

export const consentLifecycle = lifecycle(
  {
    pending: { confirm: 'given', lapse: 'lapsed' },
    given: { replace: 'replaced', withdraw: 'withdrawn' },
    replaced: {},
    withdrawn: {},
    lapsed: {},
  },
  { begins: ['pending', 'given'] },
)
