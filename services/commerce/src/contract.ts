// The public declaration of this service.
import { contract } from '@lms/contract'
import { checkoutAbandoned, checkouts } from './checkouts/checkout.contract.ts'
import { offerItems, offers } from './offers/offer.contract.ts'
import { prices } from './offers/price.contract.ts'
import {
  orderCanceled,
  orderCreated,
  orderItems,
  orderPaid,
  orders,
  orderUpdated,
} from './orders/order.contract.ts'
import { paymentSucceeded } from './payments/payment.contract.ts'
import { promoCodes } from './promo-codes/promo-code.contract.ts'
import { paymentProviders } from './providers/provider.contract.ts'
import { CommerceSettings } from './settings/commerce-settings.ts'
import { taxRates } from './tax-rates/tax-rate.contract.ts'

export { Checkout, checkoutAbandoned } from './checkouts/checkout.contract.ts'
export { Content } from './offers/offer.contract.ts'
export { orderCanceled, orderCreated, orderPaid, orderUpdated } from './orders/order.contract.ts'
export { Order } from './orders/order.object.ts'
export { Payment, paymentSucceeded } from './payments/payment.contract.ts'
export { CommerceSettings } from './settings/commerce-settings.ts'

export const commerceContract = contract({
  service: 'commerce',
  area: 'Commerce',
  events: [orderCreated, orderUpdated, orderPaid, orderCanceled, checkoutAbandoned, paymentSucceeded],
  resources: {
    checkouts,
    offers,
    offerItems,
    prices,
    orders,
    orderItems,
    paymentProviders,
    promoCodes,
    taxRates,
  },
  settings: CommerceSettings,
})
