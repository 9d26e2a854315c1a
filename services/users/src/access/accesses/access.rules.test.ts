import type { Content } from '@lms/commerce/contract'
import { formatTime, newId, Refused } from '@lms/contract'
import fc from 'fast-check'
import type { Access } from './access.contract.ts'
import { accessLifecycle } from './access.lifecycle.ts'
import * as rules from './access.rules.ts'
import { type AccessChanges, endOf, isOver, newAccess } from './access.rules.ts'
import { grantsOf } from './order-grants.rules.ts'

const start = Date.parse('2026-03-01T00:00:00Z')
const dayMs = 86_400_000
/** The time this many days after the start. */
const day = (days: number) => formatTime(new Date(start + Math.round(days * dayMs)))
const reasonOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    if (error instanceof Refused) return error.refusal.reason
    throw error
  }
  return null
}
const input = { user_id: newId('usr'), course_id: newId('crs'), source: 'manual' as const }
const granted = (fields: object = {}) => newAccess({ ...input, ...fields }, newId('acc'), day(0))
/** The access after a change; its moves, made one after the other, lead there. */
function changeAccess(before: Access, changes: AccessChanges, now: string): Access {
  const { access, moves } = rules.changeAccess(before, changes, now)
  const steps = moves.reduce((state, move) => accessLifecycle.next(state, move)!, before.status)
  expect(access.status).toBe(steps)
  return access
}
const freeze = (access: Access, at: number) => changeAccess(access, { status: 'frozen' }, day(at))
const unfreeze = (access: Access, at: number) => changeAccess(access, { status: 'active' }, day(at))

describe('a new access', () => {
  test('begins now and never ends by default', () => {
    expect(granted()).toMatchObject({ status: 'active', starts_at: day(0), expires_at: null })
  })
  test('lasts for the days of its term, from its start', () => {
    expect(granted({ starts_at: day(3), term_days: 30 })).toMatchObject({
      starts_at: day(3),
      expires_at: day(33),
    })
    expect(endOf(day(0), null)).toBeNull()
  })
  test('may have a term that has ended by now, if it had not at its start', () => {
    const paid = { ...input, starts_at: day(-40), term_days: 30 }
    expect(newAccess(paid, newId('acc'), day(0), day(-40))).toMatchObject({
      starts_at: day(-40),
      expires_at: day(-10),
    })
    expect(reasonOf(() => newAccess(paid, newId('acc'), day(0)))).toBe('term_past')
  })
  test.each([
    [{ expires_at: day(0) }],
    [{ expires_at: day(-1) }],
    [{ starts_at: day(5), expires_at: day(5) }],
    [{ starts_at: day(-9), expires_at: day(-2) }],
  ])('is refused if its term ends before it starts: %j', fields => {
    expect(reasonOf(() => granted(fields))).toBe('term_past')
  })
})

