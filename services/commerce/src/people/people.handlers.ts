import { pageOfData, personDoor } from '@lms/contract'
import { missing } from '@lms/service-host'
import { house } from '../house.ts'
import { Order } from '../orders/order.contract.ts'
import { Payment } from '../payments/payment.contract.ts'

const page = 200
const accounts = 'the law asks for the books to be kept'

export const personHandlers = house.implement(personDoor, {
  held: async ({ body }, { orders, payments }) => {
    const [ordered, paid] = await Promise.all([orders.countOf(body.user_id), payments.countOf(body.user_id)])
    return {
      held: [
        {
          what: 'orders',
          count: ordered,
          on_merge: 'they become orders of the person who stays',
          needs: 'orders:write' as const,
          erased: 'comments',
          kept: 'numbers, items, sums, states, times',
          why: accounts,
        },
        {
          what: 'payments',
          count: paid,
          on_merge: 'they become payments of the person who stays',
          needs: 'orders:write' as const,
          erased: null,
          kept: 'sums, methods, times',
          why: accounts,
        },
      ],
    }
  },

  data: async ({ body: { user_id, what, after } }, { orders, payments }) => {
    const own = { sql: 't.user_id = $', values: [user_id] }
    if (what === 'orders') {
      const rows = await orders.walk(own, after, page + 1)
      return pageOfData(
        rows.map(row => Order.parse(row)),
        page,
        ({ id }) => id,
      )
    }
    if (what !== 'payments') return missing()
    const rows = await payments.walk(own, after, page + 1)
    return pageOfData(
      rows.map(row => Payment.parse(row)),
      page,
      ({ id }) => id,
    )
  },
})
