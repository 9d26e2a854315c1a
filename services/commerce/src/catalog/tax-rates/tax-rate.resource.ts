import { builder } from '../../builder.ts'
import { taxRateHandlers } from './tax-rate.handlers.ts'

export const taxRateResource = builder.resource({
  handlers: [taxRateHandlers],
})
