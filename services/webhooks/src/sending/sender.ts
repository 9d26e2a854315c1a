import { type AddressPolicy, checkUrl, createResolver, type Resolver } from '@lms/service-host/outside'
import { Attempt } from './attempt.ts'
import { Connections } from './connections.ts'
import { type ConnectorOptions, createConnector, DEADLINE_MS } from './connector.ts'
import type { Outcome } from './outcome.ts'

export type SenderOptions = {
  policy: AddressPolicy
  resolver?: Resolver
  /** A monotonic clock in milliseconds, for `durationMs`. */
  now?: () => number
} & Pick<ConnectorOptions, 'dnsTimeoutMs' | 'ca' | 'proxy'>

export type SendRequest = {
  url: string
  headers: Record<string, string>
  body: Buffer | string
  /** For look-up, connection, TLS and status together. */
  deadlineMs?: number
  maxBodyBytes?: number
  /**
   * Called when a status has decided the attempt and its body is incomplete; returns the milliseconds for the rest of
   * the body.
   */
  answered?: (ok: boolean) => number
}

export type Sender = {
  /**
   * POSTs once and returns the outcome; never throws because of a receiver or the network.
   *
   * @throws Error when the sender is closed
   */
  send(request: SendRequest): Promise<Outcome>
  /** Waits for running attempts (each is bounded by its deadlines), then closes every connection. */
  close(): Promise<void>
}

/** For the body, from the status on. */
export const BODY_DEADLINE_MS = 1_000
const MAX_TARGETS = 1000
const MAX_BODY_BYTES = 4096

/** Below the shortest common server setting (2 s): see {@link createSender} on reused connections. */
const KEEP_ALIVE_MS = 1_500
const KEEP_ALIVE_HINT_MAX_MS = 60_000

/** Even a busy connection is given up after this long, so that a receiver's new DNS answer takes effect. */
const CONNECTION_TTL_MS = 5 * 60_000

/**
 * The HTTP side of deliveries, one per process. Every request passes the guard twice: its URL before it is
 * sent, and the addresses its connection goes to, literal ones too. The name is looked up once per
 * connection; the connection goes to a checked address, while TLS and Host keep the original name.
 *
 * One `send` is one request on the wire: no redirect is followed, nothing is sent again. HTTP/2 is off
 * because undici resends requests a server refuses with GOAWAY. A kept-alive connection that the receiver
 * closes just as the request goes out is therefore a failed attempt (`closed`), retried by the schedule: the
 * receiver may have handled the request, and a second send would be missing in the log. To make that rare, a
 * connection idle for 1.5 s is not used again, unless the receiver states a longer `Keep-Alive: timeout`.
 *
 * Connections per host are not limited here: the channels bound how many sends run in parallel, and waiting for
 * a connection would use up a receiver's deadline.
 */
export function createSender({
  policy,
  resolver = createResolver(),
  now = () => performance.now(),
  dnsTimeoutMs,
  ca,
  proxy,
}: SenderOptions): Sender {
  const connector = createConnector({ policy, resolver, dnsTimeoutMs, ca, proxy })
  const connections = new Connections({
    connect: connector.connect,
    allowH2: false,
    pipelining: 1,
    headersTimeout: 0, // the attempt's one deadline covers both
    bodyTimeout: 0,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_HINT_MAX_MS,
    ttlMs: CONNECTION_TTL_MS,
    now,
  })

  // The rules are the same for every delivery to a URL; its name is resolved and checked at each connection.
  const targets = new Map<string, Target>()
  const targetOf = (url: string) => {
    const cached = targets.get(url)
    if (cached) return cached
    if (targets.size >= MAX_TARGETS) targets.clear()
    const target = readTarget(url, policy)
    targets.set(url, target)
    return target
  }

  let inFlight = 0
  let closed = false
  let onIdle = () => {}

  function send(request: SendRequest): Promise<Outcome> {
    if (closed) return Promise.reject(new Error('sender is closed'))
    const target = targetOf(request.url)
    if (target.problem !== null) return Promise.resolve(blocked(target.problem))
    inFlight++
    return new Promise(resolve => {
      const connection = connections.take(target.origin)
      const attempt = new Attempt({
        secure: target.secure,
        deadlineMs: request.deadlineMs ?? DEADLINE_MS,
        maxBodyBytes: request.maxBodyBytes ?? MAX_BODY_BYTES,
        now,
        answered: request.answered ?? (() => BODY_DEADLINE_MS),
        settle(outcome) {
          resolve(outcome)
          if (--inFlight === 0) onIdle()
        },
        onRelease(isComplete) {
          if (isComplete) connections.giveBack(connection)
          else connections.drop(connection)
        },
      })
      const { headers, body } = request
      connection.client.dispatch({ path: target.path, method: 'POST', headers, body }, attempt)
    })
  }

  async function close(): Promise<void> {
    closed = true
    if (inFlight > 0) {
      await new Promise<void>(resolve => {
        onIdle = resolve
      })
    }
    connector.close()
    await connections.close()
  }

  return { send, close }
}

/** Where requests to a URL go, or why none may. */
type Target = { problem: string } | { problem: null; secure: boolean; origin: string; path: string }

function readTarget(url: string, policy: AddressPolicy): Target {
  const check = checkUrl(url, policy)
  if (!check.ok) return { problem: check.range ?? check.problem }
  const { origin, pathname, search, protocol } = check.url
  return { problem: null, secure: protocol === 'https:', origin, path: pathname + search }
}

const blocked = (detail: string): Outcome => ({
  ok: false,
  status: null,
  body: '',
  durationMs: 0,
  error: 'blocked_address',
  detail,
  ours: false,
})
