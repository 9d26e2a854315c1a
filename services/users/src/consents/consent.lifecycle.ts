// A record of a consent is never deleted: it ends when a newer one of the same channel replaces it, or by a withdrawal.
import { lifecycle } from '@lms/contract'

export const consentLifecycle = lifecycle({
  given: { replace: 'replaced', withdraw: 'withdrawn' },
  replaced: {},
  withdrawn: {},
})
