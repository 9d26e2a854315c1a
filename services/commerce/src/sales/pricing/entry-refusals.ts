// A promo code as people enter it, and the reasons why it gives nothing on a basket.
import { refuse, text } from '@lms/contract'

/** A promo code in a body, in any case. */
export const enteredCode = () =>
  text(40, 1)
    .overwrite(code => code.trim().toUpperCase())
    .describe('A promo code, in any case.')
    .meta({ examples: ['SPRING-20'] })

/** In the order in which they are checked. */
export const entryRefusals = refuse({
  promo_code_unknown: {
    status: 422,
    when: 'the school has no such promo code',
    message: 'This school has no such promo code. Check the spelling.',
  },
  promo_code_inactive: {
    status: 422,
    when: 'the promo code is inactive',
    message: 'This promo code is no longer valid.',
  },
  promo_code_early: {
    status: 422,
    when: 'starts_at of the promo code is in the future',
    message: 'This promo code is not valid yet. Try again from its starts_at on.',
  },
  promo_code_expired: {
    status: 422,
    when: 'expires_at of the promo code has passed',
    message: 'This promo code has ended.',
  },
  promo_code_other_currency: {
    status: 422,
    when: 'the promo code is for another currency',
    message: 'This promo code is for prices in another currency.',
  },
  promo_code_other_offers: {
    status: 422,
    when: 'the promo code applies to none of the offers',
    message: 'This promo code applies to other offers. Add one of its offers, or leave out the code.',
  },
  promo_code_below_minimum: {
    status: 422,
    when: 'the items that the promo code applies to cost less than its minimum_amount',
    message:
      'This promo code needs a larger order. Add items up to its minimum_amount, or leave out the code.',
  },
  promo_code_used_up: {
    status: 422,
    when: 'the promo code has max_uses uses',
    message: 'This promo code has been used as often as it can be.',
  },
  promo_code_other_people: {
    status: 422,
    when: 'the person is in none of the groups of the promo code',
    message: 'This promo code is for the members of certain groups.',
  },
  promo_code_first_order_only: {
    status: 422,
    when: 'the promo code is for first orders, and the person has a paid order, or another order with the code',
    message: 'This promo code is for the first order of a person only.',
  },
  promo_code_used_by_person: {
    status: 422,
    when: 'the person has used the promo code max_uses_per_person times',
    message: 'This person has used the promo code as often as one person can.',
  },
})

export type EntryReason = keyof typeof entryRefusals
export const entryReasons = Object.keys(entryRefusals) as [EntryReason, ...EntryReason[]]
