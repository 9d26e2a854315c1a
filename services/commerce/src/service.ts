// Offers, orders and payments.

import { migrationsIn, siteUrlSetting } from '@lms/service-host'
import { accrualResource } from './affiliates/accruals/accrual.resource.ts'
import { partnerEarnings } from './affiliates/accruals/accrual-consequence.ts'
import { partnerResource } from './affiliates/partners/partner.resource.ts'
import { payoutResource } from './affiliates/payouts/payout.resource.ts'
import { builder } from './builder.ts'
import { offerFactsResource } from './catalog/offer-facts/offer-facts.resource.ts'
import { offerResource } from './catalog/offers/offer.resource.ts'
import { promoCodeResource } from './catalog/promo-codes/promo-code.resource.ts'
import { promoCodeUses } from './catalog/promo-codes/promo-code-consequence.ts'
import { taxRateResource } from './catalog/tax-rates/tax-rate.resource.ts'
import { commerceContract } from './contract.ts'
import { goingLiveResource } from './going-live/going-live.resource.ts'
import { callbackResource } from './money/callbacks/callback.resource.ts'
import { cardSetupResource } from './money/card-setups/card-setup.resource.ts'
import { chargeResource } from './money/charges/charge.resource.ts'
import { openPages } from './money/charges/close-pages.ts'
import { consequencesOf } from './money/consequences/run.ts'
import { paymentMethodResource } from './money/payment-methods/payment-method.resource.ts'
import { paymentPageResource } from './money/payment-pages/payment-page.resource.ts'
import { paymentResource } from './money/payments/payment.resource.ts'
import { providerResource } from './money/providers/provider.resource.ts'
import { receiptResource } from './money/receipts/receipt.resource.ts'
import { receiptConsequence } from './money/receipts/receipt-consequence.ts'
import { refundResource } from './money/refunds/refund.resource.ts'
import { peopleResource } from './people/people.resource.ts'
import { reminderResource } from './reminders/reminder.resource.ts'
import { buyingResource } from './sales/buying/buying.resource.ts'
import { checkoutResource } from './sales/checkouts/checkout.resource.ts'
import { giftResource } from './sales/gifts/gift.resource.ts'
import { giftsOfOrders } from './sales/gifts/gift-consequence.ts'
import { orderModelResource } from './sales/order-model/order-model.resource.ts'
import { orderResource } from './sales/orders/order.resource.ts'
import { subscriptionResource } from './subscriptions/subscription.resource.ts'
import { subscriptionConsequence } from './subscriptions/subscription-consequence.ts'

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
  migrations: migrationsIn(new URL('../migrations/', import.meta.url)),
  keepsPeople: true,
  resources: [
    orderModelResource,
    promoCodeResource,
    receiptResource,
    subscriptionResource,
    buyingResource,
    checkoutResource,
    giftResource,
    offerResource,
    offerFactsResource,
    orderResource,
    paymentResource,
    refundResource,
    accrualResource,
    partnerResource,
    payoutResource,
    providerResource,
    callbackResource,
    paymentPageResource,
    taxRateResource,
    goingLiveResource,
    chargeResource,
    cardSetupResource,
    reminderResource,
    peopleResource,
    paymentMethodResource,
  ],
  settings: [siteUrlSetting],
})
