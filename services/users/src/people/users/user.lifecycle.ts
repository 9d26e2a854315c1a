// All moves of a person's record. A deletion is soft: the record stays for its references.
import { lifecycle } from '@lms/contract'

export const userLifecycle = lifecycle({
  active: { block: 'blocked', delete: 'deleted' },
  blocked: { unblock: 'active', delete: 'deleted' },
  deleted: {},
})
