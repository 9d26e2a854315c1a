// Generated from the contracts by `lms generate`; do not edit.
import type { CommonReason } from './common-reasons.ts'
import type { ApiPromise, Caller, ListPromise, OneOrMany, PageQuery, RequestOptions, TimeFilter } from '../core/types.ts'

export interface TaxRate {
  /** The id of the tax rate. */
  id: string
  /** The country: an ISO 3166-1 code of two letters, such as `DE`. */
  country: string
  /** The kind of item that is taxed; any applies to kinds without a rate of their own. */
  kind: 'any' | 'course' | 'group' | 'webinar' | 'other'
  /** The name of the tax on orders and receipts, such as `VAT`. */
  name: string
  /** The rate in hundredths of a percent: 1900 is 19 %. */
  basis_points: number
  /** Whether prices include the tax, or the tax is added to them. */
  included: boolean
  /** Rises with each change; send it as `If-Match`. */
  version: number
  /** When the tax rate was created. */
  created_at: string
  /** When the tax rate last changed. */
  updated_at: string
}

export interface TaxRateReplaceRequest {
  /** All tax rates of the school; a rate that is not in the list is removed. */
  rates: ({
    /** The country: an ISO 3166-1 code of two letters, such as `DE`. */
    country: string
    /** The kind of item that is taxed; any applies to kinds without a rate of their own. Default: `"any"`. */
    kind?: 'any' | 'course' | 'group' | 'webinar' | 'other'
    /** The name of the tax on orders and receipts, such as `VAT`. */
    name: string
    /** The rate in hundredths of a percent: 1900 is 19 %. */
    basis_points: number
    /** Whether prices include the tax, or the tax is added to them. Default: `true`. */
    included?: boolean
  })[]
}

export interface TaxRateReplaceResult {
  /** All tax rates of the school after the change. */
  rates: TaxRate[]
}

export type TaxRateSort = 'country' | '-country' | 'created_at' | '-created_at'
/** The query of the list of TaxRate. */
export interface TaxRateListQuery extends PageQuery {
  /** Order of the items; a minus means descending. */
  sort?: OneOrMany<TaxRateSort>
  kind?: OneOrMany<'any' | 'course' | 'group' | 'webinar' | 'other'>
  included?: OneOrMany<boolean>
  created_at?: TimeFilter
  updated_at?: TimeFilter
  country?: OneOrMany<string>
}

/** Why `taxRates.list` can be refused. */
export type TaxRatesListReason = CommonReason
/** List the tax rates by country and kind of item. GET /v1/tax-rates; needs tax-rates:read. */
export function list(client: Caller, query: TaxRateListQuery = {}, options: RequestOptions = {}): ListPromise<TaxRate, TaxRatesListReason> {
  return client.list({ method: 'GET', path: '/v1/tax-rates', query }, options)
}

/** Why `taxRates.replace` can be refused. */
export type TaxRatesReplaceReason = CommonReason | 'tax_rate_repeated'
/** Replace all tax rates; rates that are not in the list are deleted. PUT /v1/tax-rates; needs tax-rates:write. */
export function replace(client: Caller, body: TaxRateReplaceRequest, options: RequestOptions = {}): ApiPromise<TaxRateReplaceResult, TaxRatesReplaceReason> {
  return client.call({ method: 'PUT', path: '/v1/tax-rates', body }, options)
}

/** The operations of `taxRates` with a client. */
export class TaxRatesApi {
  readonly #client: Caller
  constructor(client: Caller) {
    this.#client = client
  }
  /** List the tax rates by country and kind of item. GET /v1/tax-rates; needs tax-rates:read. */
  list(query: TaxRateListQuery = {}, options: RequestOptions = {}): ListPromise<TaxRate, TaxRatesListReason> {
    return list(this.#client, query, options)
  }
  /** Replace all tax rates; rates that are not in the list are deleted. PUT /v1/tax-rates; needs tax-rates:write. */
  replace(body: TaxRateReplaceRequest, options: RequestOptions = {}): ApiPromise<TaxRateReplaceResult, TaxRatesReplaceReason> {
    return replace(this.#client, body, options)
  }}
