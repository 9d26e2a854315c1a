import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Maximum tries of one call. */
export const maxTries = 3

/** Makes the HTTP call of the node to which a run has come. */
export const callOutside = task('call-outside', {
  returns: 'later',
  payload: z.object({ run_id: id('run'), visit: z.int() }),
  state: z.object({ tries: z.int() }),
  deadline: 20,
  pause: 5,
  longestPause: 60,
  attempts: 100,
})
