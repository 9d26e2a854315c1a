import { jest } from '@jest/globals'
import type { Read } from './journal-entry.ts'
import { LargeEvents } from './large-events.ts'

const message = (seq: number, school: string | null, bytes = 100): Read =>
  ({ seq, event: school && { school, payload: '.'.repeat(bytes) }, storedAt: 0, behind: 0 }) as Read
const large = (seq: number, school: string) => message(seq, school, 64 * 1024)
const seqs = (messages: readonly Read[]) => messages.map(({ seq }) => seq)
const turn = () => new Promise(done => setImmediate(done))

/** Enters batches when the test lets it. */
function stage() {
  const events = new LargeEvents()
  const batches: number[][] = []
  let done = () => {}
  const run = events.run(batch => {
    batches.push(seqs(batch))
    return new Promise(resolve => {
      done = resolve
    })
  })
  return {
    events,
    batches,
    run,
    enter: () =>
      turn()
        .then(() => done())
        .then(turn),
  }
}

test('large events wait, and later ones of their schools until these are entered', async () => {
  const { events, run, enter } = stage()
  const split = events.split([
    message(1, 'a'),
    large(2, 'a'),
    message(3, 'a'),
    message(4, 'b'),
    message(5, null),
  ])
  expect([seqs(split.passing), seqs(split.waiting)]).toEqual([
    [1, 4, 5],
    [2, 3],
  ])
  expect(seqs(events.split([message(6, 'a'), message(7, 'b')]).passing)).toEqual([7])
  await events.add([...split.waiting, message(6, 'a')])
  await enter()
  expect(seqs(events.split([message(8, 'a')]).passing)).toEqual([8])
  events.stop()
  await run
})

test('the first position that is not entered is known, also without those of a batch', async () => {
  const { events, run, enter } = stage()
  expect(events.first()).toBe(Number.POSITIVE_INFINITY)
  const { waiting } = events.split([large(2, 'a'), large(4, 'b')])
  const besides = [waiting.slice(0, 1), waiting.slice(1), waiting].map(batch => events.first(batch))
  expect([events.first(), ...besides]).toEqual([2, 4, 2, Number.POSITIVE_INFINITY])
  await events.add(waiting)
  await enter()
  expect(events.first()).toBe(Number.POSITIVE_INFINITY)
  events.stop()
  await run
})

test('a batch ends with the event that makes it 512 KB', async () => {
  const { events, batches, run, enter } = stage()
  const { waiting } = events.split(Array.from({ length: 9 }, (_, index) => large(index, 'a')))
  await events.add(waiting)
  await enter()
  await enter()
  expect(batches).toEqual([[0, 1, 2, 3, 4, 5, 6, 7], [8]])
  events.stop()
  await run
})

test('schools take turns: many of one do not keep the one of another waiting', async () => {
  const { events, batches, run, enter } = stage()
  const { waiting } = events.split([
    ...Array.from({ length: 16 }, (_, index) => large(index, 'a')),
    large(16, 'b'),
  ])
  await events.add(waiting)
  await enter()
  expect(batches[0]).toEqual([0, 16, 1, 2, 3, 4, 5, 6])
  expect(events.first()).toBe(7)
  // Of the one some wait, of the other none.
  expect(seqs(events.split([message(17, 'a'), message(18, 'b')]).passing)).toEqual([18])
  events.stop()
  await enter()
  await run
})

test('more are taken only while fewer than 8 MB wait, or when it is stopped', async () => {
  const { events, run, enter } = stage()
  const { waiting } = events.split(Array.from({ length: 16 }, (_, index) => message(index, 'a', 1024 * 1024)))
  const onAdded = jest.fn()
  const added = events.add(waiting).then(onAdded)
  for (let entered = 0; entered < 8; entered++) {
    expect(onAdded).not.toHaveBeenCalled()
    await enter()
  }
  await added
  const more = events.add(events.split([message(16, 'a', 8 * 1024 * 1024)]).waiting)
  events.stop()
  await more
  await enter()
  await run
})

test('an error of the entry ends the run', async () => {
  const events = new LargeEvents()
  await events.add(events.split([large(1, 'a')]).waiting)
  await expect(events.run(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(events.first()).toBe(1)
})
