// A typed client, derived from declarations. The transport is a parameter, so the same client serves integrators over
// HTTPS, tests, and services that call each other.
import type { AnswerOf, BodyIn, IsList, Operation, Page, PathNames, Resource } from './operation.ts'
import type { ErrorBody, RefusalDetail } from './refusal.ts'

export interface TransportRequest {
  method: string
  /** Path with query, from `/v1` on. */
  path: string
  headers: Record<string, string>
  body: string | undefined
}
export interface TransportResponse {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: string
}
export type Transport = (request: TransportRequest) => Promise<TransportResponse>

type Query = Record<string, string | number | boolean | readonly string[] | undefined>
type Input<O> = (O extends Operation<infer R, any, any, any, any, any>
  ? [PathNames<R>] extends [never]
    ? { path?: undefined }
    : { path: { [N in PathNames<R>]: string } }
  : never) &
  ([BodyIn<O>] extends [undefined] ? { body?: undefined } : { body: BodyIn<O> }) &
  (IsList<O> extends true ? { query?: Query } : { query?: undefined }) & {
    idempotencyKey?: string
    onBehalfOf?: string
    ifMatch?: string
    headers?: Record<string, string>
  }

type Arguments<O> = Record<never, never> extends Input<O> ? [input?: Input<O>] : [input: Input<O>]
export type ClientOf<T extends Record<string, Resource>> = {
  [R in keyof T]: { [O in keyof T[R]]: (...input: Arguments<T[R][O]>) => Promise<AnswerOf<T[R][O]>> }
}

/** An answer other than success. `reason` is stable; `message` says what to do. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly reason: string
  readonly details: RefusalDetail[]
  readonly requestId: string | null
  readonly retryAfter: number | null
  constructor(response: TransportResponse) {
    const { error } = readError(response)
    super(error.message)
    this.name = 'ApiError'
    this.status = response.status
    this.code = error.code
    this.reason = error.reason
    this.details = error.details
    this.requestId = error.request_id
    const after = Number(response.headers['retry-after'])
    this.retryAfter = Number.isFinite(after) ? after : null
  }
}

function readError(response: TransportResponse): ErrorBody {
  try {
    const body = JSON.parse(response.body)
    if (body?.error?.reason) return body
  } catch {}
  const message = `The server answered ${response.status} without an error body.`
  return { error: { code: 'unknown', reason: 'unknown', message, details: [], request_id: null } }
}

/** `/v1/orders/{id}` with values for its parameters. */
export const fillPath = (template: string, values: Record<string, string> = {}) =>
  template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))

const readQuery = (query: Query = {}) => {
  const pairs = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return pairs.length ? `?${new URLSearchParams(pairs)}` : ''
}

/** Calls one operation; rejects with ApiError on any status but success. */
export async function call<O extends Operation<any, any, any, any, any, any>>(
  transport: Transport,
  operation: O,
  input: Input<O>,
): Promise<AnswerOf<O>> {
  const headers: Record<string, string> = { accept: 'application/json', ...input.headers }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (input.onBehalfOf) headers['x-on-behalf-of'] = input.onBehalfOf
  if (input.ifMatch) headers['if-match'] = input.ifMatch
  const response = await transport({
    method: operation.method,
    path: fillPath(operation.path, input.path) + readQuery(input.query),
    headers,
    body: input.body === undefined ? undefined : JSON.stringify(input.body),
  })
  if (response.status >= 300) throw new ApiError(response)
  return JSON.parse(response.body)
}

/** A client with a method for every operation: `client.orders.cancel({ path: { id } })`. */
export function clientOf<const T extends Record<string, Resource>>(
  resources: T,
  transport: Transport,
): ClientOf<T> {
  const methods = (operations: Resource) =>
    Object.fromEntries(
      Object.entries(operations).map(([name, operation]) => [
        name,
        (input: object = {}) => call(transport, operation, input as never),
      ]),
    )
  return Object.fromEntries(
    Object.entries(resources).map(([name, operations]) => [name, methods(operations)]),
  ) as unknown as ClientOf<T>
}

/** All items of a list, page by page: a page may have no items and be followed by others. Of a feed, up to the newest one. */
export async function* pages<T>(ask: (cursor: string | undefined) => Promise<Page<T>>): AsyncGenerator<T> {
  for (let cursor: string | null = null; ; ) {
    const page: Page<T> = await ask(cursor ?? undefined)
    yield* page.data
    cursor = page.next_cursor
    if (cursor === null) return
  }
}

/** A transport over `fetch`, for integrators. `baseUrl` is `https://<school_domain>/api`. */
export const fetchTransport =
  ({
    baseUrl,
    apiKey,
    fetch = globalThis.fetch,
  }: {
    baseUrl: string
    apiKey: string
    fetch?: typeof globalThis.fetch
  }): Transport =>
  async ({ method, path, headers, body }) => {
    const response = await fetch(baseUrl + path, {
      method,
      headers: { ...headers, authorization: `Bearer ${apiKey}` },
      ...(body === undefined ? {} : { body }),
      signal: AbortSignal.timeout(30_000),
    })
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    }
  }
