// Identifies the caller: the API key or session token, the person acted for, and the allowed networks.
import { type Caller, common, type Id, isId, lowerRole, Refused } from '@lms/contract'
import type { ResolvedSchool } from '@lms/site/contract'
import { type Callers, hashOf, type KnownKey } from '../known/callers.ts'
import type { RateLimiter } from '../limits/rate-limit.ts'
import { isWithin } from './address.ts'
import type { Exchange } from './exchange.ts'

// RFC 6750: the scheme in any case, and one token68.
const bearer = /^bearer +([A-Za-z0-9\-._~+/]{1,512}=*)$/i

export interface Admitted {
  caller: Caller
  tokenKey: string
  key: KnownKey
}

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
   * The caller of a request in this school. Every request is counted before any work is done for it, by its key or by
   * its network. Refuses with 401, 403 or 429.
   */
  async admit(exchange: Exchange, school: ResolvedSchool): Promise<Admitted> {
    const { authorization, 'x-on-behalf-of': behalf } = exchange.request.headers
    const { school_id, limits } = school
    const value = bearer.exec(authorization ?? '')?.[1]
    const key = value ? await this.#key(exchange, school_id, value) : null
    if (!key) {
      if (!value) this.#limiter.countGuest(school_id, exchange.network)
      throw unauthorized()
    }
    if (key.networks && !isWithin(key.networks, exchange.address)) {
      this.#limiter.countGuest(school_id, exchange.network)
      throw new Refused(common.permission_missing, elsewhere)
    }
    Object.assign(exchange.headers, this.#limiter.count(school_id, key.caller, exchange.network, limits))
    if (behalf === undefined) return { caller: key.caller, tokenKey: key.tokenKey, key }
    return this.#actingFor(exchange, key, String(behalf))
  }

  async #key(exchange: Exchange, school: Id<'sch'>, value: string): Promise<KnownKey | null> {
    const { network, requestId } = exchange
    const hash = hashOf(value)
    let key = this.#callers.remembered(school, hash)
    // An unknown key counts as a guest until it proves valid.
    const guest = !key && !this.#callers.wasGood(school, hash)
    if (guest) this.#limiter.countGuest(school, network)
    if (key === undefined) key = await this.#callers.find(school, value, requestId)
    if (key && key.expiresAt > this.#now()) {
      if (guest) this.#limiter.forgive(school, network)
      return key
    }
    if (!guest) this.#limiter.countGuest(school, network)
    return null
  }

  async #actingFor({ requestId }: Exchange, key: KnownKey, user: string): Promise<Admitted> {
    const { caller } = key
    const may = caller.kind === 'integration' && (caller.role === 'owner' || caller.role === 'administrator')
    if (!may || !isId('usr', user)) throw new Refused(common.on_behalf_of_refused)
    const person = await this.#callers.person(caller.school, user, requestId)
    if (!person) throw new Refused(common.on_behalf_of_refused)
    const acting: Caller = {
      ...caller,
      user: person.user,
      role: lowerRole(caller.role, person.role),
      rights: [...caller.rights, person.rights],
      onBehalf: true,
    }
    return { caller: acting, tokenKey: JSON.stringify(acting), key }
  }
}

const elsewhere =
  'This key does not work from your address. Change its allowed_networks, or call from one of them.'

const unauthorized = () =>
  new Refused(common.credential_invalid, undefined, { headers: { 'www-authenticate': 'Bearer' } })
