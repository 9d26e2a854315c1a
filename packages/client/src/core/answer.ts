// What the server answers: a page of a list, and what stands beside the data.

/** A page of a list. */
export interface ListPage<T> {
  data: T[]
  next_cursor: string | null
  /** Of a feed: the cursor of newer items, also on the last page. */
  feed_cursor?: string
  /** The parts of the query that were not used, and why. */
  warnings?: string[]
}

/** The answer of a call besides its data. */
export interface ResponseInfo {
  readonly status: number
  readonly headers: Headers
  /** The id of the request in logs, events and deliveries. */
  readonly requestId: string | null
  /** How many tries it took. */
  readonly tries: number
  /** Whether it is the stored answer of an earlier request with the same key. */
  readonly replayed: boolean
}
export interface Answer<T> {
  readonly data: T
  readonly response: ResponseInfo
}
