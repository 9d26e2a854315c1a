// All moves of a school. The gateway refuses a suspended one; nothing of it is lost. One that is being restored from an
// archive opens when all of it is there, in the state that it had. One that is being erased never comes back.
import { lifecycle } from '@lms/contract'

export const schoolLifecycle = lifecycle(
  {
    active: { suspend: 'suspended' },
    suspended: { resume: 'active', erase: 'erasing' },
    restoring: { open: 'active' },
    erasing: {},
  },
  { begins: ['active', 'restoring'] },
)
