// The interface between this service and a payment provider. An adapter knows one provider's API and nothing of the
// database: it is called outside of every transaction. `testing/conformance.ts` beside it is the suite that each passes.
import type { Id } from '@lms/contract'
import type { Failure } from '../../../objects/payment.object.ts'
import type { CallContext, SecretName, Secrets } from './call-context.ts'
import type { FiscalPart } from './fiscal.ts'
import type { PlanCalls } from './plan.ts'

export const providerKinds = ['manual', 'test', 'stripe'] as const
export type ProviderKind = (typeof providerKinds)[number]

/** A person on the payment page, or a card that was saved earlier. */
export type ChargeSource =
  | {
      readonly kind: 'page'
      /** The result of the adapter's form (`form.read`); null without a form. */
      readonly choice: string | null
      /** Where a provider's own page sends the person back to. */
      readonly return_url: string | null
      /** The same of one who has paid there; null for the same place. */
      readonly done_url: string | null
      /** Whether the card is saved for later charges. */
      readonly save: boolean
    }
  | { readonly kind: 'saved'; readonly reference: string }

export interface ChargeRequest {
  readonly payment_id: Id<'pay'>
  /** In the minor unit of the currency; above 0. */
  readonly amount: number
  readonly currency: string
  /** What the person reads on the provider's page and on the statement: `Order 12`. */
  readonly description: string
  readonly source: ChargeSource
}

/** A card or account that can be charged again without the person. */
export interface SavedMethod {
  /** The provider's reference, at most 500 characters; stored encrypted. */
  readonly reference: string
  readonly brand: string
  readonly last4: string
  /** `2030-01`, or null if it does not expire. */
  readonly expires: string | null
}

export type ChargeOutcome =
  | {
      readonly status: 'succeeded'
      readonly reference: string
      /** The provider's fee in the currency of the payment; null if unknown. */
      readonly fee_amount: number | null
      readonly saved: SavedMethod | null
    }
  | { readonly status: 'failed'; readonly reference: string | null; readonly failure: Failure }
  | {
      /** The provider reports the outcome later, by a callback, or staff record it. */
      readonly status: 'pending'
      readonly reference: string | null
      /** The provider's page, to which the person goes. */
      readonly redirect_url: string | null
    }

/** A person on the payment page who saves a card for later charges, and pays nothing now. */
export interface SetUpRequest {
  readonly setup_id: Id<'cst'>
  /** Of the charges to come. */
  readonly currency: string
  readonly description: string
  /** The result of the adapter's form; null without a form. */
  readonly choice: string | null
  readonly return_url: string
  /** Of one who has saved a card there; null for the same place. */
  readonly done_url: string | null
}

export type SetUpOutcome =
  | { readonly status: 'succeeded'; readonly reference: string; readonly saved: SavedMethod }
  | Extract<ChargeOutcome, { readonly status: 'failed' | 'pending' }>

export interface RefundRequest {
  readonly refund_id: Id<'ref'>
  readonly payment_id: Id<'pay'>
  /** The reference of the payment's charge. */
  readonly reference: string | null
  readonly amount: number
  readonly currency: string
}

export type RefundOutcome =
  | { readonly status: 'succeeded' | 'pending'; readonly reference: string | null }
  | { readonly status: 'failed'; readonly reference: string | null; readonly failure: Failure }

/** A request of the provider to `{site_url}/hooks/payments/{provider_id}`. */
export interface Callback {
  readonly secrets: Secrets
  /** The body as it was sent, byte for byte. */
  readonly body: Buffer
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>
  readonly now: Date
}

export interface ChargeNotice {
  readonly of: 'charge'
  readonly payment_id: string | null
  readonly reference: string
  readonly outcome: ChargeOutcome
}

export interface SetUpNotice {
  readonly of: 'setup'
  readonly setup_id: string | null
  readonly reference: string
  /** Null: the callback does not tell the card. It is asked for by `lookUp`. */
  readonly outcome: SetUpOutcome | null
}

/** Money that was returned in the provider's own dashboard, as a whole number of minor units above 0. */
export interface ProviderSideRefund {
  readonly payment_id: string | null
  readonly payment_reference: string
  readonly amount: number
}

/** What a callback reports. Our ids come first, the provider's reference where the callback has no id of ours. */
export type Notice =
  | ChargeNotice
  | SetUpNotice
  | {
      readonly of: 'refund'
      readonly refund_id: string | null
      readonly reference: string
      readonly outcome: RefundOutcome
      /** Of a refund that somebody has made at the provider itself; null of one that this service has begun. */
      readonly made_there: ProviderSideRefund | null
    }
  | {
      /** Something has happened to a subscription that the provider charges: it is to be read. */
      readonly of: 'plan'
      readonly reference: string
    }
  | {
      readonly of: 'dispute'
      readonly payment_id: string | null
      readonly reference: string
      /** `withdrawn`: it took no money, and has ended. */
      readonly dispute: 'open' | 'won' | 'lost' | 'withdrawn'
      /** The disputed part of the payment; null for all of it. */
      readonly amount: number | null
    }

