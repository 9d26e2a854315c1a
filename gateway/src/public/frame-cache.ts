// The layouts of the schools' pages, kept until the site service tells a change: a minute at most. A page is written without
// one rather than late.
import type { Id } from '@lms/contract'
import { type Frame, frames } from '@lms/site/contract'
import type { Change } from '../cache/feed.ts'
import { PushedCache } from '../cache/pushed-cache.ts'
import type { Ask } from '../cache/service-clients.ts'

/** How long a visitor waits for the layout. */
const patienceMs = 500
const graceMs = 600_000
const maxBytes = 16 * 1024 * 1024

const kinds = new Set(['pages', 'site', 'school', 'domain'])

export class FrameCache {
  readonly #ask: Ask
  readonly #cache: PushedCache<Frame>

  constructor({ ask, live }: { ask: Ask; live: () => boolean }) {
    this.#ask = ask
    const bytesOf = ({ head, header, footer }: Frame) => 2 * (head.length + header.length + footer.length)
    this.#cache = new PushedCache<Frame>({ most: maxBytes, bytesOf, live })
  }

  /** The layout of a school; one that has expired, or null, while the site service does not answer. */
  async find(school: Id<'sch'>, requestId: string): Promise<Frame | null> {
    const cached = this.#cache.get(school)
    if (cached) return cached
    const loading = this.#cache
      .load(school, school, () =>
        this.#ask('site', { frames }, { school, requestId }).frames.show({ body: {} }),
      )
      .catch(() => null)
    const frame = await Promise.race([loading, pause(patienceMs)])
    return frame ?? this.#cache.late(school, graceMs) ?? null
  }

  invalidate(school: string, { kind }: Change): void {
    if (kinds.has(kind)) this.#cache.invalidate(school)
  }

  clear(): void {
    this.#cache.clear()
  }
}

const pause = (ms: number) => new Promise<null>(resolve => setTimeout(resolve, ms, null).unref())
