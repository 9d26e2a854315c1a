import { builder } from '../../builder.ts'
import { partnerAccruals } from './accrual.contract.ts'

export const partnerAccrualHandlers = builder.implement(partnerAccruals, {
  list: ({ query }, { partnerAccruals }) => partnerAccruals.page(query),
})
