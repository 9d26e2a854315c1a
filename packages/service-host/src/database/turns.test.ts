import { jest } from '@jest/globals'
import fc from 'fast-check'
import { TooBusy, type TurnLimits, Turns } from './turns.ts'

const limits: TurnLimits = { slots: 4, waitingOfQueue: 3, waiting: 5, waitMs: 1000 }

/** Takes turns and records their order. */
function stage(changes: Partial<TurnLimits> = {}) {
  const turns = new Turns({ ...limits, ...changes })
  const got: string[] = []
  const refused: string[] = []
  const leaving = new Map<string, () => void>()
  const take = (name: string, queue = name[0]!) =>
    void turns.take(queue).then(
      leave => {
        got.push(name)
        leaving.set(name, leave)
      },
      error => {
        expect(error).toBeInstanceOf(TooBusy)
        refused.push(name)
      },
    )
  const settled = () => new Promise(resolve => setImmediate(resolve))
  return {
    got,
    refused,
    take: async (...names: string[]) => {
      for (const name of names) take(name)
      await settled()
    },
    leave: async (name: string) => {
      leaving.get(name)!()
      await settled()
    },
  }
}

test('a queue gets as many places as it leaves free, and the next one a share of the rest', async () => {
  const { take, leave, got } = stage({ slots: 8, waitingOfQueue: 20, waiting: 50 })
  await take('a1', 'a2', 'a3', 'a4', 'a5', 'a6')
  expect(got).toEqual(['a1', 'a2', 'a3', 'a4'])
  await take('b1', 'b2', 'b3')
  expect(got.slice(4)).toEqual(['b1', 'b2'])
  await take('c1', 'c2')
  expect(got.slice(6)).toEqual(['c1'])
  await take('d1')
  expect(got.slice(7)).toEqual(['d1'])
  for (const name of ['a1', 'a2', 'a3']) await leave(name)
  expect(got.slice(8)).toEqual(['c2', 'a5'])
})

test('waiting requests take turns by queue, and within a queue in the order of arrival', async () => {
  const { take, leave, got } = stage({ slots: 1 })
  await take('x', 'a1', 'a2', 'a3', 'b1', 'c1')
  for (let turn = 0; turn < 5; turn++) await leave(got.at(-1)!)
  expect(got).toEqual(['x', 'a1', 'b1', 'c1', 'a2', 'a3'])
})

test('a queue has a maximum of waiting requests', async () => {
  const { take, refused } = stage()
  await take('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1')
  expect(refused).toEqual(['a6'])
})

test('with too many waiting in all, the last of the longest queue is dropped', async () => {
  const { take, leave, got, refused } = stage({ slots: 1 })
  await take('x', 'a1', 'a2', 'a3', 'b1', 'c1')
  expect(refused).toEqual([])
  await take('d1')
  expect(refused).toEqual(['a3'])
  await take('a4', 'b2', 'b3')
  expect(refused).toEqual(['a3', 'a4', 'b2', 'b3'])
  for (let turn = 0; turn < 5; turn++) await leave(got.at(-1)!)
  expect(got).toEqual(['x', 'a1', 'b1', 'c1', 'd1', 'a2'])
})

test('nobody waits beyond the maximum, and a request that gave up takes no turn', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] })
  try {
    const { take, leave, got, refused } = stage()
    await take('a1', 'a2', 'a3')
    jest.advanceTimersByTime(999)
    await take('a4')
    expect(refused).toEqual([])
    jest.advanceTimersByTime(1)
    await leave('a1')
    expect(refused).toEqual(['a3'])
    expect(got).toEqual(['a1', 'a2', 'a4'])
  } finally {
    jest.useRealTimers()
  }
})

test('a place is returned only once', async () => {
  const { take, leave, got } = stage({ slots: 1 })
  await take('a1', 'b1', 'c1')
  await leave('a1')
  await leave('a1')
  expect(got).toEqual(['a1', 'b1'])
})

test('any sequence of takes and returns stays within the places, and nobody waits for a place they may have', async () => {
  const act = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.boolean())
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 60 }), async acts => {
      const { take, leave, got, refused } = stage({ slots: 3, waitingOfQueue: 50, waiting: 200 })
      const [requests, finished]: [string[], Set<string>] = [[], new Set()]
      for (const [queue, takes] of acts) {
        const holders = () => got.filter(name => !finished.has(name))
        const of = (name: string) => holders().filter(one => one[0] === name).length
        if (takes) {
          const name = `${queue}${requests.length}`
          requests.push(name)
          await take(name)
        } else {
          const name = holders().find(one => one[0] === queue)
          if (name) {
            finished.add(name)
            await leave(name)
          }
        }
        expect(holders().length).toBeLessThanOrEqual(3)
        for (const name of 'abcd') expect(of(name)).toBeLessThanOrEqual(2)
        const free = 3 - holders().length
        for (const name of requests.filter(name => !got.includes(name)))
          expect(of(name[0]!)).toBeGreaterThanOrEqual(free)
        expect(refused).toEqual([])
      }
    }),
  )
})
