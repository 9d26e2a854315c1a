import { crudHandlers, enqueue } from '@lms/service-host'
import { builder, type Stores } from '../../builder.ts'
import { generatePromoCodes } from './generate.task.ts'
import { promoCodes } from './promo-code.contract.ts'
import { checkFit, checkUnused } from './promo-code.rules.ts'

export const promoCodeHandlers = builder.implement(promoCodes, {
  ...crudHandlers(promoCodes, ({ promoCodes }: Stores) => promoCodes, {
    sets: (_, { before }) => ({ uses_count: before?.uses_count ?? 0, batch_id: before?.batch_id ?? null }),
    check: async (code, { sentFields, stores }) => {
      checkFit(code)
      await stores.promoCodes.checkOffers(sentFields)
    },
    mayRemove: checkUnused,
  }),

  generate: async ({ body, work }, { promoCodes }) => {
    const { count, prefix, length, ...common } = body
    checkFit(common)
    await promoCodes.checkOffers(common)
    await promoCodes.refuseGenerating(count)
    const id = enqueue(work, generatePromoCodes, { count, prefix, length })
    promoCodes.insertBatch(id, count, { ...common, max_uses: 1, max_uses_per_person: null, uses_count: 0 })
    return { id, status: 'queued' as const, count }
  },
})
