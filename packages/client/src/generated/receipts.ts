// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, NumberFilter, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'
import type { Order } from './orders.ts'
import type { PaymentSummary } from './payments.ts'
import type { User } from './users.ts'

export interface Receipt {
  /** The id of the receipt. */
  id: string
  /** Counts the issued receipts of the school from 1, without gaps; null until the receipt is issued. Receipts of test payments have a series of their own. */
  number: number | null
  /** Whether it is of a test payment: it says so, and is no document of a sale. */
  test: boolean
  /** Whether it confirms a payment, a refund, or corrects an earlier receipt. */
  kind: 'payment' | 'refund' | 'correction'
  /** `pending` until it has its number; `failed` if the fiscal service refused it or gave no answer. */
  status: 'pending' | 'failed' | 'issued'
  /** The id of the order. */
  order_id: string
  /** The number of the order, as people read it. */
  order_number: number
  /** The id of the payment. */
  payment_id: string
  /** Of a refund; of the kind `payment`: the refund that has failed after all. */
  refund_id: string | null
  /** Of a refund or correction: the receipt of the payment that it refers to. Of the money of a refund that has failed after all: the receipt of that refund. */
  original_id: string | null
  /** The id of the user. */
  user_id: string
  /** The fiscal service that has issued it; null for none. */
  provider_id: string | null
  /** The sum of the lines. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The taxes in the amount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** What was paid for, line by line. */
  lines: ({
    /** What was paid for, as printed on the receipt. */
    name: string
    /** How many were paid for. */
    quantity: number
    /** The money for it, with its tax. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The tax in the amount; null for none. */
    tax: {
      /** The name of the tax on the receipt, such as `VAT`. */
      name: string
      /** The rate in hundredths of a percent: 1900 is 19 %. */
      basis_points: number
      /** The tax in the amount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      amount: number
    } | null
  })[]
  /** The seller of the settings when the receipt was issued; null until then. */
  seller: {
    /** The name of the seller; null if the settings named none. */
    name: string | null
    /** The postal address of the seller; null if the settings named none. */
    address: string | null
    /** The tax number of the seller; null if the settings named none. */
    tax_id: string | null
    /** The country: an ISO 3166-1 code of two letters, such as `DE`. */
    country: string | null
  } | null
  /** The company that has bought; null for a person. */
  buyer: {
    /** The name of the company. */
    name: string
    /** Its postal address; empty for none. */
    address: string
    /** Its VAT number, as it was entered and in capitals; empty for none. It changes no tax. */
    vat_id: string
  } | null
  /** Why the receipt was corrected; empty for other kinds. */
  reason: string
  /** The data that the fiscal service gave; null without one. */
  fiscal: {
    /** The number that the fiscal service gave the receipt. */
    number: string
    /** The fiscal signature, as the service gave it. */
    sign: string
    /** When it was issued. */
    issued_at: string
    /** Where the fiscal service shows the receipt; null if it does not. */
    url: string | null
  } | null
  /** The language of its PDF: that of the school when it was issued; null until then. */
  language: string | null
  /** `refused`: by the fiscal service, in its words. `unavailable`: it gave no answer. */
  failure: {
    /** Whether the service refused the receipt or gave no answer. */
    class: 'refused' | 'unavailable'
    /** What the fiscal service answered. */
    message: string
  } | null
  /** Never earlier than that of a lower number. */
  issued_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the receipt was created. */
  created_at: string
  /** When the receipt last changed. */
  updated_at: string
  /** Where to download an issued receipt as PDF, without a credential: a path at the school’s own address. */
  download_path: string | null
  /** When the link expires: after 24 hours. */
  download_expires_at: string | null
}

export interface ReceiptCreate {
  /** The receipt of a payment that is to be corrected. */
  original_id: string
  /** Why the receipt is corrected; it is printed on the correction. */
  reason: string
  /** The lines as they should be. Default: as they are. */
  lines?: ({
    /** What was paid for, as printed on the receipt. */
    name: string
    /** How many were paid for. Default: `1`. */
    quantity?: number
    /** The money for it, with its tax. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The tax in the amount; the server computes its sum. Default: `null`. */
    tax?: {
      /** The name of the tax on the receipt, such as `VAT`. */
      name: string
      /** The rate in hundredths of a percent: 1900 is 19 %. */
      basis_points: number
    } | null
  })[]
}

export interface ReceiptSummary {
  /** The id of the receipt. */
  id: string
  /** Counts the issued receipts of the school from 1, without gaps; null until the receipt is issued. Receipts of test payments have a series of their own. */
  number: number | null
  /** Whether it is of a test payment: it says so, and is no document of a sale. */
  test: boolean
  /** Whether it confirms a payment, a refund, or corrects an earlier receipt. */
  kind: 'payment' | 'refund' | 'correction'
  /** `pending` until it has its number; `failed` if the fiscal service refused it or gave no answer. */
  status: 'pending' | 'failed' | 'issued'
  /** The id of the order. */
  order_id: string
  /** The number of the order, as people read it. */
  order_number: number
  /** The id of the payment. */
  payment_id: string
  /** Of a refund; of the kind `payment`: the refund that has failed after all. */
  refund_id: string | null
  /** Of a refund or correction: the receipt of the payment that it refers to. Of the money of a refund that has failed after all: the receipt of that refund. */
  original_id: string | null
  /** The id of the user. */
  user_id: string
  /** The fiscal service that has issued it; null for none. */
  provider_id: string | null
  /** The sum of the lines. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  amount: number
  /** The taxes in the amount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
  tax_amount: number
  /** The currency: an ISO 4217 code, such as `EUR`. */
  currency: string
  /** What was paid for, line by line. */
  lines: ({
    /** What was paid for, as printed on the receipt. */
    name: string
    /** How many were paid for. */
    quantity: number
    /** The money for it, with its tax. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
    amount: number
    /** The tax in the amount; null for none. */
    tax: {
      /** The name of the tax on the receipt, such as `VAT`. */
      name: string
      /** The rate in hundredths of a percent: 1900 is 19 %. */
      basis_points: number
      /** The tax in the amount. In the minor unit of the currency: 4900 of EUR is 49.00 €. */
      amount: number
    } | null
  })[]
  /** The seller of the settings when the receipt was issued; null until then. */
  seller: {
    /** The name of the seller; null if the settings named none. */
    name: string | null
    /** The postal address of the seller; null if the settings named none. */
    address: string | null
    /** The tax number of the seller; null if the settings named none. */
    tax_id: string | null
    /** The country: an ISO 3166-1 code of two letters, such as `DE`. */
    country: string | null
  } | null
  /** The company that has bought; null for a person. */
  buyer: {
    /** The name of the company. */
    name: string
    /** Its postal address; empty for none. */
    address: string
    /** Its VAT number, as it was entered and in capitals; empty for none. It changes no tax. */
    vat_id: string
  } | null
  /** Why the receipt was corrected; empty for other kinds. */
  reason: string
  /** The data that the fiscal service gave; null without one. */
  fiscal: {
    /** The number that the fiscal service gave the receipt. */
    number: string
    /** The fiscal signature, as the service gave it. */
    sign: string
    /** When it was issued. */
    issued_at: string
    /** Where the fiscal service shows the receipt; null if it does not. */
    url: string | null
  } | null
  /** The language of its PDF: that of the school when it was issued; null until then. */
  language: string | null
  /** `refused`: by the fiscal service, in its words. `unavailable`: it gave no answer. */
  failure: {
    /** Whether the service refused the receipt or gave no answer. */
    class: 'refused' | 'unavailable'
    /** What the fiscal service answered. */
    message: string
  } | null
  /** Never earlier than that of a lower number. */
  issued_at: string | null
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the receipt was created. */
  created_at: string
  /** When the receipt last changed. */
  updated_at: string
}

export type ReceiptSort = 'created_at' | '-created_at'
export type ReceiptExpand = 'user' | 'order' | 'payment'
/** An item of the list with the relations of `expand`. */
export type ReceiptWith<E extends ReceiptExpand = never> = ReceiptSummary &
  ('user' extends E ? { user: User | null } : unknown) &
  ('order' extends E ? { order: Order | null } : unknown) &
  ('payment' extends E ? { payment: PaymentSummary | null } : unknown)
/** The query of the list of Receipt. */
export interface ReceiptListQuery<E extends ReceiptExpand = ReceiptExpand> extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<ReceiptSort>
  /** Relations to include, as far as the key may read them. */
  expand?: OneOrMany<E>
  test?: OneOrMany<boolean>
  kind?: OneOrMany<'payment' | 'refund' | 'correction'>
  status?: OneOrMany<'pending' | 'failed' | 'issued'>
  order_id?: OneOrMany<string>
  payment_id?: OneOrMany<string>
  refund_id?: OneOrMany<string>
  original_id?: OneOrMany<string>
  user_id?: OneOrMany<string>
  provider_id?: OneOrMany<string>
  issued_at?: TimeFilter
  created_at?: TimeFilter
  updated_at?: TimeFilter
  number?: NumberFilter
}

/** Why `receipts.list` can be refused. */
export type ReceiptsListReason = CommonReason
/** List receipts. GET /v1/receipts; needs receipts:read. */
export function list<const E extends ReceiptExpand = never>(client: Caller, query: ReceiptListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ReceiptWith<E>, ReceiptsListReason> {
  return client.list({ method: 'GET', path: '/v1/receipts', query }, options)
}

/** Why `receipts.create` can be refused. */
export type ReceiptsCreateReason = CommonReason | 'receipt_unknown' | 'receipt_failed' | 'correction_open' | 'lines_unbalanced'
/** Issue a correction of the receipt of a payment: with other lines, or the current seller. POST /v1/receipts; needs receipts:write. */
export function create(client: Caller, body: ReceiptCreate, options: RequestOptions = {}): ApiPromise<ReceiptSummary, ReceiptsCreateReason> {
  return client.call({ method: 'POST', path: '/v1/receipts', body }, options)
}

/** Why `receipts.get` can be refused. */
export type ReceiptsGetReason = CommonReason
/** Get a receipt with its fiscal data and a link to its PDF. GET /v1/receipts/{id}; needs receipts:read. */
export function get(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<Receipt, ReceiptsGetReason> {
  return client.call({ method: 'GET', path: `/v1/receipts/${encodeURIComponent(id)}` }, options)
}

/** Why `receipts.retry` can be refused. */
export type ReceiptsRetryReason = CommonReason | 'receipt_issued'
/** Send a failed receipt again, or a pending one now. POST /v1/receipts/{id}/retry; needs receipts:write. */
export function retry(client: Caller, id: string, options: RequestOptions = {}): ApiPromise<ReceiptSummary, ReceiptsRetryReason> {
  return client.call({ method: 'POST', path: `/v1/receipts/${encodeURIComponent(id)}/retry` }, options)
}

/** The operations of `receipts` with a client. */
export class ReceiptsApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List receipts. GET /v1/receipts; needs receipts:read. */
  list<const E extends ReceiptExpand = never>(query: ReceiptListQuery<E> = {}, options: RequestOptions = {}): ListPromise<ReceiptWith<E>, ReceiptsListReason> {
    return list(this.#client, query, options)
  }
  /** Issue a correction of the receipt of a payment: with other lines, or the current seller. POST /v1/receipts; needs receipts:write. */
  create(body: ReceiptCreate, options: RequestOptions = {}): ApiPromise<ReceiptSummary, ReceiptsCreateReason> {
    return create(this.#client, body, options)
  }
  /** Get a receipt with its fiscal data and a link to its PDF. GET /v1/receipts/{id}; needs receipts:read. */
  get(id: string, options: RequestOptions = {}): ApiPromise<Receipt, ReceiptsGetReason> {
    return get(this.#client, id, options)
  }
  /** Send a failed receipt again, or a pending one now. POST /v1/receipts/{id}/retry; needs receipts:write. */
  retry(id: string, options: RequestOptions = {}): ApiPromise<ReceiptSummary, ReceiptsRetryReason> {
    return retry(this.#client, id, options)
  }}
