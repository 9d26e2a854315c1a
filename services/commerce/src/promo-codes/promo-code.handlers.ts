import { crudHandlers } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { promoCodes } from './promo-code.contract.ts'
import { checkFit, checkUnused } from './promo-code.rules.ts'

export const promoCodeHandlers = builder.implement(
  promoCodes,
  crudHandlers(promoCodes, ({ promoCodes }: Stores) => promoCodes, {
    sets: (_, { before }) => ({ uses_count: before?.uses_count ?? 0 }),
    check: async (code, { given, stores }) => {
      checkFit(code)
      await stores.promoCodes.checkOffers(given)
    },
    mayRemove: checkUnused,
  }),
)
