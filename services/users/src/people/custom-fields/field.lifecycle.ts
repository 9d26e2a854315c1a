// An archived field takes no new values; people keep theirs.
import { lifecycle } from '@lms/contract'

export const fieldLifecycle = lifecycle({
  active: { archive: 'archived' },
  archived: { restore: 'active' },
})
