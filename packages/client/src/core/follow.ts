// The feed of events: everything that has happened after a place, and then what happens, in order.
import { wait } from './retry.ts'
import type { Caller, ListPage, OneOrMany, RequestOptions } from './types.ts'

export interface FollowOptions<T extends string = string> {
  /** The `sequence` of the last event that you have dealt with; 0 for all that is kept. */
  after?: number
  /** Types of events, or groups: `order.*`. */
  types?: OneOrMany<T>
  /** Milliseconds between two questions while nothing is new: 2000. */
  interval?: number
  signal?: AbortSignal
  /** How it waits; for tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/** An event as far as the feed needs to know it. */
export interface Sequenced {
  readonly sequence: number
}

/**
 * Events in the order of their `sequence`, without an end. Store the `sequence` of each together with its effect, and give
 * it as `after` to go on from there. Ends when the signal is aborted.
 */
export async function* follow<Event extends Sequenced>(
  client: Caller,
  { after = 0, types, interval = 2000, signal, wait: pause = wait }: FollowOptions = {},
): AsyncGenerator<Event, void> {
  const options: RequestOptions = { signal }
  let last = after
  for (;;) {
    if (signal?.aborted) return
    try {
      const query = { sort: 'sequence', sequence: { gt: last }, type: types, limit: 1000 }
      const page: ListPage<Event> = await client.list<Event>(
        { method: 'GET', path: '/v1/events', query },
        options,
      )
      for (const event of page.data) {
        if (signal?.aborted) return
        last = event.sequence
        yield event
      }
      if (page.data.length === 0) await pause(interval, signal)
    } catch (error) {
      if (signal?.aborted) return
      throw error
    }
  }
}
