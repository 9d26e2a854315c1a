import { personDoor } from '@lms/contract'
import { house } from '../house.ts'

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
          erased: 'comments',
          kept: 'numbers, items, sums, states, times',
          why: accounts,
        },
        {
          what: 'payments',
          count: paid,
          on_merge: 'they become payments of the person who stays',
          erased: null,
          kept: 'sums, methods, times',
          why: accounts,
        },
      ],
    }
  },
})
