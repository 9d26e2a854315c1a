import { lifecycle } from '@lms/contract'

/** A session is announced, held and over; one that has not begun can be called off. */
export const sessionLifecycle = lifecycle({
  scheduled: { start: 'live', cancel: 'canceled' },
  live: { finish: 'finished' },
  finished: {},
  canceled: {},
})
