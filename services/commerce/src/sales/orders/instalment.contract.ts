import { amount, id, LN, M, moment, oneOf, refuse, resource, stamps, text, timestamp } from '@lms/contract'
import { z } from 'zod'
import { maxInstalmentsOfOrder } from '../../objects/order.object.ts'
import { orderUpdated } from '../../objects/order-events.ts'
import { refusals as orderRefusals } from '../pricing/basket.contract.ts'

export const OrderInstalment = z.object({
  id: text(40)
    .describe("The order's id and the number of the part.")
    .meta({ examples: ['ord_01h455vb4pex5vsknk084sn02q-01'] }),
  number: z.int().min(1).describe('The place of the part in the schedule.'),
  due_at: timestamp().nullable().describe('The time until which it is to be paid; null for no term.'),
  amount: amount(),
  paid_amount: amount('What is paid of it: payments fill the parts one after the other.'),
  status: oneOf(['waiting', 'part_paid', 'paid', 'overdue', 'canceled']),
})
export type OrderInstalment = z.infer<typeof OrderInstalment>

export const refusals = refuse({
  instalments_invalid: {
    status: 422,
    when: 'the parts are not the amount of the order, or their times do not rise',
    message:
      "The parts must be the order's amount in all, and each must be due after the one before. See details.",
  },
})

export const orderInstalments = resource({
  list: LN('GET /v1/orders/{id}/instalments', {
    summary: 'List the parts in which an order is paid, and what is paid of each',
    permission: 'orders:read',
    returns: OrderInstalment,
    list: { filters: {}, sorts: [] },
  }),
  replace: M('PUT /v1/orders/{id}/instalments', {
    summary: 'Set the parts in which an order is paid, while nothing is paid; an empty list is one part',
    permission: 'orders:write',
    body: z.strictObject({
      instalments: z
        .array(z.strictObject({ due_at: moment(), amount: amount().min(1) }))
        .max(maxInstalmentsOfOrder)
        .describe("The parts, the order's amount in all. If the amount changes, they change in proportion."),
    }),
    example: { instalments: [] },
    returns: z.object({
      id: id('ord'),
      version: stamps.version,
      instalments: z.array(OrderInstalment).max(maxInstalmentsOfOrder),
    }),
    refuses: [
      orderRefusals.order_already_paid,
      orderRefusals.order_canceled,
      orderRefusals.order_part_paid,
      refusals.instalments_invalid,
    ],
    emits: [orderUpdated],
  }),
})
