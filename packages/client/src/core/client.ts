// One call over `fetch`: its headers, its tries, its answer.
import { errorOf, LmsError } from './error.ts'
import { ApiPromise, ListPromise } from './promises.ts'
import { queryText } from './query.ts'
import { isRepeatable, wait, waitBefore } from './retry.ts'
import type { Answer, Call, Caller, ListPage, RequestOptions, ResponseInfo } from './types.ts'

export interface ClientOptions {
  /** `https://<school_domain>/api`. */
  baseUrl: string
  /** An API key or an access token; a function is asked before each try. */
  apiKey: string | (() => string | Promise<string>)
  /** Milliseconds for each try: 30 000. */
  timeout?: number
  /** Tries after the first one, where a repetition may succeed: 2. */
  maxRetries?: number
  /** The id of the person for whom all calls are made. */
  onBehalfOf?: string
  /** Parts of a list's query that were not used: an error (`throw`), or a call of this function. */
  warnings?: 'ignore' | 'throw' | ((warnings: readonly string[], call: Call) => void)
  headers?: Readonly<Record<string, string>>
  fetch?: typeof globalThis.fetch
  /** Before each try. */
  onRequest?: (request: SentRequest) => void
  /** After each answer, refusals included. */
  onResponse?: (response: ResponseInfo, request: SentRequest) => void
  /** How it waits between tries; for tests. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
  random?: () => number
}

export interface SentRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** 1 is the first try. */
  readonly tries: number
}

/** A client without resources: what their functions take, `orders.list(client)`. */
export class Client implements Caller {
  readonly #options: ClientOptions
  constructor(options: ClientOptions) {
    this.#options = options
  }

  call<T, R extends string = string>(call: Call, options: RequestOptions = {}): ApiPromise<T, R> {
    return new ApiPromise<T, R>(handled(this.#answer<T>(call, options)))
  }

  list<T, R extends string = string>(call: Call, options: RequestOptions = {}): ListPromise<T, R> {
    const ask = async (cursor: string | null): Promise<Answer<ListPage<T>>> => {
      const pageCall = cursor === null ? call : { ...call, query: { ...call.query, cursor } }
      const answer = await this.#answer<ListPage<T>>(pageCall, options)
      this.#warn(answer.data.warnings ?? [], pageCall, answer.response)
      return answer
    }
    return new ListPromise<T, R>(handled(ask(null)), ask)
  }

  #warn(warnings: readonly string[], call: Call, { status, requestId }: ResponseInfo): void {
    const { warnings: reaction = 'ignore' } = this.#options
    if (warnings.length === 0 || reaction === 'ignore') return
    if (reaction !== 'throw') {
      reaction(warnings, call)
      return
    }
    const message = `The query was not used as a whole: ${warnings.join('; ')}`
    throw new LmsError({ status, code: 'warnings', reason: 'warnings', message, requestId })
  }

  async #answer<T>(call: Call, options: RequestOptions): Promise<Answer<T>> {
    const { maxRetries = this.#options.maxRetries ?? 2, signal } = options
    const { random = Math.random, wait: pause = wait } = this.#options
    const url = this.#urlOf(call)
    const body = call.body === undefined ? undefined : JSON.stringify(call.body)
    const fixed = headersOf(call, options, this.#options)
    for (let tries = 1; ; tries++) {
      try {
        return await this.#try<T>({ method: call.method, url, headers: fixed, tries }, body, options)
      } catch (error) {
        if (!(error instanceof LmsError) || !isRepeatable(error) || tries > maxRetries) throw error
        const ms = waitBefore(tries, error, random)
        if (ms === null) throw error
        await pause(ms, signal)
      }
    }
  }

  async #try<T>(request: SentRequest, body: string | undefined, options: RequestOptions): Promise<Answer<T>> {
    const { apiKey, fetch = globalThis.fetch, onRequest, onResponse } = this.#options
    const { timeout = this.#options.timeout ?? 30_000, signal } = options
    const key = typeof apiKey === 'string' ? apiKey : await apiKey()
    const sent = { ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } }
    onRequest?.(request)
    const clock = AbortSignal.timeout(timeout)
    try {
      const response = await fetch(sent.url, {
        method: sent.method,
        headers: sent.headers,
        ...(body === undefined ? {} : { body }),
        signal: signal ? AbortSignal.any([signal, clock]) : clock,
        // `error` is not known to every runtime, such as workerd.
        redirect: 'manual',
      })
      if (isRedirect(response)) throw redirected(sent)
      const text = await response.text()
      const info = infoOf(response, request.tries)
      onResponse?.(info, request)
      if (!response.ok) throw errorOf(response.status, response.headers, text)
      return { data: dataOf<T>(text, response), response: info }
    } catch (error) {
      if (error instanceof LmsError || signal?.aborted) throw error
      throw clock.aborted
        ? noAnswer('timeout', `No answer within ${timeout} ms: ${sent.method} ${sent.url}`, error)
        : noAnswer('network', `No answer: ${sent.method} ${sent.url}`, error)
    }
  }

  /** Public pages of a school are beside `/api`. */
  #urlOf({ path, query }: Call): string {
    const base = this.#options.baseUrl.replace(/\/+$/, '')
    return (path.startsWith('/v1/') ? base : base.replace(/\/api$/, '')) + path + queryText(query)
  }
}

/** A rejection that nobody awaits yet is none that ends a process: who awaits the call gets it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {})
  return promise
}

function headersOf(
  { method, body }: Call,
  { idempotencyKey, onBehalfOf, ifMatch, accept, headers }: RequestOptions,
  client: ClientOptions,
): Record<string, string> {
  const person = onBehalfOf ?? client.onBehalfOf
  return {
    ...client.headers,
    ...headers,
    accept: accept ?? 'application/json',
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(method === 'GET' ? {} : { 'idempotency-key': idempotencyKey ?? crypto.randomUUID() }),
    ...(person === undefined ? {} : { 'x-on-behalf-of': person }),
    ...(ifMatch === undefined ? {} : { 'if-match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch }),
  }
}

const infoOf = ({ status, headers }: Response, tries: number): ResponseInfo => ({
  status,
  headers,
  requestId: headers.get('x-request-id'),
  tries,
  replayed: headers.get('idempotent-replayed') === 'true',
})

function dataOf<T>(text: string, { status, headers }: Response): T {
  // Another type was asked for, such as a calendar: its text is the data.
  if (!headers.get('content-type')?.includes('json')) return text as T
  try {
    return JSON.parse(text) as T
  } catch (cause) {
    const message = `The server answered ${status} with what is no JSON.`
    const requestId = headers.get('x-request-id')
    throw new LmsError({ status, code: 'unknown', reason: 'unreadable_answer', message, requestId, cause })
  }
}

/** The API never redirects; a key is not carried to another address. In browsers such an answer has no status. */
const isRedirect = ({ type, status }: Response): boolean =>
  type === 'opaqueredirect' || (status >= 300 && status < 400)

const redirected = ({ method, url }: SentRequest): LmsError => {
  const message = `${method} ${url} was answered with a redirect. Is the address of the API right?`
  return new LmsError({ status: 0, code: 'redirected', reason: 'redirected', message })
}

const noAnswer = (reason: 'network' | 'timeout', message: string, cause: unknown) =>
  new LmsError({ status: 0, code: reason, reason, message, cause })
