// Identifies the caller: the API key or session token, the person acted for, and the allowed networks.
import { type Caller, common, isId, lowerRole, Refused } from '@lms/contract'
import { callDigest } from '@lms/users/contract'
import { type CachedKey, type Callers, hashOf } from '../cache/callers.ts'
import { isWithin } from '../cache/networks.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import type { Exchange } from './exchange.ts'

// RFC 6750: the scheme in any case, and one token68.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*)$/i

export class Admission {
  readonly #callers: Callers
  readonly #limiter: RateLimiter
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(callers: Callers, limiter: RateLimiter, now: () => number) {
    this.#callers = callers
    this.#limiter = limiter
    this.#now = now
  }

  /**
   * Sets the key of a request. Every request is counted before any work is done for it, by its key or by its network.
   * Refuses with 401, 403 or 429.
   */
  identify(exchange: Exchange): void | Promise<void> {
    const { school_id } = exchange.resolved!
    const value = bearer.exec(exchange.request.headers.authorization ?? '')?.[1]
    if (!value) {
      this.#limiter.countGuest(school_id, exchange.network)
      throw unauthorized()
    }
    const hash = hashOf(value)
    const cached = this.#callers.remembered(school_id, hash)
    // An unknown key counts as a guest until it proves valid.
    const guest = !cached && !this.#callers.wasGood(school_id, hash)
    if (guest) this.#limiter.countGuest(school_id, exchange.network)
    if (cached !== undefined) return this.#use(exchange, cached, guest)
    return this.#callers
      .find(school_id, value, exchange.requestId)
      .then(resolved => this.#use(exchange, resolved, guest))
  }

  #use(exchange: Exchange, key: CachedKey | null, guest: boolean): void {
    const { school_id } = exchange.resolved!
    const { network, address } = exchange
    if (!key || key.expiresAt <= this.#now()) {
      if (!guest) this.#limiter.countGuest(school_id, network)
      throw unauthorized()
    }
    if (guest) this.#limiter.forgive(school_id, network)
    if (key.networks && !isWithin(key.networks, address)) {
      this.#limiter.countGuest(school_id, network)
      throw new Refused(common.permission_missing, elsewhere)
    }
    if (key.only !== null && key.only !== digestOf(exchange))
      throw new Refused(common.permission_missing, 'This credential is for another call.')
    exchange.key = key
  }

  /** Counts the request against the rates of its key and of its school. Refuses with 429. */
  count(exchange: Exchange): void {
    const { school_id, limits } = exchange.resolved!
    const { caller } = exchange.key!
    Object.assign(exchange.headers, this.#limiter.count(school_id, caller, exchange.network, limits))
  }

  /** Sets the caller: the key, or the person named by `X-On-Behalf-Of` for whom it acts. Refuses with 403. */
  actFor(exchange: Exchange): void | Promise<void> {
    const user = exchange.request.headers['x-on-behalf-of']
    if (user !== undefined) return this.#actFor(exchange, String(user))
    const { caller, tokenKey } = exchange.key!
    exchange.caller = caller
    exchange.tokenKey = tokenKey
  }

  async #actFor(exchange: Exchange, user: string): Promise<void> {
    const { caller } = exchange.key!
    const may = caller.kind === 'integration' && (caller.role === 'owner' || caller.role === 'administrator')
    if (!may || !isId('usr', user)) throw new Refused(common.on_behalf_of_refused)
    const person = await this.#callers.person(caller.school, user, exchange.requestId)
    if (!person) throw new Refused(common.on_behalf_of_refused)
    const acting: Caller = {
      ...caller,
      user: person.user,
      role: lowerRole(caller.role, person.role),
      rights: [...caller.rights, person.rights],
      onBehalf: true,
    }
    exchange.caller = acting
    exchange.tokenKey = JSON.stringify(acting)
  }
}

/** The call of a request: one with a query is another. */
const digestOf = ({ request, target }: Exchange) => callDigest(request.method!, target.slice('/api'.length))

const elsewhere =
  'This key does not work from your address. Change its allowed_networks, or call from one of them.'

const unauthorized = () =>
  new Refused(common.credential_invalid, undefined, { headers: { 'www-authenticate': 'Bearer' } })
