// Durable consumers: several replicas share one, every message is acknowledged when its effect is committed.
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
} from '@nats-io/jetstream'
import type { Bus } from './connection.ts'
import { pauser } from './pauser.ts'
import { streams } from './subjects.ts'

export interface ConsumerSpec {
  stream: keyof typeof streams
  durable: string
  subject: string
  /** A message not acknowledged for so long is given out again. */
  ackWaitMs?: number
  maxAckPending?: number
}

const millisecond = 1_000_000
/** After so long without a sign of the server it is asked whether the consumer is still there. */
const silenceMs = 5000

async function ensureConsumer(bus: Bus, spec: ConsumerSpec): Promise<Consumer> {
  const stream = streams[spec.stream].name
  const settings = {
    durable_name: spec.durable,
    filter_subject: spec.subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: (spec.ackWaitMs ?? 30_000) * millisecond,
    max_ack_pending: spec.maxAckPending ?? 1000,
    max_deliver: -1,
  }
  await bus.ensureStreams()
  await bus.manager.consumers
    .info(stream, spec.durable)
    .catch(() => bus.manager.consumers.add(stream, settings))
  return bus.js.consumers.get(stream, spec.durable)
}

export interface Running {
  stop(): Promise<void>
}

/**
 * Gives batches of messages to `handle` one after the other; it acknowledges what it has committed. A batch that
 * throws is given out again. Survives the consumer or the stream being made anew, and NATS being away.
 * What waits here is bounded by `maxAckPending`.
 */
export function consumeBatches(
  bus: Bus,
  spec: ConsumerSpec & { batch: number },
  handle: (messages: JsMsg[]) => Promise<void>,
  onError: (error: unknown) => void,
): Running {
  let stopping = false
  let source: ConsumerMessages | null = null
  let waiting: JsMsg[] = []
  const arrival = pauser()

  const receive = async () => {
    while (!stopping) {
      try {
        const consumer = await ensureConsumer(bus, spec)
        source = await consumer.consume({
          max_messages: spec.batch * 2,
          // One that is gone ends the loop and is made anew; the client alone would ask for it for ever.
          abort_on_missing_resource: true,
          expires: silenceMs,
        })
        // Stopped while it was being made: nobody else closes it.
        if (stopping) return source.stop()
        for await (const message of source) {
          waiting.push(message)
          arrival.wake()
        }
      } catch (error) {
        if (!stopping) onError(error)
      }
      if (!stopping) await pause(500)
    }
  }
  const work = async () => {
    while (!stopping) {
      if (waiting.length === 0) {
        await arrival.pause(1000)
        continue
      }
      const batch = waiting.slice(0, spec.batch)
      waiting = waiting.slice(spec.batch)
      try {
        await handle(batch)
      } catch (error) {
        for (const message of batch) message.nak(1000)
        if (!stopping) onError(error)
      }
    }
  }
  const running = Promise.all([receive(), work()])
  return {
    stop: async () => {
      stopping = true
      arrival.wake()
      await source?.close()
      for (const message of waiting) message.nak()
      await running
    },
  }
}

/** Gives single messages to `handle`, several at a time; acknowledges each when it resolves. */
export function consumeEach(
  bus: Bus,
  spec: ConsumerSpec,
  handle: (message: JsMsg) => Promise<void>,
  onError: (error: unknown, message?: JsMsg) => void,
): Running {
  return consumeBatches(
    bus,
    { ...spec, batch: 64 },
    async messages => {
      await Promise.all(
        messages.map(async message => {
          try {
            await handle(message)
            message.ack()
          } catch (error) {
            // Given out again, later each time: a fault that stays must not spin.
            message.nak(Math.min(60_000, 250 * 2 ** Math.min(message.info.deliveryCount, 8)))
            onError(error, message)
          }
        }),
      )
    },
    onError,
  )
}

const pause = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
