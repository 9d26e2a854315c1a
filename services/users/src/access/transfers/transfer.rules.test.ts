import { type Id, newId, Refused } from '@lms/contract'
import fc from 'fast-check'
import type { Group } from '../groups/group.contract.ts'
import { shiftDays, sourceOf, transferOf } from './transfer.rules.ts'

const reasonOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
  return null
}

const [math, chess] = [newId('crs'), newId('crs')]
const flow = (fields: Partial<Group> = {}) => ({
  id: newId('grp'),
  starts_at: '2026-03-01T00:00:00.000+00:00',
  curator_id: null,
  course_ids: [] as Id<'crs'>[],
  ...fields,
})

describe('the flow that a student leaves', () => {
  const target = flow({ course_ids: [math] })
  const [inMath, alsoInMath, inChess] = [
    flow({ course_ids: [math, chess] }),
    flow({ course_ids: [math] }),
    flow({ course_ids: [chess] }),
  ]
  test.each([
    ['the only one', [inChess], undefined, inChess],
    ['the only one of the same course', [inChess, inMath], undefined, inMath],
    ['the one named', [inMath, alsoInMath, inChess], inChess.id, inChess],
  ])('is %s', (_, flows, flowId, source) => {
    expect(sourceOf(flows, target, flowId)).toBe(source)
  })
  test.each([
    ['none', [], undefined, 'not_in_flow'],
    ['two of the same course', [inMath, alsoInMath], undefined, 'flow_ambiguous'],
    ['one, and another is named', [inMath], newId('grp'), 'flow_not_theirs'],
    ['the target already', [inMath, target], undefined, 'already_member'],
    ['the target already, which is named', [inMath, target], target.id, 'already_member'],
  ])('is refused if they are in %s', (_, flows, flowId, reason) => {
    expect(reasonOf(() => sourceOf(flows, target, flowId))).toBe(reason)
  })
  test('is refused if the target has no start date', () => {
    expect(reasonOf(() => sourceOf([inMath], flow({ starts_at: null })))).toBe('group_not_flow')
  })
})

describe('the shift of the schedule', () => {
  test.each([
    ['2026-03-01T00:00:00.000+00:00', '2026-03-01T00:00:00.000+00:00', 0],
    ['2026-03-01T00:00:00.000+00:00', '2026-03-15T00:00:00.000+00:00', 14],
    ['2026-03-15T00:00:00.000+00:00', '2026-03-01T00:00:00.000+00:00', -14],
    // Midnight in Berlin before and after the clocks change.
    ['2026-03-28T23:00:00.000+00:00', '2026-03-29T22:00:00.000+00:00', 1],
  ])('from %s to %s is %i days', (from, to, days) => {
    expect(shiftDays(from, to)).toBe(days)
  })
  test('there and back is zero', () => {
    const time = fc.date({
      min: new Date('2020-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(time, time, (one, other) => {
        const [from, to] = [one.toISOString(), other.toISOString()]
        expect(Math.abs(shiftDays(from, to) + shiftDays(to, from))).toBeLessThanOrEqual(1)
      }),
    )
  })
  test.each([
    ['2026-03-02T00:00:00.000+00:00', true],
    ['2026-03-01T00:00:00.000+00:00', false],
    ['2026-02-28T00:00:00.000+00:00', false],
  ])('to a start at %s may close open lessons: %j', (starts_at, closes) => {
    expect(transferOf(newId('usr'), flow(), flow({ starts_at })).lessons_may_close).toBe(closes)
  })
  test('to a flow without a course of the present one may close lessons', () => {
    const may = (course_ids: Id<'crs'>[]) =>
      transferOf(newId('usr'), flow({ course_ids: [math] }), flow({ course_ids })).lessons_may_close
    expect([may([chess]), may([chess, math])]).toEqual([true, false])
  })
})
