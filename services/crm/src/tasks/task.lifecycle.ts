import { lifecycle } from '@lms/contract'

/** A task of a manager is open until it is finished or canceled, and can be opened again. */
export const managerTaskLifecycle = lifecycle({
  open: { finish: 'finished', cancel: 'canceled' },
  finished: { reopen: 'open' },
  canceled: { reopen: 'open' },
})
