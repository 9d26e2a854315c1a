// A retired field takes no new values; people keep theirs.
import { lifecycle } from '@lms/contract'

export const fieldLifecycle = lifecycle({
  active: { retire: 'retired' },
  retired: { restore: 'active' },
})
