import { builder } from '../builder.ts'
import { ordersOfPerson, paymentsOfPerson, receiptsOfPerson, refundsOfPerson } from './people.data.ts'

export const peopleResource = builder.resource({
  personalData: [ordersOfPerson, paymentsOfPerson, receiptsOfPerson, refundsOfPerson],
})
