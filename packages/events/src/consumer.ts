// Durable consumers: replicas share one, and each message is acknowledged when its effect is committed.
import { setTimeout as pause } from 'node:timers/promises'
import {
  AckPolicy,
  type Consumer,
  type ConsumerMessages,
  DeliverPolicy,
  type JsMsg,
} from '@nats-io/jetstream'
import { Backlog, maxSchools } from './backlog.ts'
import type { Bus } from './connection.ts'
import { pauser } from './pauser.ts'
import { streams } from './subjects.ts'

export interface ConsumerSpec {
  stream: keyof typeof streams
  durable: string
  subject: string
  /** A message without acknowledgement for this long is delivered again. */
  ackWaitMs?: number
  /** When this many messages wait for an acknowledgement, no new ones are delivered. */
  maxAckPending?: number
}

const millisecond = 1_000_000
/** After this long without a sign from the server, the client checks whether the consumer still exists. */
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
  const existing = await bus.manager.consumers.info(stream, spec.durable).catch(() => null)
  // A consumer that an older version created with other settings continues with the new ones, at its position.
  const { filter_subject, max_ack_pending } = settings
  const isSame =
    existing?.config.filter_subject === filter_subject && existing.config.max_ack_pending === max_ack_pending
  if (!isSame) await bus.manager.consumers.add(stream, settings)
  return bus.js.consumers.get(stream, spec.durable)
}

export interface Running {
  stop(): Promise<void>
}

/**
 * Passes batches of messages to `handle`, one after the other; `handle` acknowledges what it has committed. If it
 * throws, the batch is delivered again. Survives a deleted consumer or stream, and an unavailable NATS. Waiting
 * messages are bounded in count and bytes ({@link Backlog}). A batch that was not full is followed by a rest of `restMs`:
 * what comes meanwhile goes together.
 */
export function consumeBatches(
  bus: Bus,
  spec: ConsumerSpec & { batch: number; restMs?: number },
  handle: (messages: JsMsg[]) => Promise<void>,
  onError: (error: unknown) => void,
): Running {
  let stopping = false
  let source: ConsumerMessages | null = null
  const backlog = new Backlog<JsMsg>(spec.batch * 2)
  const rest = pauser()

  const receive = async () => {
    while (!stopping) {
      try {
        const consumer = await ensureConsumer(bus, spec)
        source = await consumer.consume({
          max_messages: Math.min(spec.batch * 2, maxSchools),
          // A deleted consumer ends the loop and is created again; the client alone would ask for it for ever.
          abort_on_missing_resource: true,
          expires: silenceMs,
        })
        // Stopped while it was being created: nothing else closes it.
        if (stopping) return source.stop()
        for await (const message of source) {
          backlog.push(message, message.data.length)
          // The client requests more from the server only as messages are read here.
          await backlog.room()
        }
      } catch (error) {
        if (!stopping) onError(error)
      }
      if (!stopping) await pause(500)
    }
  }
  const work = async () => {
    for await (const batch of backlog.batches(spec.batch)) {
      try {
        await handle(batch)
      } catch (error) {
        for (const message of batch) message.nak(1000)
        if (!stopping) onError(error)
      }
      if (spec.restMs && batch.length < spec.batch && !stopping) await rest.pause(spec.restMs)
    }
  }
  const running = Promise.all([receive(), work()])
  return {
    stop: async () => {
      stopping = true
      backlog.stop()
      rest.wake()
      await source?.close()
      while (!backlog.isEmpty) for (const message of backlog.take(spec.batch)) message.nak()
      await running
    },
  }
}
