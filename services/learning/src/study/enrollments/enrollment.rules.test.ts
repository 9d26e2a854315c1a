import fc from 'fast-check'
import { enrollmentLifecycle } from './enrollment.lifecycle.ts'
import {
  accessFrom,
  deadlineAfter,
  flowAfter,
  flowAfterTransfer,
  freezesAfter,
  nextChange,
  type Right,
  rightsEndedAt,
  runs,
  type Study,
  statusOf,
} from './enrollment.rules.ts'

const day = (number: number) => `2026-03-${String(number).padStart(2, '0')}T09:00:00.000+00:00`
const now = day(15)
const right = (fields: Partial<Right> = {}): Right => ({
  status: 'active',
  starts_at: day(1),
  expires_at: null,
  frozen_at: null,
  ended_at: null,
  ...fields,
})
const study = (fields: Partial<Study> = {}): Study => ({
  starts_at: day(1),
  completed_at: null,
  ended_at: null,
  ...fields,
})
const frozen = right({ status: 'frozen', frozen_at: day(10) })
const over = right({ expires_at: now })
const revoked = right({ status: 'revoked', ended_at: day(12) })
const ahead = right({ starts_at: day(20), expires_at: day(25) })

describe('the state of a study', () => {
  test.each<[string, Study, Right[], string]>([
    ['without a right', study(), [], 'suspended'],
    ['with a running right', study(), [right()], 'active'],
    ['with a right that begins now', study(), [right({ starts_at: now })], 'active'],
    ['with a right that ends now, unrecorded', study(), [over], 'suspended'],
    ['with a revoked right', study(), [revoked], 'suspended'],
    ['with one of several rights running', study(), [over, frozen, revoked, right()], 'active'],
    ['with the last running right frozen', study(), [over, revoked, frozen], 'frozen'],
    ['with a frozen right and one ahead', study(), [frozen, ahead], 'frozen'],
    ['with a right ahead', study(), [revoked, ahead], 'waiting'],
    ['before its own start', study({ starts_at: day(16) }), [right()], 'waiting'],
    ['completed', study({ completed_at: day(9) }), [right()], 'completed'],
    ['completed without a right', study({ completed_at: day(9) }), [over], 'suspended'],
    ['completed and frozen', study({ completed_at: day(9) }), [frozen], 'frozen'],
    ['ended, whatever rights', study({ ended_at: day(9) }), [right()], 'ended'],
  ])('%s', (_, testedStudy, rights, status) => {
    expect(statusOf(testedStudy, rights, now)).toBe(status)
  })

  const drawnDay = fc.integer({ min: 1, max: 28 }).map(day)
  const drawnRight = fc.record({
    status: fc.constantFrom('active', 'frozen', 'expired', 'revoked'),
    starts_at: drawnDay,
    expires_at: fc.option(drawnDay),
    frozen_at: fc.constant(null),
    ended_at: fc.constant(null),
  }) as fc.Arbitrary<Right>
  const drawnStudy = fc.record({
    starts_at: drawnDay,
    completed_at: fc.option(drawnDay),
    ended_at: fc.constant(null),
  })
  const drawnRights = fc.array(drawnRight, { maxLength: 5 })

  test('a study is open exactly while a right runs, and the order of rights never matters', () => {
    fc.assert(
      fc.property(drawnStudy, drawnRights, drawnDay, (testedStudy, rights, at) => {
        const status = statusOf(testedStudy, rights, at)
        if (['active', 'completed'].includes(status)) expect(rights.some(each => runs(each, at))).toBe(true)
        if (status === 'suspended') expect(accessFrom(rights, at)).toBe(null)
        expect(statusOf(testedStudy, rights.toReversed(), at)).toBe(status)
      }),
    )
  })

  test('it changes by itself at no time but the next change', () => {
    fc.assert(
      fc.property(drawnStudy, drawnRights, drawnDay, drawnDay, (testedStudy, rights, at, later) => {
        const next = nextChange(testedStudy, rights, at)
        if (later < at || (next !== null && later >= next)) return
        expect(statusOf(testedStudy, rights, later)).toBe(statusOf(testedStudy, rights, at))
      }),
    )
  })

  test('from every state the lifecycle leads to each that rights can make of it', () => {
    const states = enrollmentLifecycle.states
    for (const from of states.filter(each => each !== 'ended'))
      for (const to of states.filter(each => each !== from))
        expect([from, to, enrollmentLifecycle.toward(from, to)]).toEqual([from, to, expect.any(String)])
  })
})

test.each<[string, Right[], string | null]>([
  ['no right', [], null],
  ['a running one', [right()], null],
  ['a frozen one', [frozen, revoked], null],
  ['one ahead', [ahead, revoked], null],
  ['the last of two ends', [revoked, right({ expires_at: day(13) })], day(13)],
])('the rights ended: %s', (_, rights, at) => {
  expect(rightsEndedAt(rights, now)).toBe(at)
})

