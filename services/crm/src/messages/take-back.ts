// A single message is taken back while it waits: for its time, for the end of quiet hours, or for another try.
import { isDeepStrictEqual } from 'node:util'
import { type Id, Refused } from '@lms/contract'
import { cancelTasks, type Work } from '@lms/service-host'
import type { Stores } from '../builder.ts'
import { handOver } from './dispatch.task.ts'
import { messages as operations, refusals } from './message.contract.ts'
import type { Message } from './message.object.ts'
import { withStep } from './message.store.ts'
import type { NewMessage } from './queue.ts'

/** Takes it from the queue, and returns it; nothing is sent in its place. */
export async function takeBack(
  id: Id<'msg'>,
  { user_id, ...sent }: Omit<NewMessage, 'attachments'>,
  { work, now }: Pick<Work, 'work' | 'now'>,
  { messages }: Stores,
): Promise<Message> {
  const { user_id: _, cancel_id: __, ...usual } = operations.create.body.parse({ user_id })
  if (!isDeepStrictEqual(sent, usual)) throw new Refused(refusals.message_cancel_unclear)
  const [row] = await messages.lockMany([id])
  if (!row || row.user_id !== user_id || row.origin !== null) throw new Refused(refusals.message_unknown)
  if (row.status !== 'queued' && row.status !== 'deferred') throw new Refused(refusals.message_not_waiting)
  cancelTasks(work, handOver, [id])
  return messages.move(row, 'remove', {
    ...{ attachments: null, send_after: null },
    timeline: withStep(row, 'removed', now),
  })
}
