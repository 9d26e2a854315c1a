// The page of a gift: the gateway sets it into the layout at {site_url}/gifts/{code}. Who has the code has the gift.
import { enteredFields, formVisit, fragmentWith, I, oneOf, pageVisit, resource, text } from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { afterPaymentEvents } from '../../objects/consequence-events.ts'
import { orderCreated, orderPaid } from '../../objects/order-events.ts'
import { paymentSucceeded } from '../../objects/payment.object.ts'
import { Included } from '../order-pages/included.ts'
import { ownedRefusals } from '../order-pages/owned.contract.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'
import { Gift, refusals } from './gift.contract.ts'

/** Who redeems it, as the form says. */
export const Redeemer = z.object({
  email: User.shape.email.unwrap(),
  first_name: User.shape.first_name,
  last_name: User.shape.last_name,
})

export const GiftPage = Gift.pick({
  kind: true,
  name: true,
  amount: true,
  balance: true,
  currency: true,
  test: true,
  expires_at: true,
}).extend({
  status: oneOf(['active', 'redeemed', 'canceled', 'expired']),
  code: text(40).describe('As it is read out and printed.'),
  message: text(300).describe('From the buyer; empty for none.'),
  included: Included,
})
export type GiftPage = z.infer<typeof GiftPage>

const code = text(40).describe('In any case, with or without hyphens.')

/** Why an attempt had no effect, where the page says what to do about it. */
export const explainedRedemptions: readonly string[] = [
  'invalid_body',
  ownedRefusals.already_owned.reason,
  refusals.gift_redeemed.reason,
  refusals.gift_canceled.reason,
  refusals.gift_expired.reason,
]

export const giftPages = resource({
  show: I('POST /internal/gift-pages/show', {
    summary: 'The page of a gift; 404 for a code that is none',
    callers: ['gateway'],
    permission: null,
    body: z.object({ ...pageVisit, ...formVisit, code }),
    returns: fragmentWith(GiftPage),
  }),
  redeem: I('POST /internal/gift-pages/redeem', {
    summary: 'Redeem the gift of an offer for the person of a contact',
    callers: ['gateway'],
    permission: null,
    body: z.object({ code, fields: enteredFields() }),
    returns: z.object({ payment_path: text(200).describe('The page of the order that gives it.') }),
    secretAnswer: true,
    refuses: [
      refusals.gift_expired,
      refusals.gift_redeemed,
      refusals.gift_canceled,
      refusals.gift_order_invalid,
      ownedRefusals.already_owned,
      orderRefusals.user_unknown,
    ],
    emits: [orderCreated, paymentSucceeded, orderPaid, ...afterPaymentEvents],
  }),
})
