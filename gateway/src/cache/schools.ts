// The school of a host, cached until the site service publishes a change.
import { ApiError } from '@lms/contract'
import { type ResolvedSchool, registry } from '@lms/site/contract'
import type { Change } from './feed.ts'
import { PushedCache } from './pushed-cache.ts'
import type { Ask } from './service-clients.ts'

// All hosts are one group: the school of a host is known only after the look-up.
const group = 'hosts'
const kinds = new Set(['school', 'site', 'domain', 'unknown'])

export class Schools {
  readonly #ask: Ask
  readonly #cache: PushedCache<ResolvedSchool>

  constructor(ask: Ask, live: () => boolean) {
    this.#ask = ask
    // Longer than others: with many schools the look-ups of expired hosts would cost as much as the requests.
    this.#cache = new PushedCache({ most: 20_000, live, keepMs: 600_000 })
  }

  /** The school of a host from the cache; undefined if it must be looked up, null if there is none. */
  remembered(host: string): ResolvedSchool | null | undefined {
    return this.#cache.get(host)
  }

  /** Whether a school had the host at its last look-up, however long ago. */
  wasThere(host: string): boolean {
    return this.#cache.has(host)
  }

  /** The school of a host, or null; rejects if the site service is unavailable. */
  find(host: string, requestId: string): Promise<ResolvedSchool | null> {
    const { resolve } = this.#ask('site', { registry }, { school: null, requestId }).registry
    return this.#cache.load(host, group, () => resolve({ body: { host } }).catch(absent))
  }

  invalidate(school: string, { kind, host }: Change): void {
    if (!kinds.has(kind)) return
    this.#cache.invalidate(
      group,
      (cached, key) => cached === null || cached.school_id === school || key === host,
    )
  }

  clear(): void {
    this.#cache.clear()
  }
}

/** The absence of a school is an answer, too. */
export const absent = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
