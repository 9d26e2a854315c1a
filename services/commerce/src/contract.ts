// The public declaration of this service.
import { contract } from '@lms/contract'
import { partnerAccruals } from './affiliates/accruals/accrual.contract.ts'
import { partners } from './affiliates/partners/partner.contract.ts'
import { partnerPayouts } from './affiliates/payouts/payout.contract.ts'
import { offerFacts } from './catalog/offer-facts/facts.contract.ts'
import { offerItems, offers } from './catalog/offers/offer.contract.ts'
import { prices } from './catalog/offers/price.contract.ts'
import { promoCodeChecks } from './catalog/promo-codes/check.contract.ts'
import { promoCodes } from './catalog/promo-codes/promo-code.contract.ts'
import { taxRates } from './catalog/tax-rates/tax-rate.contract.ts'
import { saleImports } from './imports/sale-import.contract.ts'
import { paymentCallbacks } from './money/callbacks/callback.contract.ts'
import { mailLinks } from './money/mail-links/mail-links.contract.ts'
import { paymentLinks, paymentPages } from './money/payment-pages/page.contract.ts'
import { payments } from './money/payments/payment.contract.ts'
import { paymentProviders } from './money/providers/provider.contract.ts'
import { receipts } from './money/receipts/receipt.contract.ts'
import { paymentRefunds, refunds } from './money/refund-model/refund.contract.ts'
import { commerceNotifications } from './notifications.ts'
import { buying } from './sales/buying/buying.contract.ts'
import { checkouts } from './sales/checkouts/checkout.contract.ts'
import { unownedCheckouts } from './sales/checkouts/unowned.contract.ts'
import { gifts } from './sales/gifts/gift.contract.ts'
import { giftPages } from './sales/gifts/gift-page.contract.ts'
import { offerOrders } from './sales/order-model/offer-orders.contract.ts'
import { orders } from './sales/order-model/order.contract.ts'
import { orderItems } from './sales/order-model/order-item.contract.ts'
import { orderDiscounts } from './sales/orders/discount.contract.ts'
import { orderInstalments } from './sales/orders/instalment.contract.ts'
import { orderSums } from './sales/orders/sums.contract.ts'
import { CommerceSettings } from './settings/commerce-settings.ts'
import { subscriptions } from './subscriptions/subscription.contract.ts'

export { maxFacts, OfferFacts, offerFacts } from './catalog/offer-facts/facts.contract.ts'
export { Content } from './catalog/offers/offer.contract.ts'
export { maxSubscriptionRows, saleImports } from './imports/sale-import.contract.ts'
export { paymentCallbacks } from './money/callbacks/callback.contract.ts'
export {
  mailLinks,
  maxAsked as maxMailLinks,
  type OrderLinks,
  type ReceiptLinks,
} from './money/mail-links/mail-links.contract.ts'
export { cardField, paymentPages } from './money/payment-pages/page.contract.ts'
export { paymentRefusals } from './money/payment-pages/payment.words.ts'
export { Refund } from './money/refund-model/refund.contract.ts'
export { Order } from './objects/order.object.ts'
export {
  orderCanceled,
  orderCreated,
  orderPaid,
  orderRefunded,
  orderUpdated,
} from './objects/order-events.ts'
export { Payment, paymentMethods, paymentSucceeded } from './objects/payment.object.ts'
export type { Subscription } from './objects/subscription.object.ts'
export { buying, explainedAttempts as explainedPurchases } from './sales/buying/buying.contract.ts'
export { buyingRefusals } from './sales/buying/buying.words.ts'
export { Checkout, checkoutAbandoned } from './sales/checkouts/checkout.contract.ts'
export { unownedCheckouts } from './sales/checkouts/unowned.contract.ts'
export { explainedRedemptions, giftPages } from './sales/gifts/gift-page.contract.ts'
export { giftPageRefusals } from './sales/gifts/gift-page.words.ts'
export { offerOrders } from './sales/order-model/offer-orders.contract.ts'
export { orderSums } from './sales/orders/sums.contract.ts'
export { CommerceSettings } from './settings/commerce-settings.ts'

export const commerceContract = contract({
  service: 'commerce',
  area: 'Commerce',
  references: { owns: ['off', 'ord', 'prc'], names: ['crs', 'fil', 'grp', 'wbn'], files: ['rcp'] },
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
  internal: {
    buying,
    giftPages,
    mailLinks,
    offerFacts,
    offerOrders,
    orderSums,
    paymentCallbacks,
    paymentPages,
    saleImports,
    unownedCheckouts,
  },
  notifications: commerceNotifications,
  settings: CommerceSettings,
})
