// Test values for requests about payments and refunds, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'payments.create': async school => ({ body: { order_id: (await school.make('orders.create')).id } }),
  'refunds.get': async school => ({ path: { id: (await school.make('paymentRefunds.refund')).id } }),
}
