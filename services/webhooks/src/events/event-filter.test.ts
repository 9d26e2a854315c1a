import { conditionsOf, matchesAll } from './event-filter.ts'

const object = {
  id: 'ord_01h455vb4pex5vsknk084sn02q',
  status: 'paid',
  amount: 4900,
  comment: 'one, two',
  items: [
    { offer_id: 'off_01h455vb4pex5vsknk084sn02q', quantity: 1 },
    { offer_id: 'off_01h455vb4pex5vsknk084sn02r', quantity: 5 },
  ],
  paid_at: '2026-11-21T09:30:00.000+00:00',
  canceled_at: null,
}
const related = { user_id: 'usr_01h455vb4pex5vsknk084sn02q' }
const emitted = (type: string, more: object = {}) => ({
  type,
  payload: JSON.stringify({ id: 'evt_1', type, data: { object: { ...object, ...more } }, related }),
})
const isMatch = (filter: Record<string, string>, event = emitted('order.paid')) =>
  matchesAll(conditionsOf(filter), event)

test.each<[Record<string, string>, boolean]>([
  [{}, true],
  [{ status: 'paid' }, true],
  [{ status: 'canceled,paid' }, true],
  [{ status: 'canceled' }, false],
  [{ status: 'Paid' }, false],
  [{ status: 'paid', amount: '4900' }, true],
  [{ status: 'paid', amount: '4901' }, false],
  [{ amount: '04900' }, true],
  [{ 'amount[gte]': '4900' }, true],
  [{ 'amount[gt]': '4900' }, false],
  [{ 'amount[gt]': '999' }, true],
  [{ 'amount[lte]': '4900' }, true],
  [{ 'amount[lt]': '4900' }, false],
  [{ 'amount[lt]': '10000' }, true],
  [{ 'amount[gt]': '1000', 'amount[lt]': '5000' }, true],
  [{ comment: '"one, two"' }, true],
  [{ comment: 'one, two' }, false],
  [{ paid_at: '2026-11-21T10:30:00+01:00' }, true],
  [{ 'paid_at[gt]': '2026-11-21T10:29:59+01:00' }, true],
  [{ 'paid_at[lt]': '2026-11-21T10:30:00+01:00' }, false],
  [{ 'items.quantity': '5' }, true],
  [{ 'items.quantity': '2,3' }, false],
  [{ 'items.quantity[gt]': '4' }, true],
  [{ 'items.quantity[lt]': '2' }, true],
  [{ 'items.quantity[gt]': '5' }, false],
  [{ 'items.offer_id': 'off_01h455vb4pex5vsknk084sn02r' }, true],
  [{ 'related.user_id': related.user_id }, true],
  [{ 'related.user_id': 'usr_01h455vb4pex5vsknk084sn02r' }, false],
  [{ 'related.cause_id': 'evt_1' }, false],
])('an event with the conditions %j: %s', (filter, expected) => {
  expect(isMatch(filter)).toBe(expected)
})

test.each([
  ['that is null', { canceled_at: '2026-11-21T09:30:00.000+00:00' }],
  ['that is null, by a bound', { 'canceled_at[lt]': '2100-01-01T00:00:00Z' }],
  ['that its type does not declare', { email: 'ann@school.example' }],
  ['that is an object', { items: 'x' }],
  ['of every object', { constructor: 'x' }],
  ['that is a link of other types', { 'related.group_id': 'x' }],
])('a field %s matches nothing', (_, filter) => {
  expect(isMatch(filter as Record<string, string>)).toBe(false)
})

test.each([null, undefined, 'x', 5, [], [null], ['x']])('items that are %j have no quantity', items => {
  expect(isMatch({ 'items.quantity': '5' }, emitted('order.paid', { items }))).toBe(false)
})

test('nothing is not the text of it', () => {
  expect(isMatch({ comment: 'null,undefined' }, emitted('order.paid', { comment: null }))).toBe(false)
})

test('of several values the most and the least count, in whatever order they stand', () => {
  for (const order of [
    [1, 3, 5],
    [5, 3, 1],
    [3, 5, 1],
    [3, 1, 5],
  ]) {
    const event = emitted('order.paid', { items: order.map(quantity => ({ quantity })) })
    const matches = (['gt', 'gte', 'lt', 'lte'] as const).map(bound =>
      ['0', '1', '5', '6'].map(value => isMatch({ [`items.quantity[${bound}]`]: value }, event)),
    )
    expect(matches).toEqual([
      [true, true, false, false],
      [true, true, true, false],
      [false, false, true, true],
      [false, true, true, true],
    ])
  }
})

test('e-mails are the same in any case', () => {
  const person = emitted('user.updated', { email: 'Ann@School.example' })
  expect(isMatch({ email: 'ann@SCHOOL.example' }, person)).toBe(true)
  expect(isMatch({ email: 'anna@school.example' }, person)).toBe(false)
})

test('a type that only a newer service declares meets no condition, and none fails by it', () => {
  const event = emitted('order.invented')
  const filters: Record<string, string>[] = [{ status: 'paid' }, { 'related.user_id': related.user_id }]
  for (const filter of filters) expect(isMatch(filter, event)).toBe(false)
  expect(isMatch({}, event)).toBe(true)
})

test('the values of a free field are compared as texts', () => {
  const person = emitted('user.updated', {
    custom_fields: { source: 'fair', tags: ['a', 'b'], sum: 5, vip: true },
  })
  expect(isMatch({ 'custom_fields.source': 'fair' }, person)).toBe(true)
  expect(isMatch({ 'custom_fields.tags': 'b' }, person)).toBe(true)
  expect(isMatch({ 'custom_fields.sum': '5', 'custom_fields.vip': 'true' }, person)).toBe(true)
  expect(isMatch({ 'custom_fields.other': 'fair' }, person)).toBe(false)
})

test('several filters may share an event, and several events a filter', () => {
  const conditions = conditionsOf({ status: 'paid', 'amount[gte]': '100' })
  const [one, other, third] = [
    emitted('order.paid'),
    emitted('order.paid', { amount: 99 }),
    emitted('user.created'),
  ]
  expect([one, other, third, one].map(event => matchesAll(conditions, event!))).toEqual([
    true,
    false,
    false,
    true,
  ])
  expect(isMatch({ status: 'paid' }, one!)).toBe(true)
  expect(isMatch({ status: 'waiting_payment' }, one!)).toBe(false)
})
