import { builder } from '../../builder.ts'
import { partnerAccruals } from './accrual.contract.ts'

const partnerAccrualHandlers = builder.implement(partnerAccruals, {
  list: ({ query }, { partnerAccruals }) => partnerAccruals.page(query),
})

export const accrualResource = builder.resource({
  handlers: [partnerAccrualHandlers],
})
