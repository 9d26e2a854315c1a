// Why a promo code gives nothing, in words for people who buy.
import type { BuyingPage } from '@lms/commerce/contract'

export const codeProblems: Readonly<Record<NonNullable<BuyingPage['code_problem']>, string>> = {
  promo_code_unknown: 'There is no such promo code. Check the spelling.',
  promo_code_inactive: 'This promo code is no longer valid.',
  promo_code_early: 'This promo code is not valid yet.',
  promo_code_ended: 'This promo code has ended.',
  promo_code_other_currency: 'This promo code is for prices in another currency.',
  promo_code_other_offers: 'This promo code is for other offers.',
  promo_code_below_minimum: 'This promo code needs a larger order.',
  promo_code_used_up: 'This promo code has been used as often as it can be.',
  promo_code_other_people: 'This promo code is for the members of certain groups.',
  promo_code_first_order_only: 'This promo code is for a first order only.',
  promo_code_used_by_person: 'You have used this promo code as often as one person can.',
}
