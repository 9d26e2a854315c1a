// An abandoned checkout can still be changed and confirmed. It stays abandoned until then, so that it is announced once.
import { lifecycle } from '@lms/contract'

export const checkoutLifecycle = lifecycle({
  open: { abandon: 'abandoned', confirm: 'confirmed' },
  abandoned: { confirm: 'confirmed' },
  confirmed: {},
})
