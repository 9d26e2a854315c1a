// The stores of this service, and the builder that types its handlers and reactions.
import {
  defineService,
  PeopleDirectory,
  type StoresOf,
  schoolSettingsOf,
  settingsStoreOf,
} from '@lms/service-host'
import { AccrualStore } from './affiliates/accruals/accrual.store.ts'
import { PartnerStore } from './affiliates/partners/partner.store.ts'
import { PayoutStore } from './affiliates/payouts/payout.store.ts'
import { OfferItemStore, OfferStore } from './catalog/offers/offer.store.ts'
import { PriceStore } from './catalog/offers/price.store.ts'
import { PromoCodeStore } from './catalog/promo-codes/promo-code.store.ts'
import { TaxRateStore } from './catalog/tax-rates/tax-rate.store.ts'
import { changing } from './going-live/going-live.ts'
import { ImportedOrderStore } from './imports/imported-order.store.ts'
import { CardSetupStore } from './money/card-setups/card-setup.store.ts'
import { Consequences } from './money/consequences/run.ts'
import { PaymentMethodStore } from './money/payment-methods/payment-method.store.ts'
import { PaymentStore } from './money/payments/payment.store.ts'
import { ProviderStore } from './money/providers/provider.store.ts'
import { ReceiptStore } from './money/receipts/receipt.store.ts'
import { RefundStore } from './money/refund-model/refund.store.ts'
import { CheckoutStore } from './sales/checkouts/checkout.store.ts'
import { GiftStore } from './sales/gifts/gift.store.ts'
import { OrderStore } from './sales/order-model/order.store.ts'
import { CommerceSettings } from './settings/commerce-settings.ts'
import { learnUrlProblems } from './settings/learn-url.ts'
import { SubscriptionStore } from './subscriptions/subscription.store.ts'

export const builder = defineService({
  consequences: Consequences,
  gifts: GiftStore,
  cardSetups: CardSetupStore,
  checkouts: CheckoutStore,
  importedOrders: ImportedOrderStore,
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
  school: schoolSettingsOf('commerce'),
  settings: settingsStoreOf('commerce', CommerceSettings, { changing, asking: learnUrlProblems }),
  subscriptions: SubscriptionStore,
  taxRates: TaxRateStore,
})
export type Stores = StoresOf<typeof builder.stores>
