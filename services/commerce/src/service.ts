// Offers, orders and payments.
import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { builder, type Stores } from './builder.ts'
import { buyingHandlers } from './buying/buying.handlers.ts'
import { callbackHandlers } from './callbacks/callback.handlers.ts'
import { providerTasks } from './charges/tasks.ts'
import { checkoutsOfPerson } from './checkouts/checkout.data.ts'
import { checkoutHandlers } from './checkouts/checkout.handlers.ts'
import { followCheckoutTask } from './checkouts/follow.run.ts'
import { unownedCheckoutHandlers } from './checkouts/unowned.handlers.ts'
import { consequences } from './consequences/all.ts'
import { followMoneyBy } from './consequences/run.ts'
import { commerceContract } from './contract.ts'
import { giftsOfPerson, redeemedGiftsOfPerson } from './gifts/gift.data.ts'
import { giftHandlers } from './gifts/gift.handlers.ts'
import { endRedemptionTask } from './gifts/redemption.run.ts'
import { offerFactsHandlers } from './offers/facts.handlers.ts'
import { offerHandlers, offerItemHandlers } from './offers/offer.handlers.ts'
import { priceHandlers } from './offers/price.handlers.ts'
import { orderDiscountHandlers } from './orders/discount.handlers.ts'
import { endTestSalesTask } from './orders/end-test-sales.run.ts'
import { expireOrderTask } from './orders/expiry.run.ts'
import { orderInstalmentHandlers } from './orders/instalment.handlers.ts'
import { offerOrdersHandlers } from './orders/offer-orders.handlers.ts'
import { OrderNumberEntity, OrderOfferEntity } from './orders/order.entity.ts'
import { orderHandlers, orderItemHandlers } from './orders/order.handlers.ts'
import { spendingHandlers } from './orders/spending.handlers.ts'
import { partnerAccrualHandlers } from './partner-accruals/accrual.handlers.ts'
import { partnerPayoutHandlers } from './partner-payouts/payout.handlers.ts'
import { partnersOfPerson } from './partners/partner.data.ts'
import { partnerHandlers } from './partners/partner.handlers.ts'
import { paymentMethodsOfPerson } from './payment-methods/payment-method.data.ts'
import { paymentLinkHandlers, paymentPageHandlers } from './payment-pages/page.handlers.ts'
import { paymentHandlers } from './payments/payment.handlers.ts'
import { ordersOfPerson, paymentsOfPerson, receiptsOfPerson, refundsOfPerson } from './people/people.data.ts'
import { promoCodeCheckHandlers } from './promo-codes/check.handlers.ts'
import { generatePromoCodesTask } from './promo-codes/generate.task.ts'
import { promoCodeHandlers } from './promo-codes/promo-code.handlers.ts'
import { PromoCodeBatchEntity, PromoCodeUseEntity } from './promo-codes/promo-code.store.ts'
import { providerHandlers } from './providers/provider.handlers.ts'
import { stripeSetting } from './providers/stripe/stripe.ts'
import { issueReceiptCall } from './receipts/issue.run.ts'
import { fileOfReceipt, receiptHandlers } from './receipts/receipt.handlers.ts'
import { ReceiptNumberEntity } from './receipts/receipt.store.ts'
import { paymentRefundHandlers, refundHandlers } from './refunds/refund.handlers.ts'
import { subscriptionsOfPerson } from './subscriptions/subscription.data.ts'
import { SubscriptionPeriodEntity } from './subscriptions/subscription.entity.ts'
import { followSubscriptions } from './subscriptions/subscription.follow.ts'
import { subscriptionHandlers } from './subscriptions/subscription.handlers.ts'
import { advanceSubscriptions } from './subscriptions/subscription.run.ts'
import { taxRateHandlers } from './tax-rates/tax-rate.handlers.ts'

const itemsNaming = (id: string, { offerItems }: Stores) => offerItems.naming(id)
/** Items that sell a group, and promo codes for its members. */
const naming = async (id: string, stores: Stores) =>
  (await Promise.all([itemsNaming(id, stores), stores.promoCodes.naming(id)])).flat()

followMoneyBy(consequences)

export const commerceService = builder.build({
  contract: commerceContract,
  entities: [
    OrderOfferEntity,
    OrderNumberEntity,
    PromoCodeBatchEntity,
    PromoCodeUseEntity,
    ReceiptNumberEntity,
    SubscriptionPeriodEntity,
  ],
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
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
    spendingHandlers,
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
  tasks: [
    endRedemptionTask,
    endTestSalesTask,
    expireOrderTask,
    followCheckoutTask,
    generatePromoCodesTask,
    issueReceiptCall,
    ...providerTasks,
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
    checkoutsOfPerson,
    giftsOfPerson,
    redeemedGiftsOfPerson,
    subscriptionsOfPerson,
  ],
  settings: [stripeSetting, siteUrlSetting],
  used: {
    gifts_full: ({ gifts }, most) => gifts.standing(most),
    payment_providers_full: ({ providers }, most) => providers.standing(most),
  },
  files: { rcp: fileOfReceipt },
  objects: {
    off: (ids, { offers }) => offers.many(ids),
    ord: (ids, { orders }) => orders.many(ids),
    prc: (ids, { prices }) => prices.many(ids),
  },
  naming: { crs: itemsNaming, fil: (id, { offers }) => offers.showing(id), grp: naming, wbn: itemsNaming },
})
