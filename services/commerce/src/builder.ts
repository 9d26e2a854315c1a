// The stores of this service, and the builder that types its handlers and reactions.
import { defineService, PeopleDirectory, type StoresOf, settingsStoreOf } from '@lms/service-host'
import { CheckoutStore } from './checkouts/checkout.store.ts'
import { GiftStore } from './gifts/gift.store.ts'
import { OfferItemStore, OfferStore } from './offers/offer.store.ts'
import { PriceStore } from './offers/price.store.ts'
import { OrderStore } from './orders/order.store.ts'
import { AccrualStore } from './partner-accruals/accrual.store.ts'
import { PayoutStore } from './partner-payouts/payout.store.ts'
import { PartnerStore } from './partners/partner.store.ts'
import { PaymentMethodStore } from './payment-methods/payment-method.store.ts'
import { PaymentStore } from './payments/payment.store.ts'
import { PromoCodeStore } from './promo-codes/promo-code.store.ts'
import { ProviderStore } from './providers/provider.store.ts'
import { ReceiptStore } from './receipts/receipt.store.ts'
import { RefundStore } from './refunds/refund.store.ts'
import { CommerceSettings } from './settings/commerce-settings.ts'
import { changing } from './settings/going-live.ts'
import { SubscriptionStore } from './subscriptions/subscription.store.ts'
import { TaxRateStore } from './tax-rates/tax-rate.store.ts'

export const builder = defineService({
  gifts: GiftStore,
  checkouts: CheckoutStore,
  offers: OfferStore,
  offerItems: OfferItemStore,
  orders: OrderStore,
  paymentMethods: PaymentMethodStore,
  partnerAccruals: AccrualStore,
  partnerPayouts: PayoutStore,
  partners: PartnerStore,
  payments: PaymentStore,
  people: PeopleDirectory,
  prices: PriceStore,
  promoCodes: PromoCodeStore,
  providers: ProviderStore,
  receipts: ReceiptStore,
  refunds: RefundStore,
  settings: settingsStoreOf('commerce', CommerceSettings, { changing }),
  subscriptions: SubscriptionStore,
  taxRates: TaxRateStore,
})
export type Stores = StoresOf<typeof builder.stores>
