// Reads the events stream in order, from a position that the reader stores in its own database. Nothing is
// acknowledged: uncommitted messages are read again, because the position was not moved either.
import { setTimeout as pause } from 'node:timers/promises'
import type { Bus } from '@lms/events'
import { Backlog, maxSchools, streams } from '@lms/events'

type Consumer = Awaited<ReturnType<Bus['js']['consumers']['get']>>
export type StreamMessage =
  Awaited<ReturnType<Consumer['consume']>> extends AsyncIterable<infer Message> ? Message : never

const batchSize = 500
const maxWaiting = 1000
/** After this long without a sign from the server, the reader checks whether the consumer still exists. */
const silenceMs = 5000
/** Rest after a batch, unless more waits than it could take: a batch costs 2 ms of CPU however small it is. */
const restMs = 5

export interface Reading {
  /** Ends the reading; `ended` resolves when the running batch is done. */
  stop(): void
  /** Resolves after `stop`; rejects with the error of `handle` or of the stream. */
  readonly ended: Promise<void>
}

/** When the stream was created: a stream created again has other sequence numbers. */
export async function streamCreatedAt(bus: Bus): Promise<string> {
  await bus.ensureStreams()
  return String((await bus.manager.streams.info(streams.events.name)).created)
}

/**
 * Passes batches of messages after stream sequence `after` to `handle`, one after the other. Each is read while the
 * batch before is being handled.
 */
export async function readStream<Read>(
  bus: Bus,
  after: number,
  { read, handle }: { read(message: StreamMessage): Read; handle(messages: Read[]): Promise<void> },
): Promise<Reading> {
  const consumer = await bus.js.consumers.get(streams.events.name, { opt_start_seq: after + 1 })
  // A deleted consumer ends the reading, which then starts from the stored position. The client would create it again
  // at its own position, and miss earlier messages of a stream that was created again.
  const source = await consumer.consume({
    max_messages: maxSchools,
    // The client requests more when this many messages are still to come. By default it does so for each sixteen
    // messages.
    threshold_messages: maxSchools / 4,
    abort_on_missing_resource: true,
    expires: silenceMs,
  })
  const backlog = new Backlog<Read>(maxWaiting)
  let stopped = false
  const stop = () => {
    stopped = true
    source.stop()
    backlog.stop()
  }
  const receive = async () => {
    try {
      for await (const message of source) {
        backlog.push(read(message), message.data.length)
        // The consumer requests more only as it is read, so pausing here bounds the waiting messages.
        await backlog.room()
      }
      if (!stopped) throw new Error('The consumer of the events stream ended. It will be created again.')
    } finally {
      stop()
    }
  }
  const work = async () => {
    try {
      for await (const batch of backlog.batches(batchSize)) {
        await handle(batch)
        if (batch.length < batchSize && !backlog.isFull) await pause(restMs)
      }
    } finally {
      stop()
    }
  }
  const ended = bothOf(receive(), work()).then(async () => {
    await consumer.delete().catch(() => {})
  })
  // The caller checks `ended` a moment later.
  ended.catch(() => {})
  return { stop, ended }
}

/** Resolves or rejects when both are over: the batch that runs when one fails is ended first. */
async function bothOf(...both: Promise<void>[]): Promise<void> {
  await Promise.allSettled(both)
  await Promise.all(both)
}
