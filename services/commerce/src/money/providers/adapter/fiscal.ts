// The fiscal part of the provider interface: a service that registers receipts with the tax office.
import type { CallContext } from './call-context.ts'

export interface FiscalLine {
  readonly name: string
  readonly quantity: number
  readonly amount: number
  readonly tax: { readonly basis_points: number; readonly amount: number } | null
}

/** Where the service sends the receipt. */
export interface FiscalContact {
  readonly email: string | null
  readonly phone: string | null
}

export interface FiscalReceipt {
  readonly receipt_id: string
  /** Of a refund or correction, or of the money of a refund that has failed after all: the receipt that it refers to. */
  readonly original_id: string | null
  readonly order_number: number
  /** Null for a person who is gone. */
  readonly contact: FiscalContact | null
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
  /**
   * Registers a receipt, which gets its number in the school afterwards; `key` is the receipt's id. Repeated under the same `key` it gives the first
   * outcome. Throws where that is unknown.
   */
  readonly issue: (
    receipt: FiscalReceipt,
    context: CallContext & { readonly now: Date },
  ) => Promise<FiscalOutcome>
}
