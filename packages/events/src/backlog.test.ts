import fc from 'fast-check'
import { Backlog } from './backlog.ts'

const megabyte = 1024 * 1024

describe('a backlog', () => {
  test('is taken in its order, up to the maximum of a batch', () => {
    const backlog = new Backlog<number>(10)
    for (let item = 1; item <= 5; item++) backlog.push(item, 100)
    expect(backlog.take(3)).toEqual([1, 2, 3])
    expect(backlog.take(3)).toEqual([4, 5])
    expect(backlog.isEmpty).toBe(true)
  })

  test('bounds a batch by bytes, too: it ends with the message that reaches four megabytes', () => {
    const backlog = new Backlog<number>(100)
    for (let item = 1; item <= 8; item++) backlog.push(item, 1.5 * megabyte)
    expect(backlog.take(100)).toEqual([1, 2, 3])
  })

  test.each([
    ['count', 10, 1],
    ['bytes', 8, megabyte],
  ])('is full by %s, and has room again when some is taken', async (_, many, bytes) => {
    const backlog = new Backlog<number>(10)
    for (let item = 1; item < many; item++) backlog.push(item, bytes)
    expect(backlog.isFull).toBe(false)
    backlog.push(many, bytes)
    expect(backlog.isFull).toBe(true)
    let hasRoom = false
    const room = backlog.room().then(() => {
      hasRoom = true
    })
    await Promise.resolve()
    expect(hasRoom).toBe(false)
    backlog.take(1)
    await room
    expect(backlog.isFull).toBe(false)
  })

  test('gives batches as items come, until it is stopped', async () => {
    const backlog = new Backlog<number>(10)
    const batches = backlog.batches(2)
    const first = batches.next()
    for (const item of [1, 2, 3]) backlog.push(item, 1)
    expect((await first).value).toEqual([1, 2])
    expect((await batches.next()).value).toEqual([3])
    const next = batches.next()
    backlog.stop()
    expect(await next).toEqual({ done: true, value: undefined })
  })

  test('that is stopped gives nothing of what waits, and keeps nobody waiting for room', async () => {
    const backlog = new Backlog<number>(1)
    for (const item of [1, 2, 3]) backlog.push(item, 1)
    const batches = backlog.batches(1)
    expect((await batches.next()).value).toEqual([1])
    const room = backlog.room()
    backlog.stop()
    await room
    await backlog.room()
    expect((await batches.next()).done).toBe(true)
    expect(backlog.take(5)).toEqual([2, 3])
  })

  test('bounds its batches by bytes as they are asked for', async () => {
    const backlog = new Backlog<number>(10)
    for (const item of [1, 2, 3]) backlog.push(item, 100)
    expect((await backlog.batches(10, 150).next()).value).toEqual([1, 2])
  })

  test('with turns gives one of each in turn, whoever has how many', () => {
    const backlog = new Backlog<string>(100, item => item[0]!)
    for (const item of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) backlog.push(item, 1)
    expect(backlog.take(4)).toEqual(['a1', 'b1', 'c1', 'a2'])
    // The turn goes on where it was, and a newcomer is last in it.
    backlog.push('d1', 1)
    expect(backlog.take(9)).toEqual(['b2', 'a3', 'd1', 'a4'])
    expect(backlog.isEmpty).toBe(true)
  })

  test('lets callers wait until it has room', async () => {
    const backlog = new Backlog<number>(2)
    backlog.push(1, 1)
    await backlog.room()
  })

  test('with a long list of items has no room until it is below the maximum', async () => {
    const backlog = new Backlog<number>(2)
    for (let item = 1; item <= 4; item++) backlog.push(item, 1)
    let hasRoom = false
    const room = backlog.room().then(() => {
      hasRoom = true
    })
    backlog.take(1)
    await Promise.resolve()
    expect(hasRoom).toBe(false)
    backlog.take(2)
    await room
  })

  test.each([
    ['in their order', () => ''],
    ['in turns', (item: number) => String(item % 3)],
  ])('%s it loses nothing, duplicates nothing, and gives each batch at least one', (_, turnOf) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 * megabyte }), { maxLength: 50 }), sizes => {
        const backlog = new Backlog<number>(10, turnOf)
        for (const [item, bytes] of sizes.entries()) backlog.push(item, bytes)
        const taken: number[] = []
        while (!backlog.isEmpty) {
          const batch = backlog.take(7)
          expect(batch.length).toBeGreaterThan(0)
          taken.push(...batch)
        }
        const own = (items: number[]) => Map.groupBy(items, turnOf)
        expect(own(taken)).toEqual(own(sizes.map((_, item) => item)))
        expect(backlog.isFull).toBe(false)
      }),
    )
  })
})
