// A record of a consent is never unmade: it ends by a newer one of the same channel, or by its withdrawal.
import { lifecycle } from '@lms/contract'

export const consentLifecycle = lifecycle({
  given: { replace: 'replaced', withdraw: 'withdrawn' },
  replaced: {},
  withdrawn: {},
})
