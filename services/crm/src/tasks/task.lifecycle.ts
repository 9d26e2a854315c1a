import { lifecycle } from '@lms/contract'

/** A task of a manager is open until it is done or canceled, and can be opened again. */
export const managerTaskLifecycle = lifecycle({
  open: { complete: 'done', cancel: 'canceled' },
  done: { reopen: 'open' },
  canceled: { reopen: 'open' },
})
