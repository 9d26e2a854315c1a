// The end of an order that a gift has paid, when the purchase of the gift is refunded: a step of its own, which locks that
// order before the gift.
import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

export const endRedemption = task('end-redemption', {
  payload: z.object({ order_id: id('ord') }),
  attempts: 20,
})
