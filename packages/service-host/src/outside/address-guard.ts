import { isIP } from 'node:net'
import { forbiddenRange } from './address-ranges.ts'
import { isDefinitive, type Resolver } from './resolver.ts'

/** The platform team's rules for a subscription's address. */
export type AddressPolicy = {
  /** `http:` besides `https:`, and then only to what is loopback or private and allowed; never in production. */
  allowHttp: boolean
  /** 127.0.0.0/8, ::1 and the name `localhost`, and no other private address. */
  allowLoopback: boolean
  /** 10/8, 172.16/12, 192.168/16 and fc00::/7; never link-local, shared or cloud metadata addresses. */
  allowPrivate: boolean
  /** Suffixes of the cluster's own names, in place of {@link DEFAULT_OWN_NAMES}. */
  ownNames?: readonly string[]
  /** The only ports allowed; any but 0 when absent. */
  ports?: readonly number[]
}

export type AddressProblem =
  | 'malformed'
  | 'too_long'
  | 'scheme'
  | 'userinfo'
  | 'scope_id'
  | 'odd_spelling'
  | 'trailing_dot'
  | 'host_too_long'
  | 'single_label'
  | 'own_name'
  | 'port'
  | 'forbidden_address'

export type CheckedAddress = { address: string; family: 4 | 6 }

/** `range` names the forbidden range when the problem is `forbidden_address`. */
export type Refusal = { ok: false; problem: AddressProblem; range?: string }

export type UrlCheck = { ok: true; url: URL; literal?: CheckedAddress } | Refusal
export type AddressCheck = ({ ok: true } & CheckedAddress) | Refusal

export const DEFAULT_OWN_NAMES: readonly string[] = ['svc', 'cluster.local', 'internal', 'local', 'localhost']

const MAX_URL_LENGTH = 2048
const AUTHORITY = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i
/** Characters WHATWG URL would silently drop or turn into a slash. */
const REWRITTEN = /[\p{Cc}\s\\]/u
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/
const IDEOGRAPHIC_DOT = /[\u3002\uff0e\uff61]/

/** An address is forbidden; `problem` and `range` are safe to show to the subscription's owner. */
export class BlockedAddressError extends Error {
  override name = 'BlockedAddressError'
  readonly problem: AddressProblem
  readonly range: string | undefined
  constructor({ problem, range }: Refusal) {
    super(`address not allowed: ${range ?? problem}`)
    this.problem = problem
    this.range = range
  }
}

/** A name was not resolved. `ours` means that the resolver is down, not that the name is wrong. */
export class ResolveError extends Error {
  override name = 'ResolveError'
  readonly code: string
  readonly ours: boolean
  constructor(code: string, ours: boolean) {
    super(`name not resolved: ${code}`)
    this.code = code
    this.ours = ours
  }
}

const refuse = (problem: AddressProblem, range?: string): Refusal =>
  range ? { ok: false, problem, range } : { ok: false, problem }

function isAllowed(range: string, policy: AddressPolicy): boolean {
  if (range === 'loopback') return policy.allowLoopback
  if (range === 'private' || range === 'unique_local') return policy.allowPrivate
  return false
}

/**
 * Checks one IP address in its plain spelling; a zone (`fe80::1%eth0`) is refused. `plain` means without TLS, which is
 * allowed only for this machine and private networks.
 */
export function checkAddress(ip: string, policy: AddressPolicy, { plain = false } = {}): AddressCheck {
  const family = isIP(ip)
  if (family !== 4 && family !== 6) return refuse('malformed')
  if (ip.includes('%')) return refuse('scope_id')
  const range = forbiddenRange(ip)
  if (range && !isAllowed(range, policy)) return refuse('forbidden_address', range)
  if (plain && !range) return refuse('scheme')
  return { ok: true, address: ip, family }
}

function checkName(host: string, policy: AddressPolicy): AddressProblem | null {
  if (host.endsWith('.')) return 'trailing_dot'
  const labels = host.split('.')
  if (host.length > 253 || labels.some(label => label.length > 63)) return 'host_too_long'
  if (!labels.every(label => LABEL.test(label))) return 'malformed'
  if (host === 'localhost' && policy.allowLoopback) return null
  const ownNames = policy.ownNames ?? DEFAULT_OWN_NAMES
  if (ownNames.some(name => host === name || host.endsWith(`.${name}`))) return 'own_name'
  return labels.length === 1 ? 'single_label' : null
}

