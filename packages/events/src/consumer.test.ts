// What a consumer asks of the server, and what it reports. The server is the test's.
import { jest } from '@jest/globals'
import type { Bus } from './connection.ts'
import { consumeBatches } from './consumer.ts'
import { againAfter } from './school-queues.ts'

/** A server without messages, whose streams are there after so many failures. */
function server(failures = 0) {
  const consume = jest.fn(async (_: { max_messages: number }) => {
    const over = Promise.withResolvers<void>()
    return {
      stop: over.resolve,
      close: async () => over.resolve(),
      [Symbol.asyncIterator]: () => ({
        next: () => over.promise.then(() => ({ done: true, value: undefined })),
      }),
    }
  })
  const bus = {
    ensureStreams: async () => {
      if (failures-- > 0) throw new Error('no stream')
    },
    manager: {
      consumers: { info: async () => ({ config: { filter_subject: 'events.>', max_ack_pending: 1000 } }) },
    },
    js: { consumers: { get: async () => ({ consume }) } },
  } as unknown as Bus
  return { bus, consume }
}
const spec = { stream: 'events', durable: 'test', subject: 'events.>' } as const
const until = async (done: () => boolean) => {
  while (!done()) await new Promise(resolve => setTimeout(resolve, 5))
}

test.each([
  [10, 20],
  [500, 64],
])('for batches of %i it asks for %i messages at a time', async (batch, expected) => {
  const { bus, consume } = server()
  const running = consumeBatches(bus, { ...spec, batch }, async () => {}, jest.fn())
  await until(() => consume.mock.calls.length > 0)
  expect(consume.mock.calls[0]![0]).toMatchObject({ max_messages: expected, abort_on_missing_resource: true })
  await running.stop()
})

test('what fails before it can read is reported, and tried again', async () => {
  const { bus, consume } = server(1)
  const onError = jest.fn()
  const running = consumeBatches(bus, { ...spec, batch: 10 }, async () => {}, onError)
  await until(() => consume.mock.calls.length > 0)
  expect(onError.mock.calls).toEqual([[new Error('no stream')]])
  await running.stop()
})

test('what fails comes again soon at first, then each minute, and after a quarter of an hour each ten minutes', () => {
  const delays = Array.from({ length: 30 }, (_, index) => againAfter(index + 1))
  expect(delays.slice(0, 9)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(delays.slice(7, 20).every(delay => delay === 60_000)).toBe(true)
  expect(delays.slice(20).every(delay => delay === 600_000)).toBe(true)
  const tillSlow = delays.slice(0, 20).reduce((sum, delay) => sum + delay, 0)
  expect(tillSlow).toBeGreaterThan(14 * 60_000)
  // However often.
  expect(againAfter(1_000_000)).toBe(600_000)
})
