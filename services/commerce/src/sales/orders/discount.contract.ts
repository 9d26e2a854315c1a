import { A, amount, M, personal, resource, text } from '@lms/contract'
import { z } from 'zod'
import { afterSettlingEvents } from '../../objects/consequence-events.ts'
import { Order } from '../../objects/order.object.ts'
import { orderUpdated } from '../../objects/order-events.ts'
import { giftable, open, refusals } from '../pricing/basket.contract.ts'
import { enteredCode, entryRefusals } from '../pricing/entry-refusals.ts'

const off = z
  .strictObject({
    promo_code: enteredCode().optional(),
    percent: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe('The percentage deducted, in place of a fixed amount.'),
    amount_off: amount('At most the amount of the items is deducted.').min(1).optional(),
    reason: personal(text(500, 1)).optional().describe('For a percentage or an amount: why it is given.'),
  })
  .refine(
    ({ promo_code, percent, amount_off }) =>
      [promo_code, percent, amount_off].filter(each => each !== undefined).length === 1,
    'give one of promo_code, percent and amount_off',
  )
  .refine(({ promo_code, reason }) => (promo_code === undefined) === (reason !== undefined), {
    path: ['reason'],
    message: 'a percentage or an amount needs a reason, a promo code takes none',
  })

/** An order has one discount at most. */
export const orderDiscounts = resource({
  apply: A('POST /v1/orders/{id}/discount', {
    summary: 'Apply a promo code, a percentage or an amount; it replaces the current discount of the order',
    permission: 'orders:write',
    body: off,
    example: { percent: 10, reason: 'A returning customer' },
    bound: null,
    returns: Order,
    refuses: [
      ...open,
      ...Object.values(entryRefusals),
      ...giftable,
      refusals.offer_unknown,
      refusals.contents_too_many,
      refusals.amount_too_large,
    ],
    emits: [orderUpdated, ...afterSettlingEvents],
  }),
  delete: M('DELETE /v1/orders/{id}/discount', {
    summary:
      'Remove the discount of an order; a use of its promo code becomes free, and its gift item is removed',
    permission: 'orders:write',
    returns: Order,
    refuses: [...open, refusals.amount_too_large],
    emits: [orderUpdated, ...afterSettlingEvents],
  }),
})
