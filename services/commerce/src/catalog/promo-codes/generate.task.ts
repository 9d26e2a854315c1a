import { randomCode, task } from '@lms/service-host'
import { z } from 'zod'
import { builder } from '../../builder.ts'

/** Codes of one step, and of one transaction. */
const stepSize = 2000

/** Generates the codes of a batch, whose row has their common fields. */
export const generatePromoCodes = task('generate-promo-codes', {
  payload: z.object({ count: z.int(), prefix: z.string().regex(/^[A-Z0-9_-]*$/), length: z.int() }),
  state: z.object({ left: z.int() }),
  progress: ({ left: remaining }, { count }) => ({ done: count - remaining, total: count }),
})

export const generatePromoCodesTask = builder.task(
  generatePromoCodes,
  async ({ id, payload: { count, prefix, length }, state }, { promoCodes }) => {
    const remaining = state?.left ?? count
    const texts = Array.from({ length: Math.min(remaining, stepSize) }, () => prefix + randomCode(length))
    // A code that the school already has is not made twice: the next step makes another one.
    const generatedCount = await promoCodes.generate(id, texts)
    if (generatedCount < remaining) return { state: { left: remaining - generatedCount } }
    promoCodes.endBatch(id)
  },
)
