import fc from 'fast-check'
import { sumOf } from '../../money/amounts/money.ts'
import { now, offer, orderOf, reasonOf } from '../../testing/baskets.ts'
import { checkedInstalments, scheduleOf } from './instalment.rules.ts'

const day = (number: number) => `2026-06-${String(number).padStart(2, '0')}T00:00:00.000+00:00`
const inParts = (amounts: readonly number[], fields: object = {}) => ({
  ...orderOf([offer({ amount: sumOf(amounts) })]),
  instalments: amounts.map((amount, index) => ({ due_at: day(index + 1), amount })),
  ...fields,
})

test('payments fill the parts one after the other, and nothing of them is lost', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(parts, fc.nat(2_000_000), fc.nat(2_000_000), (amounts, paid_amount, back) => {
      const refunded_amount = Math.min(back, paid_amount)
      const order = inParts(amounts, { paid_amount, refunded_amount })
      const schedule = scheduleOf(order, now)
      const filled = schedule.map(part => part.paid_amount)
      expect(sumOf(filled)).toBe(Math.min(order.amount, paid_amount - refunded_amount))
      const open = schedule.findIndex(part => part.paid_amount < part.amount)
      if (open >= 0) expect(filled.slice(open + 1).every(paid => paid === 0)).toBe(true)
    }),
  )
})

test.each([
  ['waiting_payment', 0, 0, now, ['waiting', 'waiting']],
  ['waiting_payment', 30, 0, now, ['part_paid', 'waiting']],
  ['waiting_payment', 30, 30, now, ['waiting', 'waiting']],
  ['waiting_payment', 40, 0, day(1), ['paid', 'waiting']],
  ['waiting_payment', 30, 0, day(1), ['overdue', 'waiting']],
  ['expired', 50, 0, day(9), ['paid', 'overdue']],
  ['paid', 100, 10, day(9), ['paid', 'paid']],
  ['refunded', 100, 100, day(9), ['paid', 'paid']],
  ['canceled', 0, 0, day(9), ['canceled', 'canceled']],
  ['canceled', 40, 0, day(9), ['paid', 'canceled']],
  ['canceled', 40, 40, day(9), ['canceled', 'canceled']],
] as const)('of a %s order, %i paid and %i refunded, at %s: %j', (status, paid, refunded, at, states) => {
  const order = inParts([40, 60], { status, paid_amount: paid, refunded_amount: refunded })
  expect(scheduleOf(order, at).map(part => part.status)).toEqual(states)
})

test('a part that is due when the order is made is overdue a day later, and not at once', () => {
  const created_at = day(1)
  const order = inParts([40, 60], { created_at })
  const at = (time: string) => scheduleOf(order, time).map(part => part.status)
  expect(at(day(1))).toEqual(['waiting', 'waiting'])
  expect(at('2026-06-01T23:59:59.999+00:00')).toEqual(['waiting', 'waiting'])
  expect(at(day(2))).toEqual(['overdue', 'overdue'])
})

test.each([
  ['the sum', [40, 60], {}, null],
  ['another sum', [40, 59], {}, 'instalments_invalid'],
  ['the sum of an order that is paid', [40, 60], { status: 'paid' as const }, 'order_already_paid'],
  ['the sum of an order of which a part is paid', [40, 60], { paid_amount: 1 }, 'order_part_paid'],
  ['the sum after the part was refunded', [40, 60], { paid_amount: 1, refunded_amount: 1 }, null],
])('a schedule of %s', (_, amounts, fields, reason) => {
  const order = { ...inParts([100]), ...fields }
  const requested = inParts(amounts).instalments
  expect(reasonOf(() => expect(checkedInstalments(order, requested)).toEqual(requested))).toBe(reason)
})

test('a schedule rises, and an empty one is none', () => {
  const order = inParts([100])
  const [one, other] = inParts([40, 60]).instalments
  expect(reasonOf(() => checkedInstalments(order, [other!, one!]))).toBe('instalments_invalid')
  expect(reasonOf(() => checkedInstalments(order, [one!, { ...other!, due_at: one!.due_at }]))).toBe(
    'instalments_invalid',
  )
  expect(checkedInstalments(order, [])).toBeNull()
})
