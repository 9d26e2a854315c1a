// Every move of a person's record. Deleting is soft: the record stays for what refers to it.
import { lifecycle } from '@lms/contract'

export const userLifecycle = lifecycle({
  active: { block: 'blocked', delete: 'deleted' },
  blocked: { unblock: 'active', delete: 'deleted' },
  deleted: {},
})
