// Takes records that others tell and keeps them: one statement for all that have come, so that a busy moment costs one
// transaction, and a record that comes twice is kept once.
import { consumeBatches, type JsMsg } from '@lms/events'
import type { Runtime, Worker } from '@lms/service-host'
import type { Records } from './records.ts'

const batch = 500

/** A worker that keeps what comes under a subject; `read` throws where a message is none. */
export const recordWriter = (
  name: string,
  subject: string,
  read: (message: unknown, subject: string) => readonly { id: string }[],
  records: Records<unknown>,
): Worker => {
  const consumer = { stream: 'internal', durable: `service-${name}`, subject } as const
  return {
    name: `${name}-writer`,
    bus: { consumes: [consumer] },
    start: async runtime =>
      consumeBatches(
        runtime.bus,
        { ...consumer, batch, maxAckPending: batch * 4 },
        messages => keep(messages, read, records, runtime),
        error => runtime.log.error({ err: error }, 'records could not be stored and will be delivered again'),
      ),
  }
}

async function keep(
  messages: readonly JsMsg[],
  read: (message: unknown, subject: string) => readonly { id: string }[],
  records: Records<unknown>,
  { system, log }: Runtime,
): Promise<void> {
  const found = messages.flatMap(message => {
    try {
      return read(message.json(), message.subject)
    } catch (error) {
      // What can never be kept must not hold up the others. An audit record stays in its teller's outbox, for nobody
      // confirms it.
      log.error({ err: error, subject: message.subject }, 'a record is unreadable and is ignored')
      return []
    }
  })
  if (found.length) await records.keep(system, found)
  for (const message of messages) message.ack()
}
