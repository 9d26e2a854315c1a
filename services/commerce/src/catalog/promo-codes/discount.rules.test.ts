import { newId } from '@lms/contract'
import { entryReasons } from '../../sales/pricing/entry-refusals.ts'
import { discountOf, type Entry, type Goods, whyNot } from './discount.rules.ts'
import type { PromoCode } from './promo-code.contract.ts'

const now = '2026-11-21T09:30:00.000+00:00'
const [course, book] = [newId('off'), newId('off')]
const spring = (fields: Partial<PromoCode> = {}): PromoCode => ({
  id: newId('prm'),
  code: 'SPRING',
  description: '',
  kind: 'percent',
  percent: 20,
  amount_off: null,
  currency: null,
  minimum_amount: null,
  gift_offer_id: null,
  offer_ids: [],
  group_ids: [],
  first_order_only: false,
  max_uses: null,
  max_uses_per_person: null,
  starts_at: null,
  expires_at: null,
  active: true,
  uses_count: 0,
  batch_id: null,
  version: 1,
  created_at: now,
  updated_at: now,
  ...fields,
})
const line = (offer_id: string, amount: number, gift = false) => ({ offer_id, amount, gift })
const goods: Goods = { currency: 'EUR', lines: [line(course, 4900), line(book, 1000)] }
const newcomer = { uses: 0, hasPaid: false, groups: [] }

const reasonOf = (entry: Entry, basket = goods, at = now) => whyNot(entry, basket, at)?.reason ?? null
const withCode = (fields: Partial<PromoCode>, usage: Entry['usage'] = newcomer) =>
  reasonOf({ code: spring(fields), usage })

const groups = [newId('grp')]
test.each<[string, string | null, Partial<PromoCode>, Entry['usage']?]>([
  ['without limits', null, {}],
  ['that is inactive', 'promo_code_inactive', { active: false }],
  ['that begins later', 'promo_code_early', { starts_at: '2026-11-21T09:30:00.001+00:00' }],
  ['that begins now', null, { starts_at: now }],
  ['that ends now', 'promo_code_expired', { expires_at: now }],
  ['that ends later', null, { expires_at: '2026-11-21T09:30:00.001+00:00' }],
  ['for another currency', 'promo_code_other_currency', { currency: 'USD' }],
  ['for this currency', null, { currency: 'EUR' }],
  ['for other offers', 'promo_code_other_offers', { offer_ids: [newId('off')] }],
  ['for one of the offers', null, { offer_ids: [book, newId('off')] }],
  ['with a minimum that all items reach', null, { currency: 'EUR', minimum_amount: 5900 }],
  ['with a higher minimum', 'promo_code_below_minimum', { currency: 'EUR', minimum_amount: 5901 }],
  [
    'with a minimum that its offers do not reach',
    'promo_code_below_minimum',
    { currency: 'EUR', minimum_amount: 1001, offer_ids: [book] },
  ],
  ['with one use left', null, { max_uses: 2, uses_count: 1 }],
  ['that is used up', 'promo_code_used_up', { max_uses: 2, uses_count: 2 }],
  ['used beyond its maximum', 'promo_code_used_up', { max_uses: 2, uses_count: 3 }],
  ['for members', 'promo_code_other_people', { group_ids: groups }],
  ['for members, for one of them', null, { group_ids: groups }, { ...newcomer, groups }],
  ['for first orders', null, { first_order_only: true }],
  [
    'for first orders, after a paid one',
    'promo_code_first_order_only',
    { first_order_only: true },
    { ...newcomer, hasPaid: true },
  ],
  [
    'for first orders, in another order',
    'promo_code_first_order_only',
    { first_order_only: true },
    { ...newcomer, uses: 1 },
  ],
  ['twice a person, once used', null, { max_uses_per_person: 2 }, { ...newcomer, uses: 1 }],
  [
    'twice a person, twice used',
    'promo_code_used_by_person',
    { max_uses_per_person: 2 },
    { ...newcomer, uses: 2 },
  ],
  [
    'for first orders of members, for an unknown person',
    null,
    { first_order_only: true, group_ids: groups, max_uses_per_person: 1 },
    null,
  ],
])('a code %s: %s', (_, reason, fields, usage = newcomer) => {
  expect(withCode(fields, usage)).toBe(reason)
})

test('an unknown code gives nothing', () => {
  expect(reasonOf({ code: null, usage: null })).toBe('promo_code_unknown')
})

test('a gift in the basket is no reason for a code', () => {
  const code = spring({ offer_ids: [book] })
  const basket = { ...goods, lines: [line(course, 4900), line(book, 0, true)] }
  expect(reasonOf({ code, usage: newcomer }, basket)).toBe('promo_code_other_offers')
})

test('of several reasons, the first in the declared order is given', () => {
  const all: Partial<PromoCode>[] = [
    { active: false },
    { starts_at: '2027-01-01T00:00:00.000+00:00' },
    { expires_at: now },
    { currency: 'USD' },
    { offer_ids: [newId('off')] },
    { max_uses: 1, uses_count: 1 },
    { group_ids: groups },
    { first_order_only: true },
    { max_uses_per_person: 1 },
  ]
  const usage = { uses: 1, hasPaid: true, groups: [] }
  const reasons = all.map((_, index) => withCode(Object.assign({}, ...all.slice(index)), usage))
  const positions = reasons.map(reason => entryReasons.indexOf(reason as never))
  expect(positions).toEqual([...positions].sort((one, other) => one - other))
  expect(new Set(reasons).size).toBe(all.length)
})

test('the discount is what the code gives at this time', () => {
  const code = spring({ offer_ids: [course] })
  expect(discountOf({ code, usage: newcomer }, goods, now)).toEqual({
    kind: 'promo_code',
    promo_code_id: code.id,
    code: 'SPRING',
    offer_ids: [course],
    percent: 20,
    amount_off: null,
    reason: '',
  })
  const off = { ...code, active: false }
  expect(() => discountOf({ code: off, usage: newcomer }, goods, now)).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ reason: 'promo_code_inactive' }) }),
  )
})
