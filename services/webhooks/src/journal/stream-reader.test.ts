import { jest } from '@jest/globals'
import type { Bus } from '@lms/events'
import { fakeStream } from '../testing/stream.ts'
import { readStream, type StreamMessage } from './stream-reader.ts'

/** A stream of messages that are only their numbers. */
function stream() {
  const { arrive, ...source } = fakeStream<{ seq: number; data: { length: number } }>()
  return {
    ...source,
    bus: { js: { consumers: { get: source.get } } } as unknown as Bus,
    arrive: (...numbers: number[]) => {
      arrive(numbers.map(seq => ({ seq, data: { length: 100 } })))
      return new Promise(done => setImmediate(done))
    },
  }
}

const read = ({ seq }: StreamMessage) => seq
const numbers = (from: number, count: number) => Array.from({ length: count }, (_, index) => from + index)

/** Handles batches when the test lets it. */
function holdBatches() {
  const batches: number[][] = []
  const resolvers: (() => void)[] = []
  return {
    batches,
    handle: (batch: number[]) => {
      batches.push(batch)
      return new Promise<void>(done => resolvers.push(done))
    },
    /** Ends the running batch, and waits for the next. */
    next: async () => {
      const count = batches.length
      resolvers.shift()!()
      while (batches.length === count) await new Promise(done => setTimeout(done, 1))
    },
    end: () => resolvers.shift()!(),
  }
}

test('messages after the position come in batches of at most 500, in their order', async () => {
  const { bus, get, consumer, arrive } = stream()
  const { batches, handle, next, end } = holdBatches()
  const reading = await readStream(bus, 41, { read, handle })
  expect(get.mock.calls).toEqual([['EVENTS', { opt_start_seq: 42 }]])
  expect(consumer.consume.mock.calls[0]![0]).toMatchObject({ abort_on_missing_resource: true })
  await arrive(42)
  await arrive(...numbers(43, 501))
  await next()
  await next()
  expect(batches).toEqual([[42], numbers(43, 500), [543]])
  reading.stop()
  end()
  await reading.ended
})

test('no more than a thousand messages and one wait; reading continues when a batch is taken', async () => {
  const { bus, arrive } = stream()
  const { batches, handle, next, end } = holdBatches()
  const seen = jest.fn(read)
  const reading = await readStream(bus, 0, { read: seen, handle })
  await arrive(1)
  await arrive(...numbers(2, 2000))
  expect(seen).toHaveBeenCalledTimes(1001)
  await next()
  await new Promise(done => setImmediate(done))
  expect(seen).toHaveBeenCalledTimes(1501)
  expect(batches.map(({ length }) => length)).toEqual([1, 500])
  reading.stop()
  end()
  await reading.ended
})

test('stopped, it ends with the running batch, closes its source and deletes its consumer', async () => {
  const { bus, source, consumer, arrive } = stream()
  const { batches, handle, end } = holdBatches()
  const reading = await readStream(bus, 0, { read, handle })
  await arrive(1)
  await arrive(2)
  reading.stop()
  const ended = jest.fn()
  const completion = reading.ended.then(ended)
  await new Promise(done => setImmediate(done))
  expect(source.stop).toHaveBeenCalled()
  expect(ended).not.toHaveBeenCalled()
  expect(consumer.delete).not.toHaveBeenCalled()
  end()
  await completion
  expect(batches).toEqual([[1]])
  expect(consumer.delete).toHaveBeenCalledTimes(1)
})

test('stopped while it waits for messages, it ends at once', async () => {
  const { bus } = stream()
  const reading = await readStream(bus, 0, { read, handle: async () => {} })
  reading.stop()
  await reading.ended
})

test('a consumer that cannot be deleted is left to the server', async () => {
  const { bus, consumer } = stream()
  consumer.delete.mockRejectedValue(new Error('away'))
  const reading = await readStream(bus, 0, { read, handle: async () => {} })
  reading.stop()
  await reading.ended
})

test('an error of the handler ends the reading with it', async () => {
  const { bus, source, arrive } = stream()
  const reading = await readStream(bus, 0, { read, handle: () => Promise.reject(new Error('no database')) })
  await arrive(1)
  await expect(reading.ended).rejects.toThrow('no database')
  expect(source.stop).toHaveBeenCalled()
})

test('a source that ends by itself lets the running batch end', async () => {
  const { bus, arrive, end } = stream()
  const { handle, end: endBatch } = holdBatches()
  const reading = await readStream(bus, 0, { read, handle })
  await arrive(1)
  const ended = jest.fn()
  const completion = reading.ended.catch(ended)
  end()
  await new Promise(done => setImmediate(done))
  expect(ended).not.toHaveBeenCalled()
  endBatch()
  await completion
  expect(ended).toHaveBeenCalledTimes(1)
})

test('a source that ends by itself is an error: nobody would notice otherwise', async () => {
  const { bus, end } = stream()
  const reading = await readStream(bus, 0, { read, handle: async () => {} })
  end()
  await expect(reading.ended).rejects.toThrow('It will be created again.')
})
