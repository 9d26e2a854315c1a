// An order that is never paid gives the use of its promo code back; late money takes it again.
import type { Stores } from '../../builder.ts'
import type { Consequence } from '../../money/consequences/consequence.ts'

export const promoCodeUses: Consequence<Stores> = {
  closed: async ({ id, discount }, _how, _at, { promoCodes }) => {
    if (discount?.promo_code_id) promoCodes.giveBack(id)
  },
  paid: async ({ order, before }, _at, { promoCodes }) => {
    const code = order.discount?.promo_code_id
    if (code && before.status === 'expired') promoCodes.useAgain(code, order.id)
  },
}
