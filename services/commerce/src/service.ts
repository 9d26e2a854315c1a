// Offers, orders and payments.

import { createdInDay, migrationsIn, siteUrlSetting } from '@lms/service-host'
import { partnerAccrualHandlers } from './affiliates/accruals/accrual.handlers.ts'
import { partnerEarnings } from './affiliates/accruals/accrual-consequence.ts'
import { partnersOfPerson } from './affiliates/partners/partner.data.ts'
import { partnerHandlers } from './affiliates/partners/partner.handlers.ts'
import { partnerPayoutHandlers } from './affiliates/payouts/payout.handlers.ts'
import { builder, type Stores } from './builder.ts'
import { offerFactsHandlers } from './catalog/offer-facts/facts.handlers.ts'
import { offerHandlers, offerItemHandlers } from './catalog/offers/offer.handlers.ts'
import { priceHandlers } from './catalog/offers/price.handlers.ts'
import { promoCodeCheckHandlers } from './catalog/promo-codes/check.handlers.ts'
import { generatePromoCodesTask } from './catalog/promo-codes/generate.task.ts'
import { promoCodeHandlers } from './catalog/promo-codes/promo-code.handlers.ts'
import {
  generatedCodes,
  PromoCodeBatchEntity,
  PromoCodeUseEntity,
} from './catalog/promo-codes/promo-code.store.ts'
import { promoCodeUses } from './catalog/promo-codes/promo-code-consequence.ts'
import { taxRateHandlers } from './catalog/tax-rates/tax-rate.handlers.ts'
import { commerceContract } from './contract.ts'
import { endTestSalesTask } from './going-live/end-test-sales.run.ts'
import { callbackHandlers, sendOwnCallbackTask, takeNoticeTask } from './money/callbacks/callback.handlers.ts'
import { cardSetupsOfPerson } from './money/card-setups/card-setup.data.ts'
import { forgetCardSetupTask, lookUpCardCall, setUpCall } from './money/card-setups/set-up.run.ts'
import { chargeCall } from './money/charges/charge.run.ts'
import { closePageCall } from './money/charges/close-page.run.ts'
import { openPages } from './money/charges/close-pages.ts'
import { disputeOfChargeTask } from './money/charges/dispute.ts'
import { lookUpCall } from './money/charges/look-up.run.ts'
import { refundOfChargeTask } from './money/charges/provider-refunds.ts'
import { consequencesOf } from './money/consequences/run.ts'
import { paymentMethodsOfPerson } from './money/payment-methods/payment-method.data.ts'
import { paymentLinkHandlers, paymentPageHandlers } from './money/payment-pages/page.handlers.ts'
import { paymentHandlers } from './money/payments/payment.handlers.ts'
import { providerHandlers } from './money/providers/provider.handlers.ts'
import { restoreProviders } from './money/providers/restore-providers.ts'
import { sealedPayments } from './money/providers/sealed-secrets.ts'
import { stripeSetting } from './money/providers/stripe/stripe.ts'
import { issueReceiptCall } from './money/receipts/issue.run.ts'
import { fileOfReceipt, receiptHandlers } from './money/receipts/receipt.handlers.ts'
import { ReceiptNumberEntity } from './money/receipts/receipt.store.ts'
import { receiptConsequence } from './money/receipts/receipt-consequence.ts'
import { lookUpRefundCall } from './money/refunds/look-up-refund.run.ts'
import { paymentRefundHandlers, refundHandlers } from './money/refunds/refund.handlers.ts'
import { refundCall } from './money/refunds/refund.run.ts'
import { ordersOfPerson, paymentsOfPerson, receiptsOfPerson, refundsOfPerson } from './people/people.data.ts'
import { remindOfPartsTask } from './reminders/parts.run.ts'
import { remindOfTrialTask } from './reminders/trial.run.ts'
import { buyingHandlers } from './sales/buying/buying.handlers.ts'
import { checkoutsOfPerson } from './sales/checkouts/checkout.data.ts'
import { checkoutHandlers } from './sales/checkouts/checkout.handlers.ts'
import { followCheckoutTask } from './sales/checkouts/follow.run.ts'
import { unownedCheckoutHandlers } from './sales/checkouts/unowned.handlers.ts'
import { giftsOfPerson, redeemedGiftsOfPerson } from './sales/gifts/gift.data.ts'
import { giftHandlers } from './sales/gifts/gift.handlers.ts'
import { giftsOfOrders } from './sales/gifts/gift-consequence.ts'
import { endRedemptionTask } from './sales/gifts/redemption.run.ts'
import { OrderNumberEntity, OrderOfferEntity } from './sales/order-model/order.entity.ts'
import { orderDiscountHandlers } from './sales/orders/discount.handlers.ts'
import { expireOrderTask } from './sales/orders/expiry.run.ts'
import { settleFreeOrderTask } from './sales/orders/free-orders.run.ts'
import { orderInstalmentHandlers } from './sales/orders/instalment.handlers.ts'
import { offerOrdersHandlers } from './sales/orders/offer-orders.handlers.ts'
import { orderHandlers, orderItemHandlers } from './sales/orders/order.handlers.ts'
import { orderSumHandlers } from './sales/orders/sums.handlers.ts'
import { subscriptionsOfPerson } from './subscriptions/subscription.data.ts'
import { SubscriptionPeriodEntity } from './subscriptions/subscription.entity.ts'
import { subscriptionHandlers } from './subscriptions/subscription.handlers.ts'
import { advanceSubscriptions } from './subscriptions/subscription.run.ts'
import { subscriptionConsequence } from './subscriptions/subscription-consequence.ts'
import { followSubscriptions } from './subscriptions/subscription-follow.ts'

