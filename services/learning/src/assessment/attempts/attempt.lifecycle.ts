import { lifecycle } from '@lms/contract'

/** An attempt ends by its student or by the clock; open answers are then reviewed, also more than once. */
export const attemptLifecycle = lifecycle({
  running: { finish: 'finished' },
  finished: { review: 'reviewed' },
  reviewed: { review: 'reviewed' },
})
