// All moves of a subscription. One whose first charge has no outcome yet begins as past due: nothing is paid.
import { lifecycle } from '@lms/contract'

export const subscriptionLifecycle = lifecycle(
  {
    trialing: { renew: 'active', fail: 'past_due', pause: 'paused', cancel: 'canceled' },
    active: { renew: 'active', fail: 'past_due', pause: 'paused', cancel: 'canceled' },
    past_due: { renew: 'active', fail: 'past_due', cancel: 'canceled' },
    paused: { resume: 'active', resume_trial: 'trialing', cancel: 'canceled' },
    canceled: {},
  },
  { begins: ['trialing', 'active', 'past_due'] },
)
