// Internal tokens: the identity of a caller, signed with ES256 by the gateway (callers) or by a service (itself). The
// audience is one service, so a token intercepted at one is worthless at another.
import { type Caller, common, Refused } from '@lms/contract'
import jwt from 'jsonwebtoken'
import { LRUCache } from 'lru-cache'

/** A token names either the outside caller, or the calling service (and a school). */
export type Identity =
  | {
      kind: 'caller'
      caller: Caller
      /** Named by the program of exports: it may read lists with the rights of who ordered one, and nothing else. */
      onlyLists?: boolean
    }
  | {
      kind: 'service'
      service: string
      school: string | null
      /** Who of the platform team acts through the gateway. */
      operator?: string
    }

export interface SigningKey {
  /** The signing program; receivers find the public key by its name. */
  name: string
  privateKey: string
}
/** The program that reads lists for callers who are not there any more: exports. */
const listReader = 'service'
/** Public keys (PEM) by name. */
export type TrustedKeys = Readonly<Record<string, string>>

export const tokenHeader = 'x-lms-token'
/** Seconds a token is valid, and seconds its issuer reuses it. */
const life = 60
const reuse = 30

export class TokenSigner {
  readonly #key: SigningKey
  readonly #now: () => Date
  readonly #tokens = new LRUCache<string, { token: string; until: number }>({ max: 20_000 })

  constructor(key: SigningKey, now: () => Date = () => new Date()) {
    this.#key = key
    this.#now = now
  }

  /** A token for one service; the same string for up to 30 s, so that it is signed and verified once. */
  sign(audience: string, identity: Identity, cacheKey: string): string {
    const now = Math.floor(this.#now().getTime() / 1000)
    const key = `${audience} ${cacheKey}`
    const cached = this.#tokens.get(key)
    if (cached && now < cached.until && now >= cached.until - reuse) return cached.token
    const payload = { ...identity, iss: this.#key.name, aud: audience, iat: now, exp: now + life }
    const token = jwt.sign(payload, this.#key.privateKey, { algorithm: 'ES256', keyid: this.#key.name })
    this.#tokens.set(key, { token, until: now + reuse })
    return token
  }
}

export class TokenVerifier {
  readonly #audience: string
  readonly #keys: TrustedKeys
  readonly #now: () => Date
  readonly #seen = new LRUCache<string, { identity: Identity; until: number; from: number }>({ max: 20_000 })

  constructor(audience: string, keys: TrustedKeys, now: () => Date = () => new Date()) {
    this.#audience = audience
    this.#keys = keys
    this.#now = now
  }

  /** The identity of a token; refuses with credential_invalid. */
  verify(token: string | undefined): Identity {
    if (!token) throw new Refused(common.credential_invalid)
    const now = Math.floor(this.#now().getTime() / 1000)
    const seen = this.#seen.get(token)
    if (seen && now < seen.until && now >= seen.from) return seen.identity
    const { identity, exp, iat } = this.#check(token, now)
    this.#seen.set(token, { identity, until: exp, from: iat - life })
    return identity
  }

  #check(token: string, now: number) {
    try {
      const kid = jwt.decode(token, { complete: true })?.header.kid ?? ''
      const key = Object.hasOwn(this.#keys, kid) ? this.#keys[kid] : undefined
      if (!key) throw new Error('unknown key')
      const options = {
        algorithms: ['ES256' as const],
        audience: this.#audience,
        issuer: kid,
        clockTimestamp: now,
      }
      const payload = jwt.verify(token, key, options) as jwt.JwtPayload & Identity
      // A token without expiry, or with one beyond a minute, would be a permanent credential.
      const { exp, iat } = payload
      if (typeof exp !== 'number' || typeof iat !== 'number' || exp - iat > life)
        throw new Error('a token needs a time of issue and expires within a minute')
      // Only the gateway names outside callers; a service names only itself.
      if (payload.kind === 'caller' && kid !== 'gateway' && kid !== listReader)
        throw new Error('only the gateway may name a caller')
      const identity: Identity =
        payload.kind === 'caller'
          ? { kind: 'caller', caller: payload.caller, ...(kid === listReader && { onlyLists: true }) }
          : {
              kind: 'service',
              service: kid,
              school: payload.school,
              // Only the gateway knows the platform team.
              ...(kid === 'gateway' && payload.operator && { operator: payload.operator }),
            }
      return { identity, exp, iat }
    } catch (error) {
      throw new Refused(common.credential_invalid, undefined, {
        details: [{ path: 'token', message: String(error) }],
      })
    }
  }
}
