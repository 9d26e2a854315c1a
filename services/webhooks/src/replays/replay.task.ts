import { id, timestamp } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** The events of a replay: after one sequence, up to another. */
export const replayEvents = task('replay-events', {
  returns: 'never',
  payload: z.object({
    types: z.array(z.string().regex(/^[a-z_.*]{1,100}$/)),
    from: timestamp().nullable(),
    till: timestamp().nullable(),
    webhook_id: id('whk').nullable(),
    after: z.int(),
    last: z.int(),
    events: z.int(),
  }),
  /** The last sequence that it has read, and the number of its deliveries. */
  state: z.object({ position: z.int(), events: z.int(), deliveries: z.int() }),
  attempts: 20,
  longestPause: 60,
  progress: (state, { events }) => ({ done: state.events, total: events }),
})