const itemsNaming = (id: string, { offerItems }: Stores) => offerItems.naming(id)
/** Items that sell a group, and promo codes for its members. */
const naming = async (id: string, stores: Stores) =>
  (await Promise.all([itemsNaming(id, stores), stores.promoCodes.naming(id)])).flat()

/** What follows from money, in the order in which it happens. */
export const consequences = consequencesOf([
  promoCodeUses,
  receiptConsequence,
  openPages,
  giftsOfOrders,
  partnerEarnings,
  subscriptionConsequence,
])

export const commerceService = builder.build({
  contract: commerceContract,
  stores: { consequences },
  entities: [
    OrderOfferEntity,
    OrderNumberEntity,
    PromoCodeBatchEntity,
    PromoCodeUseEntity,
    ReceiptNumberEntity,
    SubscriptionPeriodEntity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  usage: { orders: createdInDay('commerce.orders') },
  resources: [
    buyingHandlers,
    checkoutHandlers,
    giftHandlers,
    offerHandlers,
    offerItemHandlers,
    offerFactsHandlers,
    offerOrdersHandlers,
    priceHandlers,
    orderHandlers,
    orderItemHandlers,
    orderInstalmentHandlers,
    orderSumHandlers,
    paymentHandlers,
    paymentRefundHandlers,
    refundHandlers,
    orderDiscountHandlers,
    partnerAccrualHandlers,
    partnerHandlers,
    partnerPayoutHandlers,
    promoCodeHandlers,
    providerHandlers,
    promoCodeCheckHandlers,
    callbackHandlers,
    unownedCheckoutHandlers,
    receiptHandlers,
    paymentLinkHandlers,
    paymentPageHandlers,
    taxRateHandlers,
    subscriptionHandlers,
  ],
  sealed: sealedPayments,
  tasks: [
    endRedemptionTask,
    endTestSalesTask,
    expireOrderTask,
    followCheckoutTask,
    generatePromoCodesTask,
    issueReceiptCall,
    chargeCall,
    refundCall,
    lookUpCall,
    closePageCall,
    lookUpRefundCall,
    setUpCall,
    lookUpCardCall,
    forgetCardSetupTask,
    remindOfPartsTask,
    settleFreeOrderTask,
    remindOfTrialTask,
    disputeOfChargeTask,
    refundOfChargeTask,
    takeNoticeTask,
    sendOwnCallbackTask,
    advanceSubscriptions,
    followSubscriptions,
  ],
  keepsPeople: true,
  personalData: [
    ordersOfPerson,
    paymentsOfPerson,
    receiptsOfPerson,
    refundsOfPerson,
    partnersOfPerson,
    paymentMethodsOfPerson,
    cardSetupsOfPerson,
    checkoutsOfPerson,
    giftsOfPerson,
    redeemedGiftsOfPerson,
    subscriptionsOfPerson,
  ],
  settings: [stripeSetting, siteUrlSetting],
  used: {
    generated_codes_limit_reached: ({ promoCodes }, most) => promoCodes.standing(most, generatedCodes),
    gifts_limit_reached: ({ gifts }, most) => gifts.standing(most),
    partners_limit_reached: ({ partners }, most) => partners.standing(most),
    payment_providers_limit_reached: ({ providers }, most) => providers.standing(most),
  },
  restored: restoreProviders,
  files: { rcp: fileOfReceipt },
  objects: {
    off: (ids, { offers }) => offers.many(ids),
    ord: (ids, { orders }) => orders.many(ids),
    prc: (ids, { prices }) => prices.many(ids),
  },
  naming: { crs: itemsNaming, fil: (id, { offers }) => offers.showing(id), grp: naming, wbn: itemsNaming },
})
