import { newId } from '@lms/contract'
import fc from 'fast-check'
import { offer, orderOf } from '../../testing/baskets.ts'
import { type Attempt, cardPartOf, claimsFor, dueBy, stateOf } from './page.rules.ts'

const now = '2026-11-21T09:30:00.000+00:00'
const inDays = (days: number) =>
  new Date(Date.parse(now) + days * 86_400_000).toISOString().replace('Z', '+00:00')
const seconds = (time: string) => Date.parse(time) / 1000
const order = (fields: object = {}) => ({ ...orderOf([offer({})]), amount: 4900, paid_amount: 0, ...fields })
const fullClaims = claimsFor(order(), {}, now)

test.each([
  ['the whole amount for a week', {}, {}, { upTo: null, expiresAt: seconds(inDays(7)) }],
  ['a part', {}, { amount: 1000 }, { upTo: 1000 }],
  ['a part of the rest', { paid_amount: 900 }, { amount: 1000 }, { upTo: 1900 }],
  ['a part that is all of it', {}, { amount: 4900 }, { upTo: null }],
  ['its own term', {}, { expires_at: inDays(366) }, { expiresAt: seconds(inDays(366)) }],
  ['the term of the order', { expires_at: inDays(2) }, {}, { expiresAt: seconds(inDays(2)) }],
  [
    'a week, when that term is over',
    { status: 'expired', expires_at: inDays(-1) },
    {},
    { expiresAt: seconds(inDays(7)) },
  ],
])('a link asks for %s', (_, fields, options, claims) =>
  expect(claimsFor(order(fields) as never, options, now)).toMatchObject(claims),
)

test.each([
  ['of a paid order', { status: 'paid', paid_amount: 4900 }, {}, 'order_already_paid'],
  ['of a canceled order', { status: 'canceled' }, {}, 'order_canceled'],
  ['for more than is due', { paid_amount: 4000 }, { amount: 901 }, 'link_part_too_large'],
  ['for a past term', {}, { expires_at: now }, 'link_term_invalid'],
  ['for more than a year', {}, { expires_at: inDays(367) }, 'link_term_invalid'],
])('a link %s is refused', (_, fields, options, reason) => {
  const act = () => claimsFor(order(fields) as never, options, now)
  expect(act).toThrow(expect.objectContaining({ refusal: expect.objectContaining({ reason }) }))
})

test('the links of all parts, paid one after the other, ask for the whole amount and nothing more', () => {
  const amount = fc.integer({ min: 1, max: 1_000_000_000 })
  fc.assert(
    fc.property(amount, fc.array(amount, { maxLength: 10 }), (amount, parts) => {
      let paid_amount = 0
      for (const part of [...parts, amount]) {
        const present = order({ amount, paid_amount })
        const due = amount - paid_amount
        if (due === 0) break
        const claims = claimsFor(present as never, { amount: Math.min(part, due) }, now)
        expect(dueBy(claims, present as never, now).amount).toBe(Math.min(part, due))
        paid_amount += Math.min(part, due)
        const after = order({
          amount,
          paid_amount,
          status: paid_amount === amount ? 'paid' : 'waiting_payment',
        })
        expect(dueBy(claims, after as never, now).amount).toBe(0)
      }
      expect(paid_amount).toBe(amount)
    }),
  )
})

const attempt = (fields: Partial<Attempt>): Attempt => ({
  updated_at: now,
  status: 'failed',
  provider_id: newId('pvd'),
  failure: null,
  redirect_url: null,
  ...fields,
})
const declined = attempt({ failure: { class: 'declined', message: 'do_not_honor' } })
const pending = attempt({ status: 'pending' })
const openAttempt = attempt({ status: 'pending', redirect_url: 'https://pay.example/1' })
const late = { ...fullClaims, expiresAt: seconds(now) }

test.each([
  ['new', {}, [], fullClaims, { status: 'due', amount: 4900, problem: null, continue_url: null }],
  ['expired, which late money pays', { status: 'expired' }, [], fullClaims, { status: 'due' }],
  ['declined', {}, [declined], fullClaims, { status: 'due', problem: { reason: 'declined' } }],
  ['charged', {}, [declined, pending], fullClaims, { status: 'processing', problem: null }],
  ['charged before another attempt failed', {}, [pending, declined], fullClaims, { status: 'processing' }],
  ['charged when the link ended', {}, [pending], late, { status: 'processing' }],
  [
    'on the page of a provider',
    {},
    [openAttempt],
    fullClaims,
    { status: 'due', continue_url: 'https://pay.example/1' },
  ],
  ['left open until the link ended', {}, [openAttempt], late, { status: 'expired', continue_url: null }],
  ['paid', { status: 'paid', paid_amount: 4900 }, [], fullClaims, { status: 'paid' }],
  ['paid when the link ended', { status: 'paid', paid_amount: 4900 }, [], late, { status: 'paid' }],
  [
    'paid in part, as the link says',
    { paid_amount: 1000 },
    [],
    { ...fullClaims, upTo: 1000 },
    { status: 'paid' },
  ],
  ['paid in part, for the rest', { paid_amount: 1000 }, [], fullClaims, { status: 'due', amount: 3900 }],
  ['canceled', { status: 'canceled' }, [], fullClaims, { status: 'closed' }],
  [
    'refunded',
    { status: 'refunded', paid_amount: 4900, refunded_amount: 4900 },
    [],
    fullClaims,
    { status: 'closed' },
  ],
])('the page of an order that is %s', (_, fields, attempts, claims, state) =>
  expect(stateOf(claims, order(fields) as never, attempts, now)).toMatchObject(state),
)

test('who comes back from the page on which they have saved a card waits for the answer', () => {
  const charges = [{ name: 'Course', amount: 900, at: inDays(14) }]
  const status = (attempt: Attempt, returned: boolean, at = now) =>
    cardPartOf(charges, [attempt], [{} as never], { now: at, returned })!.status
  expect(status(openAttempt, true)).toBe('processing')
  expect(status(openAttempt, false)).toBe('wanted')
  // The first card was declined, and the second one is on its way.
  expect(status(declined, true)).toBe('processing')
  expect(status(declined, true, inDays(1))).toBe('wanted')
})