/** Thrown by `readCallback`: the signature is missing, wrong or too old. */
export class ForgedCallback extends Error {}

/** A callback that a sandbox sends to itself after a charge or refund, so that late outcomes can be tried on a laptop. */
export interface OwnCallback {
  readonly afterSeconds: number
  readonly event: SandboxEvent
}
export const sandboxEvents = [
  'charge.succeeded',
  'charge.failed',
  'dispute.opened',
  'refund.succeeded',
  'refund.made_there',
  'setup.succeeded',
  'setup.failed',
] as const
export type SandboxEvent = (typeof sandboxEvents)[number]

/** The fields of all forms, and what can be wrong with an entry. The gateway has words for them in each language. */
export const formFields = ['test_card'] as const
export const formProblems = ['no_test_card'] as const

/** A form on the hosted page, for a provider without a page of its own. */
export interface PageForm {
  readonly fields: readonly {
    readonly name: (typeof formFields)[number]
    readonly inputmode: 'numeric' | 'text'
    readonly autocomplete: string
  }[]
  /** The choice that is stored with the payment: never a card number. */
  readonly read: (
    fields: Readonly<Record<string, string>>,
  ) => { choice: string } | { problem: (typeof formProblems)[number] }
}

/**
 * An adapter. `charge`, `setUp` and `refund` are repeated with the same `key` after a crash or without an answer; they give the
 * outcome of the first call then. They throw when the outcome is unknown (the provider is away, too busy, or answers
 * with a fault of its own) and the call is to be repeated. Everything else is an outcome, refused credentials included
 * (`unavailable`). The message of a failure is for staff: at most 500 characters, without secrets and card numbers.
 */
export interface Adapter {
  readonly kind: ProviderKind
  /** The names of the secrets that a connection needs; it takes no others. */
  readonly needs: readonly SecretName[]
  /** Secrets that are made where they are not given. */
  readonly makes?: readonly SecretName[]
  /** Why a secret cannot be one of this provider; null if it can. */
  readonly problemOf: (name: SecretName, value: string) => string | null
  /** Whether a connection with these secrets moves real money. */
  readonly modeOf: (secrets: Secrets) => 'test' | 'live'
  /** How a person pays on the hosted page. */
  readonly page: 'form' | 'redirect' | 'instructions'
  readonly form?: PageForm
  readonly charge: (request: ChargeRequest, context: CallContext) => Promise<ChargeOutcome>
  /** Saves a card, to be charged without the person, and charges nothing; absent where no card can be saved. */
  readonly setUp?: (request: SetUpRequest, context: CallContext) => Promise<SetUpOutcome>
  readonly refund: (request: RefundRequest, context: CallContext) => Promise<RefundOutcome>
  /** Checks the signature, and reads what is reported; an empty list for an event without meaning here. */
  readonly readCallback?: (callback: Callback) => Promise<readonly Notice[]>
  /** The present outcome of a charge, or of a saved card, by its reference; null for one that is not of this service. */
  readonly lookUp?: (reference: string, context: CallContext) => Promise<ChargeNotice | SetUpNotice | null>
  /**
   * Closes the provider's page on which a person may still pay, by its reference; gives the outcome of the charge, which is
   * a success if they were faster. Null for one that is not of this service. Absent where no page stays open.
   */
  readonly closePage?: (reference: string, context: CallContext) => Promise<ChargeNotice | null>
  /** The present outcome of a refund that was pending, by its reference; null where the provider knows none. */
  readonly lookUpRefund?: (reference: string, context: CallContext) => Promise<RefundOutcome | null>
  /** Subscriptions that the provider charges by its own plan. */
  readonly plans?: PlanCalls
  /** Makes receipts where the law wants them from a fiscal service. */
  readonly fiscal?: FiscalPart
  /** Of a sandbox only: the callbacks that follow a call, and their signed form. */
  readonly sandbox?: {
    readonly follows: (outcome: ChargeOutcome | RefundOutcome | SetUpOutcome) => readonly OwnCallback[]
    readonly callback: (input: {
      event: SandboxEvent
      payment_id: string | null
      reference: string
      refund_id: string | null
      setup_id?: string | null
      /** Of a refund that was made there. */
      amount?: number
      secrets: Secrets
      now: Date
    }) => { body: Buffer; headers: Record<string, string> }
  }
}
