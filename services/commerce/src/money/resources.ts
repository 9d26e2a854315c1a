import { callbackResource } from './callbacks/callback.resource.ts'
import { cardSetupResource } from './card-setups/card-setup.resource.ts'
import { chargeResource } from './charges/charge.resource.ts'
import { mailLinksResource } from './mail-links/mail-links.resource.ts'
import { paymentMethodResource } from './payment-methods/payment-method.resource.ts'
import { paymentPageResource } from './payment-pages/payment-page.resource.ts'
import { paymentResource } from './payments/payment.resource.ts'
import { providerResource } from './providers/provider.resource.ts'
import { receiptResource } from './receipts/receipt.resource.ts'
import { refundResource } from './refunds/refund.resource.ts'

export const moneyResources = [
  receiptResource,
  paymentResource,
  refundResource,
  providerResource,
  callbackResource,
  paymentPageResource,
  mailLinksResource,
  chargeResource,
  cardSetupResource,
  paymentMethodResource,
]
