// What follows from money, in the transaction of the money: receipts, subscriptions, partners' accruals, gifts, uses of
// promo codes. `service.ts` lists them. A consequence that does not apply to an order costs nothing: it decides by the order's row before it reads.
import type { Work } from '@lms/service-host'
import type { OrderRow } from '../../sales/order-model/order.store.ts'
import type { PaymentMethodRow } from '../payment-methods/payment-method.store.ts'
import type { PaymentRow } from '../payments/payment.store.ts'
import type { RefundConsequences } from '../refund-model/refund.contract.ts'
import type { RefundRow } from '../refund-model/refund.store.ts'

export interface Paid {
  /** After and before the payment. */
  order: OrderRow
  before: OrderRow
  payment: PaymentRow
  /** Whether the payment has completed the order. */
  whole: boolean
}

export interface Failed {
  order: OrderRow
  /** The failed attempt. */
  payment: PaymentRow
}

export interface RefundPlan {
  /** Before the refund. */
  order: OrderRow
  payment: PaymentRow
  /** The amount that is given back. */
  amount: number
  /** Whether all money of the order is given back. */
  whole: boolean
  /** The sum of other refunds of the order that are under way, and come first. */
  pending: number
}

export interface Refunded {
  /** After and before the refund. */
  order: OrderRow
  before: OrderRow
  payment: PaymentRow
  refund: RefundRow
  whole: boolean
}

/** A refund that has failed after it had succeeded: its money is there again. */
export type Reversed = Omit<Refunded, 'whole'>

/** A charge to come for which there is no saved card. */
export interface ComingCharge {
  /** What it is for. */
  name: string
  /** In the currency of the order. */
  amount: number
  at: string
}

export interface CardSaved {
  order: OrderRow
  method: PaymentMethodRow
  /** Whether it is a card of a test connection. */
  test: boolean
}

/** A gift that a paid order has brought. */
export interface BroughtGift {
  name: string
  /** The path of its page, behind the address of the school. */
  path: string
}

export interface PlanChanged {
  provider_id: string
  /** The provider's id of the subscription. */
  reference: string
}

/** `S` are the stores of the service. */
export interface Consequence<S> {
  /** Adds to an order what it starts, when its payment completes it; before `paid`. */
  completing?(order: OrderRow, paidAt: string, stores: S): Promise<OrderRow>
  /** Money was received for an order. */
  paid?(paid: Paid, ctx: Work, stores: S): Promise<void>
  /** An attempt to pay an order has failed. */
  failed?(failed: Failed, ctx: Work, stores: S): Promise<void>
  /** An unpaid order was closed. */
  closed?(order: OrderRow, how: 'canceled' | 'expired', ctx: Work, stores: S): Promise<void>
  /** How much of an order's money has paid for something else, so that no request can return it; reads only. */
  spent?(order: OrderRow, stores: S): Promise<number>
  /** What a refund would do; reads only. */
  planRefund?(plan: RefundPlan, stores: S): Promise<Partial<RefundConsequences>>
  /** The charges to come of what a paid order has started, and no saved card would pay; reads only. */
  uncarded?(order: OrderRow, ctx: Work, stores: S): Promise<ComingCharge[]>
  /** The gifts of a paid order that wait for their receivers; reads only. */
  gifts?(order: OrderRow, ctx: Pick<Work, 'runtime'>, stores: S): Promise<BroughtGift[]>
  /** A card was saved for them. */
  cardSaved?(saved: CardSaved, ctx: Work, stores: S): Promise<void>
  /** Something has happened to a subscription that a provider charges by its own plan. */
  planChanged?(changed: PlanChanged, ctx: Work, stores: S): Promise<void>
  /** Does what was planned, once the money was given back. */
  refunded?(refunded: Refunded, ctx: Work, stores: S): Promise<void>
  /** Takes back what the refund did to money; what it has ended stays ended. */
  reversed?(reversed: Reversed, ctx: Work, stores: S): Promise<void>
}
