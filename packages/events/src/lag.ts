// Whether a durable consumer may still have messages that were published a while ago.
import { type ConsumerInfo, JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream'
import type { Bus } from './connection.ts'
import type { ConsumerSpec } from './consumer.ts'
import { streams } from './subjects.ts'

/** Everything published before a time has at most this sequence in the stream. */
interface Mark {
  at: number
  sequence: number
}

interface Info extends Pick<ConsumerInfo, 'num_pending' | 'num_ack_pending'> {
  delivered: { stream_seq: number }
  ack_floor: { stream_seq: number }
}

const maxMarks = 12

/**
 * The looks at one consumer. The server tells what is outstanding, and not since when. So a look at which everything had
 * been delivered is a mark: what was published before it is acknowledged once all up to its sequence is.
 */
export class Lag {
  /** Of the time asked about, the oldest first. */
  #marks: Mark[] = []
  readonly #olderThanMs: number

  constructor(olderThanMs: number) {
    this.#olderThanMs = olderThanMs
  }

  /** Whether messages published longer ago than this may still come; `info` is null of a consumer that does not exist. */
  isBehind(info: Info | null, now: number): boolean {
    const sequence = info?.delivered.stream_seq ?? 0
    // The stream was created again, or the server has forgotten its last moments.
    if (this.#marks.some(mark => mark.sequence > sequence)) this.#marks = []
    while (this.#marks[0] && this.#marks[0].at < now - this.#olderThanMs) this.#marks.shift()
    if (info?.num_pending === 0) this.#mark({ at: now, sequence })
    if (!info || info.num_pending + info.num_ack_pending === 0) return false
    const [mark] = this.#marks
    return !mark || info.ack_floor.stream_seq < mark.sequence
  }

  #mark(mark: Mark): void {
    const last = this.#marks.at(-1)
    if (!last || last.at <= mark.at - this.#olderThanMs / maxMarks) this.#marks.push(mark)
  }
}

const absent: readonly number[] = [JetStreamApiCodes.ConsumerNotFound, JetStreamApiCodes.StreamNotFound]

/** What the server says of a consumer; null if it does not exist. */
export async function consumerInfo(
  bus: Bus,
  { stream, durable }: Pick<ConsumerSpec, 'stream' | 'durable'>,
): Promise<ConsumerInfo | null> {
  try {
    return await bus.manager.consumers.info(streams[stream].name, durable)
  } catch (error) {
    if (error instanceof JetStreamApiError && absent.includes(error.code)) return null
    throw error
  }
}
