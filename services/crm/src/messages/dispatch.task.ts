import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Maximum messages that are handed over in one step: what a crash leaves unknown. */
export const groupSize = 16

const marked = z.object({
  ids: z.array(id('msg')).max(groupSize),
  /** They may have left before the services that are asked about their people were away. */
  repeated: z.boolean().optional(),
})
/** The messages that a step has marked; `ids` may be empty. */
export type MarkedGroup = z.infer<typeof marked>
const times = { deadline: 120, pause: 5 }

/**
 * Hands messages over, a group at a time. Each step hands over those that the step before has marked, and marks the next
 * ones. `ids` are the marked ones.
 */
export const handOver = task('hand-over', {
  returns: 'later',
  payload: z.object({ message_id: id('msg') }),
  state: marked,
  ...times,
})

/** The id of a mailing or a campaign. */
export const originId = () => z.string().regex(/^(mlg|cmp)_/)

/** The same for one part of a mailing or a campaign, until nothing of it waits; single messages have their own queue. */
export const sendShard = task('send-shard', {
  returns: 'later',
  payload: z.object({ origin: originId(), shard: z.int32() }),
  state: marked,
  ...times,
})
