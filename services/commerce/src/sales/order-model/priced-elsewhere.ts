// An order whose amount was fixed elsewhere: of another program, or by a provider that charges by its own plan.
import { newId } from '@lms/contract'
import type { OrderItem } from '../../objects/order.object.ts'
import type { Priced } from '../pricing/pricing.ts'

type SoldElsewhere = Pick<OrderItem, 'offer_id' | 'name' | 'amount'> &
  Partial<OrderItem> & { readonly currency: string }

/** One item of this amount, in minor units. Nobody knows the taxes in it. */
export function pricedElsewhere({ currency, ...sold }: SoldElsewhere): Priced {
  const { amount } = sold
  const item: OrderItem = {
    ...{ id: newId('ori'), price_id: null, quantity: 1, unit_amount: amount, discount_amount: 0, tax: null },
    ...{ interval: null, subscription_id: null, trial_days: null, access_expires_at: null },
    ...{ gift: false, contents: [] },
    ...sold,
  }
  return {
    ...{ items: [item], amount, items_amount: amount, discount_amount: 0, currency, country: null },
    ...{ tax_added_amount: 0, tax_included_amount: 0, taxes: [], discount: null, instalments: null },
  }
}