/** Whether WHATWG URL had to rewrite the host: an honest address needs no percent, octal or full-width form. */
function isOddSpelling(raw: string, host: string): boolean {
  if (raw.includes('%') || IDEOGRAPHIC_DOT.test(raw)) return true
  if (host.startsWith('[')) return false
  return raw.toLowerCase() !== host && !host.includes('xn--')
}

/**
 * Checks a subscription's address without a look-up: the same rules when it is created, changed, tested and
 * delivered to. The host is checked after WHATWG normalisation, so no spelling hides an address. A name that
 * passes is still resolved and checked when it is connected to ({@link resolveChecked}).
 */
export function checkUrl(input: string, policy: AddressPolicy): UrlCheck {
  if (input.length > MAX_URL_LENGTH) return refuse('too_long')
  const authority = AUTHORITY.exec(input)?.[1]
  if (!authority || REWRITTEN.test(input)) return refuse('malformed')
  if (authority.includes('@')) return refuse('userinfo')
  const rawHost = /^(\[[^\]]*\]|[^:]*)/.exec(authority)![0]
  if (rawHost.startsWith('[') && rawHost.includes('%')) return refuse('scope_id')

  const url = URL.parse(input)
  if (!url) return refuse('malformed')
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && policy.allowHttp)) return refuse('scheme')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (port === 0 || (policy.ports && !policy.ports.includes(port))) return refuse('port')

  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (rawHost.endsWith('.')) return refuse('trailing_dot')
  if (isIP(host)) {
    const check = checkAddress(host, policy, { plain: url.protocol === 'http:' })
    if (!check.ok) return check
    if (isOddSpelling(rawHost, url.hostname)) return refuse('odd_spelling')
    return { ok: true, url, literal: { address: check.address, family: check.family } }
  }
  const problem = checkName(host, policy)
  if (problem) return refuse(problem)
  return isOddSpelling(rawHost, url.hostname) ? refuse('odd_spelling') : { ok: true, url }
}

function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('look-up timed out'), { code: 'ETIMEOUT' })), ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}

const ALIVE_TIMEOUT_MS = 1_000

/**
 * The addresses to connect to, each one checked; IPv4 first, since many clusters have no IPv6 way out. One
 * look-up only: connect to what this returns and never resolve the name again, or the answer may have
 * changed (DNS rebinding). A literal address is checked too, and `localhost` is never looked up (RFC 6761).
 *
 * @param timeoutMs how long the look-up may take
 * @throws BlockedAddressError when any address of the answer is forbidden
 * @throws ResolveError when there is no answer
 */
export async function resolveChecked(
  hostname: string,
  {
    resolver,
    policy,
    plain = false,
    timeoutMs = 5_000,
  }: { resolver: Resolver; policy: AddressPolicy; plain?: boolean; timeoutMs?: number },
): Promise<CheckedAddress[]> {
  const checked = (await resolve(hostname, { resolver, policy, timeoutMs })).map(ip => {
    const check = checkAddress(ip, policy, { plain })
    if (!check.ok) throw new BlockedAddressError(check)
    return { address: check.address, family: check.family }
  })
  return checked.sort((a, b) => a.family - b.family)
}

async function resolve(
  hostname: string,
  { resolver, policy, timeoutMs }: { resolver: Resolver; policy: AddressPolicy; timeoutMs: number },
): Promise<string[]> {
  if (isIP(hostname)) return [hostname]
  if (hostname === 'localhost' && policy.allowLoopback) return ['127.0.0.1', '::1']
  try {
    const answers = await withTimeout(resolver.resolve(hostname), timeoutMs)
    if (answers.length > 0) return answers
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'EUNKNOWN'
    if (isDefinitive(code)) throw new ResolveError(code, false)
    // The receiver's own dead name servers fail the same way: only a resolver without any answer is ours.
    const alive = resolver.isAlive
      ? await withTimeout(resolver.isAlive(), ALIVE_TIMEOUT_MS).catch(() => false)
      : false
    throw new ResolveError(code, !alive)
  }
  throw new ResolveError('ENODATA', false)
}
