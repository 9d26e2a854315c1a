// Reads the events stream in its order, from a position that the reader keeps in its own database. Nothing is
// acknowledged: what was not committed is read again, because the position was not moved either.
import type { Bus } from '@lms/events'
import { Backlog, mostAsked, streams } from '@lms/events'

type Consumer = Awaited<ReturnType<Bus['js']['consumers']['get']>>
export type StreamMessage =
  Awaited<ReturnType<Consumer['consume']>> extends AsyncIterable<infer Message> ? Message : never

const batchSize = 500
const mostWaiting = 1000
/** After so long without a sign of the server it is asked whether the consumer is still there. */
const silenceMs = 5000

export interface Reading {
  /** Ends the reading; `ended` resolves when the batch under way is done. */
  stop(): void
  /** Resolves after `stop`; rejects with what `handle` threw or what went wrong with the stream. */
  readonly ended: Promise<void>
}

/** When the stream was made: another answer means other sequence numbers. */
export async function streamMadeAt(bus: Bus): Promise<string> {
  await bus.ensureStreams()
  return String((await bus.manager.streams.info(streams.events.name)).created)
}

/**
 * Gives batches of messages after stream sequence `after` to `handle`, one after the other. Each is read as it comes,
 * while the batch before is being handled.
 */
export async function readStream<Read>(
  bus: Bus,
  after: number,
  { read, handle }: { read(message: StreamMessage): Read; handle(messages: Read[]): Promise<void> },
): Promise<Reading> {
  const consumer = await bus.js.consumers.get(streams.events.name, { opt_start_seq: after + 1 })
  // A consumer that is gone ends the reading, which then starts from the kept position: the client would make it anew
  // where it was, and miss what a stream made anew holds before that.
  const source = await consumer.consume({
    max_messages: mostAsked,
    // The client asks for more when so many are still to come. By itself it does so for each sixteen messages.
    threshold_messages: mostAsked / 4,
    abort_on_missing_resource: true,
    expires: silenceMs,
  })
  const backlog = new Backlog<Read>(mostWaiting)
  let stopped = false
  const stop = () => {
    stopped = true
    source.stop()
    backlog.wake()
  }
  const receive = async () => {
    try {
      for await (const message of source) {
        backlog.push(read(message), message.data.length)
        // The consumer asks the server for more only as it is read, so holding back here bounds what waits.
        if (!stopped) await backlog.room()
      }
      if (!stopped) throw new Error('The consumer of the events stream ended. It will be created again.')
    } finally {
      stop()
    }
  }
  const work = async () => {
    try {
      while (!stopped) {
        if (backlog.isEmpty) await backlog.arrival(silenceMs)
        if (!stopped && !backlog.isEmpty) await handle(backlog.take(batchSize))
      }
    } finally {
      stop()
    }
  }
  const ended = Promise.all([receive(), work()]).then(async () => {
    await consumer.delete().catch(() => {})
  })
  // Whoever started the reading looks at `ended` a moment later.
  ended.catch(() => {})
  return { stop, ended }
}
