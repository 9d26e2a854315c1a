// A claimed domain is active once it is proven. It never becomes pending again; it can only be deleted.
import { lifecycle } from '@lms/contract'

export const domainLifecycle = lifecycle(
  {
    pending: { prove: 'active' },
    active: {},
  },
  // The platform team assigns domains without a proof.
  { begins: ['pending', 'active'] },
)
