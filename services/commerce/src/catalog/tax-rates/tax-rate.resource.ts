import { builder } from '../../builder.ts'
import { taxRates } from './tax-rate.contract.ts'

const taxRateHandlers = builder.implement(taxRates, {
  list: ({ query }, { taxRates }) => taxRates.page(query),
  replace: async ({ body }, { taxRates }) => ({ rates: await taxRates.replace(body.rates) }),
})

export const taxRateResource = builder.resource({
  handlers: [taxRateHandlers],
})
