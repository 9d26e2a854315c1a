// A stream without a server: its messages come when a test says so.
import { jest } from '@jest/globals'

/** What `bus.js.consumers.get` gives, with its parts for a test to look at. */
export function fakeStream<Message>() {
  const waiting: Message[] = []
  let ended = false
  let more = Promise.withResolvers<void>()
  const signal = () => {
    more.resolve()
    more = Promise.withResolvers()
  }
  const end = () => {
    ended = true
    signal()
  }
  const source = {
    stop: jest.fn(end),
    async *[Symbol.asyncIterator]() {
      ended = false
      for (;;) {
        while (waiting.length > 0) yield waiting.shift()!
        if (ended) return
        await more.promise
      }
    },
  }
  const consumer = { consume: jest.fn(async (_: unknown) => source), delete: jest.fn(async () => true) }
  return {
    get: jest.fn(async (..._: unknown[]) => consumer),
    consumer,
    source,
    arrive: (messages: readonly Message[]) => {
      waiting.push(...messages)
      signal()
    },
    /** Ends it, without a stop. */
    end,
  }
}