const of = (id: string, group_id: `grp_${string}` | null, status: Right['status'] = 'active') => ({
  ...{ id, group_id, status },
})

test.each([
  ['none, with a right without a flow', null, [], [of('a', null)], null],
  ['none, with a new right by a flow', null, [of('a', null)], [of('a', null), of('b', 'grp_1')], 'grp_1'],
  ['none, as staff has set it', null, [of('a', 'grp_1')], [of('a', 'grp_1')], null],
  [
    'its own, with another besides',
    'grp_1',
    [of('a', 'grp_1')],
    [of('a', 'grp_1'), of('b', 'grp_2')],
    'grp_1',
  ],
  [
    'one that was left',
    ...['grp_1', [of('a', 'grp_1')], [of('a', 'grp_1', 'revoked'), of('b', 'grp_2')], 'grp_2'],
  ],
  [
    'one that was left, with another that lasts',
    'grp_1',
    [of('a', 'grp_1'), of('b', 'grp_2')],
    [of('a', 'grp_1', 'revoked'), of('b', 'grp_2')],
    'grp_2',
  ],
  [
    'one that was left, with a right without a flow',
    ...['grp_1', [of('a', 'grp_1'), of('b', null)], [of('a', 'grp_1', 'revoked'), of('b', null)], 'grp_1'],
  ],
  ['one that staff has set', 'grp_3', [], [of('b', 'grp_2')], 'grp_3'],
  ['one that a transfer leaves', 'grp_1', [of('a', 'grp_1')], [of('a', 'grp_2')], 'grp_1'],
] as [string, `grp_${string}` | null, ReturnType<typeof of>[], ReturnType<typeof of>[], string | null][])(
  'the flow of a study after a change of its rights: %s',
  (_, group_id, before, rights, after) => {
    expect(flowAfter(group_id, before, rights)).toBe(after)
  },
)

test.each([
  ['the target', ['grp_1', 'grp_2'], [of('a', 'grp_1')], 'grp_2'],
  [
    'that of the right, once the target was left',
    ['grp_1', 'grp_3'],
    [of('b', null), of('a', 'grp_3')],
    'grp_3',
  ],
  [
    'not that of an ended right',
    ['grp_1', 'grp_3'],
    [of('a', 'grp_1', 'revoked'), of('b', 'grp_3')],
    'grp_3',
  ],
  ['not that of a right of a flow that was left', ['grp_3'], [of('a', 'grp_4')], 'grp_3'],
  ['the only one, without a right that says so', ['grp_3'], [of('a', null)], 'grp_3'],
  ['the target, where nothing says which', ['grp_1', 'grp_3'], [], 'grp_2'],
  ['the target, of who is in none', [], [of('a', 'grp_1')], 'grp_2'],
] as [string, string[], ReturnType<typeof of>[], string][])(
  'the flow of a study after a transfer: %s',
  (_, present, rights, after) => {
    expect(flowAfterTransfer('grp_2', present, rights)).toBe(after)
  },
)

test.each([
  ['no deadline', null, [{ from: day(2), to: null }], [{ from: day(2), to: day(5) }], null],
  ['a freeze that stands', day(20), [], [{ from: day(2), to: null }], day(20)],
  ['a freeze that ends', day(20), [{ from: day(2), to: null }], [{ from: day(2), to: day(5) }], day(23)],
  [
    'a freeze that began after it',
    day(1),
    [{ from: day(2), to: null }],
    [{ from: day(2), to: day(5) }],
    day(1),
  ],
  ['a freeze before', day(20), [{ from: day(2), to: day(5) }], [{ from: day(2), to: day(5) }], day(20)],
])('the deadline of a study after %s', (_, deadline, before, after, moved) => {
  expect(deadlineAfter(deadline, before, after)).toBe(moved)
})

describe('freezes', () => {
  const past = { from: day(2), to: day(4) }
  test('begin when the right was frozen, and stand until the study runs again', () => {
    const standing = freezesAfter([past], 'frozen', [over, frozen], now)
    expect(standing).toEqual([past, { from: day(10), to: null }])
    expect(freezesAfter(standing, 'frozen', [frozen], day(16))).toEqual(standing)
    expect(freezesAfter(standing, 'active', [right()], day(17))).toEqual([
      past,
      { from: day(10), to: day(17) },
    ])
    expect(freezesAfter([past], 'active', [right()], now)).toEqual([past])
  })
  test('begin when the last of several rights was frozen', () => {
    const earlier = right({ status: 'frozen', frozen_at: day(5) })
    expect(freezesAfter([], 'frozen', [frozen, earlier], now)).toEqual([{ from: day(10), to: null }])
  })
  test('never overlap', () => {
    const before = { from: day(2), to: day(12) }
    expect(freezesAfter([before], 'frozen', [frozen], now)).toEqual([before, { from: day(12), to: null }])
  })
})
