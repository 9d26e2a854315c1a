// The caller of an API key or session token, cached until the users service publishes a change.
import { BlockList } from 'node:net'
import type { Caller, Id } from '@lms/contract'
import { keyHash, keyInternalApi, type ResolvedKey, sessionInternalApi } from '@lms/users/contract'
import type { Change } from './feed.ts'
import { addNetwork } from './networks.ts'
import { PushedCache } from './pushed-cache.ts'
import { absent } from './schools.ts'
import type { Ask } from './service-clients.ts'

/** A key or session, with everything that its requests need. */
export interface CachedKey {
  readonly caller: Caller
  /** The cache key of the caller's token: equal for equal callers. */
  readonly tokenKey: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
  /** The networks it may be used from; null for all. */
  readonly networks: BlockList | null
  /** The digest of the only call that it may make; null for any. */
  readonly only: string | null
}
interface KnownUser {
  readonly user: Id<'usr'>
  readonly role: Caller['role']
  readonly rights: readonly string[]
}

export class Callers {
  readonly #ask: Ask
  readonly #keys: PushedCache<CachedKey>
  readonly #users: PushedCache<KnownUser>

  constructor(ask: Ask, live: () => boolean) {
    this.#ask = ask
    this.#keys = new PushedCache({ most: 50_000, live })
    this.#users = new PushedCache({ most: 50_000, live })
  }

  /** The key from the cache; undefined if it must be looked up, null if this school has no such key. */
  remembered(school: string, hash: string): CachedKey | null | undefined {
    return this.#keys.get(`${school} ${hash}`)
  }

  /** Whether the key was valid at its last look-up, however long ago. */
  wasGood(school: string, hash: string): boolean {
    return this.#keys.has(`${school} ${hash}`)
  }

  /** The caller with this value in the school, or null; rejects if the users service is unavailable. */
  find(school: Id<'sch'>, value: string, requestId: string): Promise<CachedKey | null> {
    const hash = hashOf(value)
    const users = this.#ask('users', { keyInternalApi, sessionInternalApi }, { school, requestId })
    return this.#keys.load(`${school} ${hash}`, school, async () => {
      const lookup = isToken(value)
        ? users.sessionInternalApi.resolve({ body: { token: value } })
        : users.keyInternalApi.resolve({ body: { hash } })
      const key = await lookup.catch(absent)
      return key && knownKey(school, key)
    })
  }

  /** The person acted for, or null if they are no active person of the school. */
  async person(school: Id<'sch'>, user: Id<'usr'>, requestId: string): Promise<KnownUser | null> {
    const key = `${school} ${user}`
    const cached = this.#users.get(key)
    if (cached !== undefined) return cached
    const { actFor } = this.#ask('users', { keyInternalApi }, { school, requestId }).keyInternalApi
    return this.#users.load(key, school, () => actFor({ body: { user } }).catch(absent))
  }

  invalidate(school: string, { kind, id, status }: Change): void {
    if (kind === 'school' && status === 'erasing') {
      this.#keys.invalidate(school)
      this.#users.invalidate(school)
    }
    if (kind === 'key' || kind === 'session' || kind === 'unknown')
      this.#keys.invalidate(school, cached => !cached || !id || cached.caller.key === id)
    if (kind === 'user' || kind === 'unknown') {
      this.#keys.invalidate(school, cached => !cached || !id || cached.caller.user === id)
      this.#users.invalidate(school, cached => !cached || !id || cached.user === id)
    }
  }

  clear(): void {
    this.#keys.clear()
    this.#users.clear()
  }
}

export const hashOf = keyHash

/** A session's token has the three parts of a JWT; keys do not. */
const isToken = (value: string) => value.split('.').length === 3

function knownKey(school: Id<'sch'>, key: ResolvedKey): CachedKey {
  const { kind, role, user, rights } = key
  const isConfirmed = key.only !== null
  const own = { school, key: key.key, kind, role, user, onBehalf: false, rights }
  const caller: Caller = isConfirmed ? { ...own, way: 'agent' } : own
  return {
    caller,
    tokenKey: JSON.stringify(caller),
    expiresAt: key.expires_at ? Date.parse(key.expires_at) : Number.POSITIVE_INFINITY,
    networks: key.allowed_networks ? networksOf(key.allowed_networks) : null,
    only: key.only,
  }
}

function networksOf(texts: readonly string[]): BlockList {
  const list = new BlockList()
  for (const text of texts) addNetwork(list, text)
  return list
}