describe('a change of an access', () => {
  const states: Record<string, Access> = {
    active: granted({ term_days: 30 }),
    endless: granted(),
    frozen: freeze(granted({ term_days: 30 }), 1),
    expired: { ...granted({ term_days: 1 }), status: 'expired', ended_at: day(1) },
    overdue: granted({ term_days: 1 }),
    revoked: { ...granted(), status: 'revoked', ended_at: day(1) },
    group: { ...granted(), source: 'group', group_id: newId('grp') },
  }
  const cases: [string, AccessChanges, string | Partial<Access>][] = [
    ['active', {}, { status: 'active', expires_at: day(30) }],
    ['active', { status: 'active' }, { status: 'active', expires_at: day(30) }],
    ['active', { status: 'frozen' }, { status: 'frozen', frozen_at: day(2), expires_at: day(30) }],
    ['active', { extend_days: 10 }, { expires_at: day(40) }],
    ['active', { expires_at: null }, { expires_at: null }],
    ['active', { expires_at: day(5) }, { expires_at: day(5) }],
    ['active', { expires_at: day(2) }, 'term_past'],
    ['active', { starts_at: day(30) }, 'term_past'],
    ['active', { expires_at: day(9), status: 'frozen' }, { status: 'frozen', expires_at: day(9) }],
    ['endless', { extend_days: 10 }, 'access_endless'],
    ['endless', { expires_at: day(5) }, { expires_at: day(5) }],
    ['frozen', { status: 'frozen' }, { status: 'frozen', frozen_at: day(1) }],
    ['frozen', { status: 'active' }, { status: 'active', frozen_at: null, expires_at: day(31) }],
    ['frozen', { extend_days: 10 }, { status: 'frozen', expires_at: day(40) }],
    ['frozen', { expires_at: day(50) }, 'access_frozen'],
    ['frozen', { status: 'active', expires_at: day(50) }, { status: 'active', expires_at: day(50) }],
    ['expired', { status: 'active' }, 'access_expired'],
    ['expired', { status: 'frozen' }, 'access_expired'],
    ['expired', { extend_days: 10 }, { status: 'active', expires_at: day(12), ended_at: null }],
    ['expired', { expires_at: null }, { status: 'active', expires_at: null, ended_at: null }],
    ['expired', { starts_at: day(1.5) }, 'term_past'],
    ['overdue', { status: 'frozen' }, 'access_expired'],
    ['overdue', { extend_days: 10 }, { status: 'active', expires_at: day(12) }],
    ['revoked', { extend_days: 10 }, 'access_revoked'],
    ['revoked', { status: 'active' }, 'access_revoked'],
    ['group', { status: 'frozen' }, { status: 'frozen' }],
    ['group', { expires_at: day(9) }, 'access_from_group'],
    ['group', { extend_days: 9 }, 'access_from_group'],
  ]
  test.each(cases)('%s, %j on the second day', (state, changes, outcome) => {
    const change = () => changeAccess(states[state]!, changes, day(2))
    if (typeof outcome === 'string') expect(reasonOf(change)).toBe(outcome)
    else expect(change()).toMatchObject(outcome)
  })
  test('the table above has every state', () => {
    const met = new Set(Object.values(states).map(({ status }) => status))
    expect(met).toEqual(new Set(accessLifecycle.states))
  })
})

describe('the arithmetic of terms', () => {
  const pauses = fc.array(
    fc.tuple(fc.double({ min: 0.01, max: 3, noNaN: true }), fc.double({ min: 0, max: 90, noNaN: true })),
    {
      maxLength: 6,
    },
  )

  test('however often and long it is frozen, the open days together are the term', () => {
    fc.assert(
      fc.property(pauses, fc.integer({ min: 20, max: 400 }), (list, term) => {
        let access = granted({ term_days: term })
        let [now, frozen] = [0, 0]
        for (const [open, stood] of list) {
          now += open
          access = freeze(access, now)
          // A second freeze and a longer wait do not change the rest.
          access = freeze(access, now + stood / 2)
          now += stood
          frozen += stood
          access = unfreeze(access, now)
        }
        const end = Date.parse(access.expires_at!)
        expect(Math.abs(end - (start + (term + frozen) * dayMs))).toBeLessThanOrEqual(list.length * 2)
        expect(isOver(access, formatTime(new Date(end - 1)))).toBe(false)
        expect(isOver(access, formatTime(new Date(end)))).toBe(true)
      }),
    )
  })

  test('frozen before its start, it neither loses nor gains days', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 20 }), (at, later) => {
        const access = granted({ starts_at: day(10), term_days: 30 })
        const back = unfreeze(freeze(access, at), at + later)
        const startedDays = Math.max(0, at + later - 10)
        expect(back.expires_at).toBe(day(40 + startedDays))
      }),
    )
  })

  test('a term ends with the calendar at the latest', () => {
    const far = granted({ expires_at: '9990-01-01T00:00:00.000+00:00' })
    expect(changeAccess(far, { extend_days: 36_500 }, day(0)).expires_at).toBe(
      '9999-12-31T23:59:59.999+00:00',
    )
  })

  test('extensions add up in any order, frozen or not', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 8 })
    fc.assert(
      fc.property(steps, fc.boolean(), (days, cold) => {
        const access = cold ? freeze(granted({ term_days: 30 }), 0) : granted({ term_days: 30 })
        const extended = days.reduce((one, extend_days) => changeAccess(one, { extend_days }, day(0)), access)
        expect(extended.expires_at).toBe(day(30 + days.reduce((sum, each) => sum + each, 0)))
      }),
    )
  })
})

