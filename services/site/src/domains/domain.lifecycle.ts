// A claimed domain answers once it is proven; it is never unproven again, only deleted.
import { lifecycle } from '@lms/contract'

export const domainLifecycle = lifecycle(
  {
    pending: { prove: 'active' },
    active: {},
  },
  // The platform team gives domains that need no proof.
  { begins: ['pending', 'active'] },
)
