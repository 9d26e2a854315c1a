import { byId, type Expander } from '@lms/service-host'
import type { Stores } from '../../builder.ts'
import type { Payment } from '../../objects/payment.object.ts'
import { paymentFor } from './payment.rules.ts'

/** The payments of a page, as `GET /v1/payments` shows them to the caller. */
export const paymentsExpander: Expander<Stores, Payment> = async (ids, { payments }, { caller }) =>
  byId((await payments.many(ids)).map(each => paymentFor(each, caller)))
