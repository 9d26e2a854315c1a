import { builder } from '../../builder.ts'
import { promoCodeCheckHandlers } from './check.handlers.ts'
import { generatePromoCodesTask } from './generate.task.ts'
import { promoCodeHandlers } from './promo-code.handlers.ts'
import { generatedCodes, PromoCodeBatchEntity, PromoCodeUseEntity } from './promo-code.store.ts'

export const promoCodeResource = builder.resource({
  handlers: [promoCodeHandlers, promoCodeCheckHandlers],
  entities: [PromoCodeBatchEntity, PromoCodeUseEntity],
  tasks: [generatePromoCodesTask],
  used: {
    generated_codes_limit_reached: ({ promoCodes }, most) => promoCodes.standing(most, generatedCodes),
  },
  /** Codes for the members of a group. */
  naming: { grp: (id, { promoCodes }) => promoCodes.naming(id) },
})
