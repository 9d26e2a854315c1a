import { jest } from '@jest/globals'
import { Collector } from './collector.ts'

interface Item {
  name: string
  awaited: boolean
}

describe('a collector', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  /** Writes into a list of batches; fails the given number of times, and ends no write before `ready`. */
  function collector({ failures = 0, ready = Promise.resolve() } = {}) {
    const written: string[][] = []
    const errors: unknown[] = []
    const items = new Collector<Item>({
      write: async batch => {
        if (failures-- > 0) throw new Error('away')
        written.push(batch.map(({ name }) => name))
        await ready
      },
      onError: error => errors.push(error),
      isAwaited: ({ awaited }) => awaited,
    })
    const add = (name: string, awaited = false) => items.add({ name, awaited })
    const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms)
    return { items, add, pass, written, errors }
  }

  test('writes together the results of 100 ms', async () => {
    const { add, pass, written } = collector()
    add('one')
    await pass(99)
    add('two')
    expect(written).toEqual([])
    await pass(1)
    expect(written).toEqual([['one', 'two']])
  })

  test('writes 10 ms after a result that something waits for, with all earlier ones', async () => {
    const { add, pass, written } = collector()
    add('one')
    await pass(20)
    add('two', true)
    await pass(9)
    expect(written).toEqual([])
    await pass(1)
    expect(written).toEqual([['one', 'two']])
    add('three')
    await pass(99)
    expect(written).toHaveLength(1)
    await pass(1)
    expect(written).toEqual([['one', 'two'], ['three']])
  })

  test('keeps the time of an earlier plan', async () => {
    const { add, pass, written } = collector()
    add('one')
    await pass(95)
    add('two', true)
    await pass(5)
    expect(written).toEqual([['one', 'two']])
  })

  test.each([
    [499, 'with what comes in 100 ms', 1],
    [500, 'at once', 2],
  ])('writes %i results that came during a write %s', async (many, _, writes) => {
    const gate = Promise.withResolvers<void>()
    const { add, pass, written } = collector({ ready: gate.promise })
    add('one')
    await pass(100)
    for (let index = 0; index < many; index++) add(String(index))
    gate.resolve()
    await pass(99)
    expect(written).toHaveLength(writes)
    await pass(1)
    expect(written.map(({ length }) => length)).toEqual([1, many])
  })

  test('writes results that came during a write soon after it if something waits for them', async () => {
    const gate = Promise.withResolvers<void>()
    const { add, pass, written } = collector({ ready: gate.promise })
    add('one')
    await pass(100)
    add('two', true)
    gate.resolve()
    await pass(10)
    expect(written).toEqual([['one'], ['two']])
  })

  test('writes 500 at once', async () => {
    const { add, pass, written } = collector()
    for (let index = 0; index < 500; index++) add(String(index))
    await pass(0)
    expect(written.map(batch => batch.length)).toEqual([500])
  })

  test('waits between two tries, whatever comes meanwhile, and loses nothing', async () => {
    const { items, add, pass, written, errors } = collector({ failures: 2 })
    add('one')
    await pass(100)
    expect(errors).toHaveLength(1)
    add('two', true)
    await pass(150)
    expect(errors).toHaveLength(1)
    expect(items.size).toBe(2)
    // The first pause is 300 ms at most, the second 900.
    await pass(1100)
    expect(errors).toHaveLength(2)
    expect(written).toEqual([['one', 'two']])
    expect(items.size).toBe(0)
  })

  test('waits longer after each failure, up to some seconds', async () => {
    const times: number[] = []
    const items = new Collector<string>({
      write: async () => {
        times.push(performance.now())
        throw new Error('away')
      },
      onError: () => {},
      isAwaited: () => false,
    })
    items.add('one')
    await jest.advanceTimersByTimeAsync(60_000)
    const pauses = times.slice(1).map((time, index) => time - times[index]!)
    expect(pauses.length).toBeGreaterThan(8)
    let least = 200
    for (const pause of pauses) {
      // Pauses are fractions of milliseconds, of which the clock counts whole ones: twice a pause is up to 2 ms off.
      expect(pause).toBeGreaterThanOrEqual(least - 3)
      expect(pause).toBeLessThan((least + 2) * 1.5 + 1)
      least = Math.min(5000, pause * 2)
    }
  })

  test('begins with short pauses again after a success', async () => {
    const { add, pass, written, errors } = collector({ failures: 3 })
    add('one')
    await pass(5000)
    expect([errors.length, written.length]).toEqual([3, 1])
    add('two')
    await pass(100)
    expect(written).toEqual([['one'], ['two']])
  })

  test('writes the rest at the end, in parts, and nothing afterwards', async () => {
    const gate = Promise.withResolvers<void>()
    const { items, add, pass, written } = collector({ ready: gate.promise })
    for (let index = 0; index < 1100; index++) add(String(index))
    const finished = items.finish()
    await pass(0)
    expect(written).toHaveLength(1)
    gate.resolve()
    await finished
    expect(written.map(batch => batch.length)).toEqual([500, 500, 100])
    expect(items.size).toBe(0)
    await pass(10_000)
    expect(written).toHaveLength(3)
  })

  test('gives up at the end if a part cannot be written', async () => {
    const { items, add, pass, errors, written } = collector({ failures: 1 })
    add('one')
    await items.finish()
    expect([errors.length, items.size]).toEqual([1, 1])
    await pass(10_000)
    expect(written).toEqual([])
  })
})
