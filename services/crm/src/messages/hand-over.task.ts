import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Maximum messages that are handed over in one step: what a crash leaves unknown. */
export const groupSize = 16

/**
 * Hands messages over, a group at a time. Each step hands over those that the step before has marked, and marks the next
 * ones. `ids` are the marked ones.
 */
export const handOver = task('hand-over', {
  payload: z.object({ message_id: id('msg') }),
  state: z.object({ ids: z.array(id('msg')).max(groupSize) }),
  deadline: 120,
  pause: 5,
})
