// Which school answers to a host, remembered until the site service tells of a change.
import { ApiError } from '@lms/contract'
import { type ResolvedSchool, registry } from '@lms/site/contract'
import type { Change } from './feed.ts'
import { PushedCache } from './pushed-cache.ts'
import type { Ask } from './siblings.ts'

// Hosts stand in one group: which school a host belongs to is known only when it is found.
const group = 'hosts'
const kinds = new Set(['school', 'domain', 'unknown'])

export class Schools {
  readonly #ask: Ask
  readonly #cache: PushedCache<ResolvedSchool>

  constructor(ask: Ask, live: () => boolean) {
    this.#ask = ask
    this.#cache = new PushedCache({ most: 20_000, live })
  }

  /** The school of a host as it is remembered; undefined where it must be looked up, null where there is none. */
  remembered(host: string): ResolvedSchool | null | undefined {
    return this.#cache.get(host)
  }

  /** Whether a school answered to the host when it was last looked up, however long ago. */
  wasThere(host: string): boolean {
    return this.#cache.has(host)
  }

  /** The school of a host, or null; rejects where the site service is away. */
  find(host: string, requestId: string): Promise<ResolvedSchool | null> {
    const { resolve } = this.#ask('site', { registry }, { school: null, requestId }).registry
    return this.#cache.load(host, group, () => resolve({ body: { host } }).catch(absent))
  }

  invalidate(school: string, { kind, host }: Change): void {
    if (!kinds.has(kind)) return
    this.#cache.invalidate(
      group,
      (found, key) => found === null || found.school_id === school || key === host,
    )
  }

  clear(): void {
    this.#cache.clear()
  }
}

/** That there is none is an answer too. */
export const absent = (error: unknown): null => {
  if (error instanceof ApiError && error.status === 404) return null
  throw error
}
