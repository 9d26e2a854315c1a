import { builder } from '../../builder.ts'
import { partnersOfPerson } from './partner.data.ts'
import { partnerHandlers } from './partner.handlers.ts'

export const partnerResource = builder.resource({
  handlers: [partnerHandlers],
  personalData: [partnersOfPerson],
  used: { partners_limit_reached: ({ partners }, most) => partners.standing(most) },
})
