import fc from 'fast-check'
import { slowBeatSeconds } from '../rooms/room.contract.ts'
import { lookEvery } from '../video/room.task.ts'
import { percentWatched, presenceOf, rowsOf, slotAt, slotsBetween, slotsIn } from './slots.rules.ts'

const begin = Date.parse('2026-11-21T09:50:00Z')
const at = (seconds: number) => new Date(begin + seconds * 1000)

/** ORs rows as Postgres does. */
function joined(batches: readonly ReturnType<typeof rowsOf>[]) {
  const rows = new Map<number, string>()
  for (const { position, slots } of batches.flat()) {
    const before = rows.get(position)
    rows.set(
      position,
      before ? [...before].map((bit, index) => (bit === '1' ? bit : slots[index])).join('') : slots,
    )
  }
  return [...rows].map(([position, slots]) => ({ position, slots }))
}

/** Seconds by a walk over every slot of three hours. */
function recount(seconds: readonly number[]): number {
  const set = new Set(seconds.map(each => slotAt(at(each))))
  let total = 0
  for (let slot = slotAt(at(0)); slot <= slotAt(at(10_800)); slot++)
    if (set.has(slot) || (set.has(slot - 1) && set.has(slot + 1))) total += 15
  return total
}

test('beats in any order, repeated, from several tabs and processes, are the seconds of a naive recount', () => {
  const beats = fc.array(fc.integer({ min: 0, max: 10_800 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(beats, fc.integer({ min: 1, max: 5 }), (seconds, processes) => {
      const slots = seconds.map(each => slotAt(at(each)))
      const batches = Array.from({ length: processes }, (_, process) =>
        rowsOf(slots.filter((_, index) => index % processes === process || index % 3 === 0)),
      )
      const presence = presenceOf(slotsIn(joined(batches.toReversed())))!
      expect(presence.seconds).toBe(recount(seconds))
      expect(presence.joined_at.getTime()).toBe(slotAt(at(Math.min(...seconds))) * 15_000)
    }),
  )
})

test.each([
  ['looks at a room, up to five seconds late', lookEvery, lookEvery + 5],
  ['slow beats, spread by a tenth', slowBeatSeconds * 0.9, slowBeatSeconds * 1.1 + 2],
])('who stays is present all the time by %s', (_, least, most) => {
  const pauses = fc.array(fc.integer({ min: Math.ceil(least * 1000), max: Math.floor(most * 1000) }), {
    minLength: 30,
  })
  fc.assert(
    fc.property(pauses, each => {
      let seconds = 0
      const slots = [0, ...each].map(pause => {
        seconds += pause / 1000
        return slotAt(at(seconds))
      })
      const [first, last] = [slots[0]!, slots.at(-1)!]
      expect(presenceOf(slotsIn(rowsOf(slots)))!.seconds).toBe((last - first + 1) * 15)
    }),
  )
})

test.each<[string, number, number, number]>([
  ['a minute', 0, 60, 60],
  ['a second', 0, 1, 15],
  ['nothing', 0, 0, 15],
  ['over the end of an hour', 0, 1200, 1200],
])('the slots of an interval: %s', (_, from, till, seconds) => {
  expect(presenceOf(slotsBetween(at(from), at(till)))!.seconds).toBe(seconds)
})

test.each([
  [0, 60, 0],
  [3, 60, 50],
  [6, 60, 100],
  [6, 61, 85],
  [9, 60, 100],
])('%d slots of %d seconds are %d percent', (slots, seconds, percent) => {
  expect(percentWatched(slots, seconds)).toBe(percent)
})
