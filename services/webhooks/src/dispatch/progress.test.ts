import fc from 'fast-check'
import type { Due } from './due.ts'
import { maxDone, Progress } from './progress.ts'

const due = (sequence: number) => ({ id: String(sequence), first: sequence }) as unknown as Due
const none: ReadonlySet<number> = new Set()
const progressOf = (...sequences: number[]) => {
  const progress = new Progress({ sequence: 0, done: [], moves: 0 })
  for (const sequence of sequences) progress.take(sequence, due(sequence))
  progress.lookedTo(Math.max(0, ...sequences))
  return progress
}

test('the cursor stays before the first unlogged event, and later ones are stored as done', () => {
  const progress = progressOf(1, 2, 4, 7)
  expect(progress.after(new Set([2, 4]))).toEqual({ sequence: 0, done: [2, 4] })
  for (const sequence of [2, 4]) progress.logged(sequence)
  expect(progress.after(new Set([1]))).toEqual({ sequence: 6, done: [] })
  progress.logged(1)
  expect(progress.after(new Set([7]))).toEqual({ sequence: 7, done: [] })
})

test('read events that are not for the channel are skipped', () => {
  const progress = progressOf(3)
  progress.lookedTo(50)
  expect(progress.after(none)).toEqual({ sequence: 2, done: [] })
  expect(progress.after(new Set([3]))).toEqual({ sequence: 50, done: [] })
})

test('a dropped event is new again, with all behind it except running and done ones', () => {
  const progress = progressOf(1, 2, 3, 4)
  progress.logged(4)
  progress.drop(2)
  expect([1, 2, 3, 4, 5].filter(sequence => progress.isNew(sequence))).toEqual([2, 5])
  expect(progress.after(new Set([1, 3]))).toEqual({ sequence: 1, done: [3, 4] })
})

test('a channel that is taken over continues where it was', () => {
  const progress = new Progress({ sequence: 5, done: [7, 9], moves: 0 })
  expect([5, 6, 7, 8, 9, 10].filter(sequence => progress.isNew(sequence))).toEqual([6, 8, 10])
  for (const sequence of [6, 8, 10]) progress.take(sequence, due(sequence))
  progress.lookedTo(10)
  expect(progress.after(new Set([6]))).toEqual({ sequence: 7, done: [9] })
})

test('events that the database has lost are new again, and running ones are not', () => {
  const progress = progressOf(1, 2, 3, 4)
  for (const sequence of [1, 2]) progress.logged(sequence)
  progress.restart({ sequence: 0, done: [2], moves: 0 })
  expect([1, 2, 3, 4, 5].filter(sequence => progress.isNew(sequence))).toEqual([1, 5])
  expect(progress.after(new Set([3, 4]))).toEqual({ sequence: 0, done: [2, 3, 4] })
})

test('an event that holds back too many is a straggler', () => {
  const many = Array.from({ length: maxDone + 4 }, (_, index) => index + 1)
  const progress = progressOf(...many)
  const logged = new Set(many.filter(sequence => ![1, 5, maxDone + 4].includes(sequence)))
  expect(progress.stragglers(new Set([...logged].slice(1)))).toEqual([])
  expect(progress.stragglers(logged).map(({ first }) => first)).toEqual([1, 5])
})

test('in any order of logging: none is sent twice, and at the end nothing is left', () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 3 }), { maxLength: 200 }), fc.nat(), (steps, seed) => {
      const last = 30
      let progress = new Progress({ sequence: 0, done: [], moves: 0 })
      const sent: number[] = []
      let open: number[] = []
      let random = seed
      const pick = () => {
        random = (random * 1_103_515_245 + 12_345) % 2 ** 31
        return open.splice(random % open.length, 1)[0]!
      }
      const take = () => {
        for (let sequence = progress.looked + 1; sequence <= last; sequence++)
          if (progress.isNew(sequence)) {
            progress.take(sequence, due(sequence))
            open.push(sequence)
          }
        progress.lookedTo(last)
      }
      const log = () => {
        const one = pick()
        sent.push(one)
        progress.logged(one)
      }
      for (const step of steps) {
        if (step === 0) take()
        if (open.length === 0) continue
        if (step === 1) log()
        if (step === 2) progress.drop(pick())
        if (step === 3) {
          // Another replica takes over the stored progress.
          progress = new Progress({ ...progress.after(none), moves: 0 })
          open = []
        }
      }
      take()
      while (open.length) log()
      expect([...sent].sort((a, b) => a - b)).toEqual(Array.from({ length: last }, (_, index) => index + 1))
      expect(progress.after(none)).toEqual({ sequence: last, done: [] })
    }),
  )
})
