// All moves of a school. The gateway refuses a suspended one; nothing of it is lost.
import { lifecycle } from '@lms/contract'

export const schoolLifecycle = lifecycle({
  active: { suspend: 'suspended' },
  suspended: { resume: 'active' },
})