describe('the grants of an order', () => {
  const [math, chess] = [newId('crs'), newId('crs')]
  const spring = newId('grp')
  const content = (
    kind: Content['kind'],
    resource_id: Content['resource_id'],
    term_days: number | null = null,
  ) => ({
    kind,
    resource_id,
    term_days,
    name: 'x',
  })
  const item = (...contents: Content[]) => ({
    id: newId('ori'),
    offer_id: newId('off'),
    name: 'Offer',
    quantity: 3,
    unit_amount: 1,
    amount: 3,
    price_id: null,
    discount_amount: 0,
    tax: null,
    interval: null,
    subscription_id: null,
    trial_days: null,
    access_expires_at: null,
    gift: false,
    contents,
  })
  test('is each course once for each item, for the longest term, and each group once', () => {
    const one = item(content('course', math, 30), content('course', math, 90), content('group', spring))
    const other = item(content('course', math, 30), content('course', math), content('course', chess, 7))
    const third = item(content('group', spring))
    const sold = { items: [one, other, third], as_gift: false }
    const none = { access_expires_at: null, subscription_id: null }
    expect(grantsOf(sold)).toEqual({
      courses: [
        { order_item_id: one.id, course_id: math, term_days: 90, ...none },
        { order_item_id: other.id, course_id: math, term_days: null, ...none },
        { order_item_id: other.id, course_id: chess, term_days: 7, ...none },
      ],
      places: [{ group_id: spring, subscription_id: null, until: null }],
    })
    expect(grantsOf({ ...sold, as_gift: true })).toEqual({ courses: [], places: [] })
  })
  test('ends with its item, where the item has an end, in place of its term', () => {
    const access_expires_at = '2026-12-01T00:00:00.000+00:00'
    const one = { ...item(content('course', math, 30)), access_expires_at }
    expect(grantsOf({ items: [one], as_gift: false }).courses).toEqual([
      { order_item_id: one.id, course_id: math, term_days: null, access_expires_at, subscription_id: null },
    ])
  })
  test('is a place in a group for the longest time that an item gives it', () => {
    const groupItem = (access_expires_at: string | null) => ({
      ...item(content('group', spring)),
      subscription_id: access_expires_at === null ? null : newId('sbs'),
      access_expires_at,
    })
    const [short, long] = [
      groupItem('2026-12-01T00:00:00.000+00:00'),
      groupItem('2027-12-01T00:00:00.000+00:00'),
    ]
    const placesOf = (items: ReturnType<typeof groupItem>[]) => grantsOf({ items, as_gift: false }).places
    const { subscription_id, access_expires_at: until } = long
    for (const items of [
      [short, long],
      [long, short],
    ])
      expect(placesOf(items)).toEqual([{ group_id: spring, subscription_id, until }])
    expect(placesOf([short, groupItem(null), long])).toMatchObject([{ subscription_id: null, until: null }])
  })
  test.each([
    ['no course is named', content('course', null)],
    ['the course is no course', content('course', spring)],
    ['the group is no group', content('group', math)],
    ['it is a webinar', content('webinar', newId('crs'))],
    ['it is something else', content('other', math)],
  ])('is nothing if %s', (_, one) => {
    expect(grantsOf({ items: [item(one)], as_gift: false })).toEqual({ courses: [], places: [] })
  })
})
