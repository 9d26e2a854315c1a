// All moves of an access. A revoked access stays revoked: a new right is a new access.
import { lifecycle } from '@lms/contract'

export const accessLifecycle = lifecycle(
  {
    active: { freeze: 'frozen', extend: 'active', transfer: 'active', expire: 'expired', revoke: 'revoked' },
    frozen: { unfreeze: 'active', extend: 'frozen', transfer: 'frozen', revoke: 'revoked' },
    expired: { extend: 'active', revoke: 'revoked' },
    revoked: {},
  },
  // An imported one may have ended in the program from which it comes.
  { begins: ['active', 'expired'] },
)
