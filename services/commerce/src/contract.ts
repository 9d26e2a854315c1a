// The public declaration of this service.
import { contract } from '@lms/contract'
import { buying } from './buying/buying.contract.ts'
import { paymentCallbacks } from './callbacks/callback.contract.ts'
import { paymentDisputed } from './charges/charge.contract.ts'
import { checkoutAbandoned, checkouts } from './checkouts/checkout.contract.ts'
import { unownedCheckouts } from './checkouts/unowned.contract.ts'
import { gifts } from './gifts/gift.contract.ts'
import { offerFacts } from './offers/facts.contract.ts'
import { offerItems, offers } from './offers/offer.contract.ts'
import { prices } from './offers/price.contract.ts'
import { orderDiscounts } from './orders/discount.contract.ts'
import { orderInstalments } from './orders/instalment.contract.ts'
import { offerOrders } from './orders/offer-orders.contract.ts'
import { orders } from './orders/order.contract.ts'
import {
  orderCanceled,
  orderCreated,
  orderExpired,
  orderPaid,
  orderPartPaid,
  orderRefunded,
  orderUpdated,
} from './orders/order.events.ts'
import { orderItems } from './orders/order-item.contract.ts'
import { spending } from './orders/spending.contract.ts'
import { partnerAccruals } from './partner-accruals/accrual.contract.ts'
import { partnerPayouts } from './partner-payouts/payout.contract.ts'
import { partners } from './partners/partner.contract.ts'
import { paymentLinks, paymentPages } from './payment-pages/page.contract.ts'
import { paymentFailed, paymentRefunded, paymentSucceeded } from './payments/payment.contract.ts'
import { payments } from './payments/payment.operations.ts'
import { promoCodeChecks } from './promo-codes/check.contract.ts'
import { promoCodes } from './promo-codes/promo-code.contract.ts'
import { paymentProviders } from './providers/provider.contract.ts'
import { receiptFailed, receiptIssued, receipts } from './receipts/receipt.contract.ts'
import { paymentRefunds, refunds } from './refunds/refund.contract.ts'
import { CommerceSettings } from './settings/commerce-settings.ts'
import {
  subscriptionCanceled,
  subscriptionPastDue,
  subscriptionRenewed,
  subscriptionStarted,
} from './subscriptions/subscription.contract.ts'
import { subscriptions } from './subscriptions/subscription.operations.ts'
import { taxRates } from './tax-rates/tax-rate.contract.ts'

export { type BuyingPage, buying } from './buying/buying.contract.ts'
export { paymentCallbacks } from './callbacks/callback.contract.ts'
export { Checkout, checkoutAbandoned } from './checkouts/checkout.contract.ts'
export { unownedCheckouts } from './checkouts/unowned.contract.ts'
export { mostFacts, OfferFacts, offerFacts } from './offers/facts.contract.ts'
export { Content } from './offers/offer.contract.ts'
export { offerOrders } from './orders/offer-orders.contract.ts'
export {
  orderCanceled,
  orderCreated,
  orderPaid,
  orderRefunded,
  orderUpdated,
} from './orders/order.events.ts'
export { Order } from './orders/order.object.ts'
export { spending } from './orders/spending.contract.ts'
export { type PaymentPage, paymentPages, type Way } from './payment-pages/page.contract.ts'
export { Payment, paymentSucceeded } from './payments/payment.contract.ts'
export { Refund } from './refunds/refund.contract.ts'
export { CommerceSettings } from './settings/commerce-settings.ts'

export const commerceContract = contract({
  service: 'commerce',
  area: 'Commerce',
  resources: {
    checkouts,
    gifts,
    offers,
    offerItems,
    prices,
    orders,
    orderItems,
    orderInstalments,
    partnerAccruals,
    partnerPayouts,
    partners,
    payments,
    paymentRefunds,
    refunds,
    orderDiscounts,
    paymentLinks,
    paymentProviders,
    receipts,
    promoCodes,
    promoCodeChecks,
    taxRates,
    subscriptions,
  },
  internal: { buying, offerFacts, offerOrders, spending, paymentCallbacks, paymentPages, unownedCheckouts },
  events: [
    orderCreated,
    orderUpdated,
    orderPartPaid,
    orderPaid,
    orderCanceled,
    orderExpired,
    orderRefunded,
    checkoutAbandoned,
    paymentSucceeded,
    paymentFailed,
    paymentRefunded,
    paymentDisputed,
    receiptIssued,
    receiptFailed,
    subscriptionStarted,
    subscriptionRenewed,
    subscriptionPastDue,
    subscriptionCanceled,
  ],
  settings: CommerceSettings,
})
