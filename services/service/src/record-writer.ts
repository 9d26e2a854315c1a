// Stores records of other programs: one statement for all that have arrived, so that a burst costs one transaction, and
// a duplicate is stored once.
import { consumeBatches, type JsMsg } from '@lms/events'
import { type Database, logRepeated, type Runtime, type Worker } from '@lms/service-host'

const batch = 500
/** Nobody waits for a record, and one by itself costs three times as much as one of a hundred. */
const restMs = 100

/** Stores records of any schools in one statement; existing ones stay as they are. */
interface Keeper<R> {
  keep(system: Database, records: readonly R[]): Promise<void>
}

/** A worker that stores the messages of a subject; `read` throws at an invalid message. */
export const recordWriter = <R extends { id: string }>(
  name: string,
  subject: string,
  read: (message: unknown, subject: string) => readonly R[],
  records: Keeper<R>,
): Worker => {
  const consumer = { stream: 'internal', durable: `service-${name}`, subject } as const
  return {
    name: `${name}-writer`,
    bus: { consumes: [consumer] },
    start: async runtime =>
      consumeBatches(
        runtime.bus,
        { ...consumer, batch, restMs, maxAckPending: batch * 4 },
        messages => keep(messages, read, records, runtime),
        error => logRepeated(runtime, `${name}-writer`, error),
      ),
  }
}

async function keep<R>(
  messages: readonly JsMsg[],
  read: (message: unknown, subject: string) => readonly R[],
  records: Keeper<R>,
  { system, log }: Runtime,
): Promise<void> {
  const readRecords = messages.flatMap(message => {
    try {
      return read(message.json(), message.subject)
    } catch (error) {
      // A record that can never be stored must not delay the others. An audit record stays in its service's outbox,
      // because nobody confirms it.
      log.error({ err: error, subject: message.subject }, 'a record is unreadable and is ignored')
      return []
    }
  })
  if (readRecords.length) await records.keep(system, readRecords)
  for (const message of messages) message.ack()
}
