import { lifecycle } from '@lms/contract'

/** A message is shown at once, or waits for approval; staff hides it and shows it again. */
export const messageLifecycle = lifecycle(
  {
    visible: { hide: 'hidden' },
    pending: { show: 'visible', hide: 'hidden' },
    hidden: { show: 'visible' },
  },
  { begins: ['visible', 'pending'] },
)
