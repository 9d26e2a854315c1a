import { type Id, newId } from '@lms/contract'
import fc from 'fast-check'
import { cycleIn } from './cycle.rules.ts'
import type { Opening } from './opening.rules.ts'
import { lessonsOf } from './rule-schema.ts'
import { flowWide, nextInstant, type ScheduledLesson, scheduleOf } from './schedule.rules.ts'
import { factsWith, rules, start } from './testing.ts'

const at = (text: string) => `${text}.000+00:00`
const now = at('2026-03-10T12:00:00')
const lesson = (id: Id<'les'>, ...conditions: unknown[]): ScheduledLesson => ({
  id,
  rules: rules(...conditions),
  published: true,
  completed_at: null,
  accepted_at: null,
  overrides: [],
})
const [one, two, three] = [newId('les'), newId('les'), newId('les')]
const done = (lesson_id: Id<'les'>) => ({ kind: 'after_lesson', lesson_id })
const afterOpening = (lesson_id: Id<'les'>, days: number) => ({
  kind: 'days_after',
  from: 'lesson_opened',
  lesson_id,
  days,
})

describe('lessons that wait for each other', () => {
  const waiting = ({ id, rules: { conditions } }: ScheduledLesson) => ({
    id,
    waits_for: conditions.flatMap(lessonsOf),
  })
  test.each<[string, ScheduledLesson[], Id<'les'>[] | null]>([
    ['none', [lesson(one), lesson(two, done(one)), lesson(three, done(one), done(two))], null],
    ['itself', [lesson(one, done(one))], [one, one]],
    ['two', [lesson(one, done(two)), lesson(two, afterOpening(one, 1))], [one, two, one]],
    [
      'two behind a third',
      [lesson(one, done(two)), lesson(two, done(three)), lesson(three, done(two))],
      [two, three, two],
    ],
    [
      'one of several that are enough',
      [
        lesson(one, { kind: 'any_of', conditions: [done(two), { kind: 'date', at: now }] }),
        lesson(two, done(one)),
      ],
      [one, two, one],
    ],
    ['a lesson that is gone', [lesson(one, done(newId('les')))], null],
  ])('%s', (_, lessons, path) => {
    expect(cycleIn(lessons.map(waiting))).toEqual(path)
  })

  test('a path is found exactly where an order of the lessons is impossible', () => {
    const edges = fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 12 })
    const ids = Array.from({ length: 8 }, () => newId('les'))
    fc.assert(
      fc.property(edges, pairs => {
        const lessons = ids.map((id, index) =>
          lesson(id, ...pairs.filter(([from]) => from === index).map(([, to]) => done(ids[to]!))),
        )
        const path = cycleIn(lessons.map(waiting))
        // Kahn: take away lessons that wait for none that is left.
        let remaining = lessons
        for (let size = -1; size !== remaining.length; ) {
          size = remaining.length
          remaining = remaining.filter(({ rules: { conditions } }) =>
            conditions.some(each => remaining.some(({ id }) => 'lesson_id' in each && each.lesson_id === id)),
          )
        }
        expect(path !== null).toBe(remaining.length > 0)
        for (const [index, id] of (path ?? []).slice(0, -1).entries())
          expect(pairs).toContainEqual([ids.indexOf(id), ids.indexOf(path![index + 1]!)])
        if (path) expect(path.at(-1)).toBe(path[0])
      }),
    )
  })
})

test('days count from the opening of a lesson that comes later in the list, and along a chain', () => {
  const openings = scheduleOf(
    [lesson(one, afterOpening(two, 2)), lesson(two, afterOpening(three, 1)), lesson(three)],
    factsWith(),
    now,
  )
  expect([...openings].map(([id, { opens_at }]) => [id, opens_at])).toEqual([
    [one, at('2026-03-05T09:00:00')],
    [two, at('2026-03-03T09:00:00')],
    [three, start],
  ])
})

test('lessons that wait for each other never open', () => {
  const openings = scheduleOf([lesson(one, done(two)), lesson(two, afterOpening(one, 1))], factsWith(), now)
  expect([...openings.values()].map(({ opens_at, status }) => [opens_at, status])).toEqual([
    [null, 'closed'],
    [null, 'closed'],
  ])
})

test('an opening is of the whole flow where it follows from dates and the flow start alone', () => {
  const flow = { kind: 'days_after', from: 'flow_start', days: 1 }
  const [four, five, six, seven] = [newId('les'), newId('les'), newId('les'), newId('les')]
  const hours = { kind: 'hours_after', from: 'flow_start', hours: 5 }
  const wide = flowWide([
    lesson(one, afterOpening(two, 1)),
    lesson(two, flow, { kind: 'date', at: now }),
    lesson(three, flow, { kind: 'tag', tag_id: newId('tag') }),
    lesson(four, afterOpening(three, 1)),
    lesson(five),
    lesson(six, { kind: 'any_of', conditions: [hours, { kind: 'date', at: now }] }),
    lesson(seven, { kind: 'any_of', conditions: [hours, { kind: 'tag', tag_id: newId('tag') }] }),
  ])
  expect([...wide].sort()).toEqual([one, two, six].sort())
})

test('the next instant is the first opening or deadline after now', () => {
  const opening = (opens_at: string | null, due_at: string | null): Opening => ({
    status: 'closed',
    opens_at,
    due_at,
    ends_at: null,
    reasons: [],
  })
  const [past, soon, later] = [start, at('2026-03-11T00:00:00'), at('2026-03-12T00:00:00')]
  expect(nextInstant([opening(past, later), opening(null, soon)], now)).toBe(soon)
  expect(nextInstant([opening(later, null)], now)).toBe(later)
  expect(nextInstant([opening(past, now), opening(null, null)], now)).toBe(null)
})
