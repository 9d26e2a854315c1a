// What the generated modules are written with: the caller, the options of a call, and the forms of queries.
import type { ApiPromise, ListPromise } from './promises.ts'

export type { Answer, ListPage, ResponseInfo } from './answer.ts'
export type { ApiPromise, ListPromise } from './promises.ts'

/** One value or several; a list takes all of them. */
export type OneOrMany<T> = T | readonly T[]
type Bounds<T> = { gt?: T; gte?: T; lt?: T; lte?: T }
/** A time, or an interval of times. */
export type TimeFilter = string | Date | Bounds<string | Date>
export type NumberFilter = number | readonly number[] | Bounds<number>

/** What every list takes. */
export interface PageQuery {
  /** Items of a page, 1 to 1000; 50 by default. */
  limit?: number
  /** `next_cursor` of the page before. */
  cursor?: string
  /** Only these fields of the items, `items.offer_id` within. */
  fields?: OneOrMany<string>
}

/** What one call can set for itself. */
export interface RequestOptions {
  signal?: AbortSignal | undefined
  /** Milliseconds for each try; by default those of the client. */
  timeout?: number | undefined
  /** Tries after the first one; by default those of the client. */
  maxRetries?: number | undefined
  /** The key under which a change happens once; by default one is made for the call, and kept over its tries. */
  idempotencyKey?: string | undefined
  /** The id of the person for whom the call is made. */
  onBehalfOf?: string | undefined
  /** The `version` that the object must have: a change of another one is refused with 409 `version_mismatch`. */
  ifMatch?: number | string | undefined
  /** Another type of answer than JSON, where the operation has one: `text/calendar`. */
  accept?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

export interface Call {
  readonly method: string
  readonly path: string
  readonly query?: object
  readonly body?: unknown
}

/** What the functions of the resources take: a client. */
export interface Caller {
  call<T, R extends string = string>(call: Call, options?: RequestOptions): ApiPromise<T, R>
  list<T, R extends string = string>(call: Call, options?: RequestOptions): ListPromise<T, R>
}
