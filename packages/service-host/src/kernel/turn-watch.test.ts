import type { Logger } from 'pino'
import { lookMs, type Running, TurnWatch } from './turn-watch.ts'

/** A watch whose clock and processor the test moves. */
function watched() {
  let now = 0
  let spent = 0
  const lines: object[] = []
  const watch = new TurnWatch({ now: () => now, spent: () => spent })
  watch.begin({ warn: (about: object) => void lines.push(about) } as unknown as Logger)
  /** A turn of so many milliseconds, of which the processor took some. */
  const turn = (ms: number, ofProcessor = ms) => {
    now += ms
    spent += ofProcessor
  }
  const charged: number[] = []
  const work = (operation: string): Running => ({
    ...{ operation, school: `school of ${operation}`, requestId: `request of ${operation}` },
    charge: ms => void charged.push(ms),
  })
  return { watch, lines, turn, charged, work, pass: () => [turn(lookMs), watch.tick()] }
}

test('a long turn is logged with its work, counted, and charged', () => {
  const { watch, lines, turn, charged, work } = watched()
  watch.run(work('a'), () => turn(201))
  watch.tick()
  expect(lines).toEqual([{ ms: 201, operation: 'a', school_id: 'school of a', request_id: 'request of a' }])
  expect(charged).toEqual([201])
  expect(watch.figures).toEqual({ long: 1, longest: 201 })
})

test('short turns are none, however many there are between two looks', () => {
  const { watch, lines, turn, work, pass } = watched()
  for (let look = 0; look < 20; look++) {
    watch.run(work('a'), () => turn(149))
    pass()
  }
  expect([lines, watch.figures]).toEqual([[], { long: 0, longest: 0 }])
})

test('where a busy machine let the process wait, nobody is blamed', () => {
  const { watch, lines, turn, charged, work } = watched()
  watch.run(work('a'), () => turn(5000, 100))
  watch.tick()
  expect([lines, charged]).toEqual([[], []])
})

test('a turn belongs to the work that the database answered last in it', async () => {
  const { watch, lines, turn, charged, work, pass } = watched()
  const [a, b] = [work('a'), work('b')]
  watch.run(a, () => turn(1))
  watch.run(b, () => turn(1))
  pass()
  watch.note(a)
  turn(300)
  watch.tick()
  expect(lines).toMatchObject([{ operation: 'a', ms: 300 }])
  expect(charged).toEqual([300])
})

test('a turn in which no work is known to have run is charged to nobody', () => {
  const { watch, lines, turn, charged, work, pass } = watched()
  watch.run(work('a'), () => turn(1))
  pass()
  turn(300)
  watch.tick()
  expect(lines).toMatchObject([{ operation: 'unknown', school_id: null }])
  expect(charged).toEqual([])
})

test('what a meter counts is charged once', () => {
  const { watch, lines, turn, charged, work } = watched()
  watch.note(work('a'), true)
  turn(300)
  watch.tick()
  expect(lines).toHaveLength(1)
  expect(charged).toEqual([])
})

test('what follows from work is its own', async () => {
  const { watch, work } = watched()
  const a = work('a')
  expect(await watch.run(a, async () => Promise.resolve().then(() => watch.current))).toBe(a)
})
