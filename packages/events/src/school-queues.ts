// Messages of one durable consumer in the queues of their schools (`fair-queues.ts`). A school's messages that find no room in its
// queue are given back, and come again; meanwhile those behind them are read, which may be another school's.
import type { JsMsg } from '@nats-io/jetstream'
import type { Bus } from './connection.ts'
import { type ConsumerSpec, consumeBatches, type Running } from './consumer.ts'
import { type QueueLimits, Queues } from './fair-queues.ts'

/**
 * Milliseconds until a message comes again that has failed so many times. An outage of a quarter of an hour is over
 * within a minute of its end; what fails for longer must take no time from others.
 */
export const againAfter = (failures: number): number =>
  failures > 20 ? 600_000 : Math.min(60_000, 250 * 2 ** failures)

/** Of so many messages it is remembered how often they were given back: more than wait for an acknowledgement. */
const maxRemembered = 20_000

/** What is made of a message, with the message. */
interface Received {
  readonly message: JsMsg
}

export class SchoolQueues<T extends Received> {
  readonly #queues: Queues<T>
  /** How often a message was given back for want of room, by its place in the stream. */
  readonly #returned = new Map<number, number>()

  /** `act` acknowledges what it has done, or has it come again; it never rejects. */
  constructor(
    limits: QueueLimits,
    act: (received: T[], school: string) => Promise<void>,
    now?: () => number,
  ) {
    this.#queues = new Queues(limits, act, now)
  }

  /** Has it done in its turn. One that takes longer than the server waits for it, and is delivered again, is done once. */
  offer(received: T): void {
    const { message } = received
    const { seq } = message
    const school = message.subject.split('.')[1]!
    const later = this.#queues.offer(school, { key: seq, item: received, bytes: message.data.length })
    if (later === 0) return
    const times = this.#returned.get(seq) ?? 0
    this.#returned.delete(seq)
    this.#returned.set(seq, times + 1)
    const [oldest] = this.#returned.keys()
    if (this.#returned.size > maxRemembered) this.#returned.delete(oldest!)
    message.nak(later)
  }

  ack(message: JsMsg): void {
    this.#returned.delete(message.seq)
    message.ack()
  }

  /** It has failed and comes again. Where another process gave it back meanwhile, later than it should. */
  comesAgain(message: JsMsg): void {
    message.nak(againAfter(message.info.deliveryCount - (this.#returned.get(message.seq) ?? 0)))
  }

  /** Waits for what is under way; the rest goes to another process at once. */
  async stop(): Promise<void> {
    for (const { message } of this.#queues.stop()) message.nak()
    await this.#queues.ended()
  }
}

/** Messages that are handled at a time. */
const atOnce = 64

/**
 * Passes single messages to `handle`, several at a time and of each school in its turn; acknowledges each when it resolves.
 * One that takes long has its place among these, and holds up no other.
 */
export function consumeEach(
  bus: Bus,
  spec: ConsumerSpec,
  handle: (message: JsMsg) => Promise<void>,
  onError: (error: unknown, message?: JsMsg) => void,
): Running {
  const limits = { slots: atOnce, slotsPerQueue: atOnce, together: 1, waiting: 4 * atOnce }
  const queues = new SchoolQueues<Received>(limits, async ([received]) => {
    const { message } = received!
    try {
      await handle(message)
      queues.ack(message)
    } catch (error) {
      queues.comesAgain(message)
      onError(error, message)
    }
  })
  const running = consumeBatches(
    bus,
    { ...spec, batch: atOnce },
    async messages => {
      for (const message of messages) queues.offer({ message })
    },
    onError,
  )
  return {
    stop: async () => {
      await running.stop()
      await queues.stop()
    },
  }
}
