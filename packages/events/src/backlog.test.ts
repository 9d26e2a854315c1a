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

  test('lets its reader wait until something comes, or until a wake', async () => {
    const backlog = new Backlog<number>(1)
    const arrival = backlog.arrival(2 ** 30)
    backlog.push(1, 1)
    await arrival
    const room = backlog.room()
    const next = backlog.arrival(2 ** 30)
    backlog.wake()
    await Promise.all([next, room])
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

  test('loses nothing, duplicates nothing, and gives each batch at least one', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 * megabyte }), { maxLength: 50 }), sizes => {
        const backlog = new Backlog<number>(10)
        for (const [item, bytes] of sizes.entries()) backlog.push(item, bytes)
        const taken: number[] = []
        while (!backlog.isEmpty) {
          const batch = backlog.take(7)
          expect(batch.length).toBeGreaterThan(0)
          taken.push(...batch)
        }
        expect(taken).toEqual(sizes.map((_, item) => item))
        expect(backlog.isFull).toBe(false)
      }),
    )
  })
})
