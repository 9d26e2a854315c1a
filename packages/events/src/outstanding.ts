// The events of a school that a durable consumer has still to acknowledge. The consumer is one for all schools, and its numbers
// are, too; so the stream is read from where it has acknowledged everything, for this school alone.
import type { Bus } from './connection.ts'
import type { ConsumerSpec } from './consumer.ts'
import { consumerInfo } from './lag.ts'
import { eventSubject, streams, typeOfSubject } from './subjects.ts'

/** The filter of such a reading; see rights.ts. */
export const eventsOfAnySchool = eventSubject('*', '>')

export interface Outstanding {
  /** Maybe acknowledged already, beside an earlier one that is not. The oldest first. */
  readonly events: readonly { id: string; type: string }[]
  /** How many follow these, that the consumer cannot have acknowledged. */
  readonly more: number
}
const nothing: Outstanding = { events: [], more: 0 }

/** At most `most` events; without a stream, none. */
export async function outstandingOf(
  bus: Bus,
  { durable, school, most }: Pick<ConsumerSpec, 'durable'> & { school: string; most: number },
): Promise<Outstanding> {
  const info = await consumerInfo(bus, { stream: 'events', durable })
  if (!info || info.num_pending + info.num_ack_pending === 0) return nothing
  const reader = await bus.js.consumers.get(streams.events.name, {
    filter_subjects: eventSubject(school, '>'),
    opt_start_seq: info.ack_floor.stream_seq + 1,
    headers_only: true,
  })
  try {
    const { num_pending: all } = await reader.info(true)
    if (all === 0) return nothing
    const events: { id: string; type: string }[] = []
    const count = Math.min(most, all)
    for await (const message of await reader.fetch({ max_messages: count, expires: 2000 })) {
      events.push({ id: message.headers!.get('Nats-Msg-Id'), type: typeOfSubject(message.subject)! })
      if (events.length === count) break
    }
    return { events, more: Math.min(all - events.length, info.num_pending) }
  } finally {
    // It would end by itself, too, some minutes later.
    await reader.delete().catch(() => {})
  }
}
