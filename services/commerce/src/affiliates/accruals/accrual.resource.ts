import { builder } from '../../builder.ts'
import { partnerAccrualHandlers } from './accrual.handlers.ts'

export const accrualResource = builder.resource({
  handlers: [partnerAccrualHandlers],
})
