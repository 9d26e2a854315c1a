// The fiscal part of the provider interface: a service that registers receipts with the tax office.
import type { CallContext } from './call-context.ts'

export interface FiscalLine {
  readonly name: string
  readonly quantity: number
  readonly amount: number
  readonly tax: { readonly basis_points: number; readonly amount: number } | null
}

export interface FiscalReceipt {
  readonly receipt_id: string
  /** The receipt's number in the school. */
  readonly number: number
  readonly kind: 'payment' | 'refund' | 'correction'
  readonly amount: number
  readonly currency: string
  readonly lines: readonly FiscalLine[]
}

export type FiscalOutcome =
  | {
      readonly status: 'issued'
      /** The number and the sign that the fiscal service gave, and its page of the receipt. */
      readonly fiscal: {
        readonly number: string
        readonly sign: string
        readonly issued_at: string
        readonly url: string | null
      }
    }
  | { readonly status: 'failed'; readonly message: string }

export interface FiscalPart {
  /** Registers a receipt; repeated under the same `key` it gives the first outcome. Throws where that is unknown. */
  readonly issue: (
    receipt: FiscalReceipt,
    context: CallContext & { readonly now: Date },
  ) => Promise<FiscalOutcome>
}
