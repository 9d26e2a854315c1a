// What visitors get at the addresses of schools, kept until the site service publishes a change: a minute at most, or a
// second while changes do not arrive. While the site service is away, a page is served for up to a minute longer.
import { type ApiError, common, type Id, Refused } from '@lms/contract'
import { type Visit as Answer, visiting } from '@lms/site/contract'
import type { Change } from '../cache/feed.ts'
import { PushedCache } from '../cache/pushed-cache.ts'
import type { Ask } from '../cache/service-clients.ts'
import type { AnswerHeaders } from '../http/exchange.ts'
import type { Shares } from '../limits/shares.ts'
import { Encoded } from './encoded.ts'

/** An answer of the site service, ready to be sent. */
export interface CachedPage {
  readonly status: number
  readonly text: Encoded
  readonly headers: AnswerHeaders
  readonly keepMs: number
  /** Whether it has a form or an offer. */
  readonly interactive: boolean
  /** Whether people read it: not robots.txt, and not the sitemap. */
  readonly isPage: boolean
}

/** The visitor, for the shares of questions to the site service. */
export interface Visitor {
  readonly school: Id<'sch'>
  readonly network: string
  readonly requestId: string
}

export interface PageCacheParts {
  ask: Ask
  live: () => boolean
  /** Maximum bytes of kept pages, in all their forms. */
  maxBytes: number
  /** Questions to the site service in progress. */
  questions: Shares
  /** Milliseconds of a monotonic clock. */
  now?: () => number
}

const kinds = new Set(['pages', 'site', 'school', 'domain', 'unknown'])
/** How long an expired page may be served while the site service is away. */
const graceMs = 60_000
/** How long visitors wait for the site service if there is an expired page for them. */
const patienceMs = 1000
const brotliLevel = 5
/** The contract's maximum for a path. No page has a path that is nearly as long. */
const maxPath = 8192

export class PageCache {
  readonly #parts: PageCacheParts
  readonly #cache: PushedCache<CachedPage>

  constructor(parts: PageCacheParts) {
    this.#parts = parts
    const { live, maxBytes, now } = parts
    this.#cache = new PushedCache<CachedPage>({
      most: maxBytes,
      bytesOf: ({ text }) => text.bytes,
      keepMsOf: ({ keepMs }) => keepMs,
      live,
      ...(now ? { now } : {}),
    })
  }

  /** The answer at a path, in the form that browsers send; rejects if the site service is away. */
  async find(path: string, visitor: Visitor): Promise<CachedPage> {
    const key = `${visitor.school} ${path}`
    const cached = this.#cache.get(key)
    if (cached) return cached
    const loading = this.#cache.load(key, visitor.school, () => this.#load(path, visitor, key))
    const late = () => this.#cache.late(key, graceMs)
    if (!late()) return (await loading)!
    const fresh = await Promise.race([loading.catch(ifUnavailable), pause(patienceMs)])
    // It may have been withdrawn meanwhile.
    return fresh ?? late() ?? (await loading)!
  }

  /** A draft: only the one with its link gets it. */
  async preview(token: string, visitor: Visitor): Promise<CachedPage> {
    const answer = await this.#ask('/', token, visitor)
    return prepared({ ...answer, keep_seconds: 0 }, null)
  }

  invalidate(school: string, { kind }: Change): void {
    if (kinds.has(kind)) this.#cache.invalidate(school)
  }

  clear(): void {
    this.#cache.clear()
  }

  async #load(path: string, visitor: Visitor, key: string): Promise<CachedPage> {
    const former = this.#cache.late(key, Number.POSITIVE_INFINITY)
    return prepared(await this.#ask(path, null, visitor), former ?? null)
  }

  async #ask(path: string, preview: string | null, visitor: Visitor): Promise<Answer> {
    const { ask, questions } = this.#parts
    const { school, network, requestId } = visitor
    if (path.length > maxPath) throw new Refused(common.not_found)
    if (questions.take(school, network) !== null) throw new Refused(common.unavailable, crowded)
    try {
      const { find } = ask('site', { visiting }, { school, requestId }).visiting
      return await find({ body: { path, preview } })
    } finally {
      questions.give(school, network)
    }
  }
}

/** Compressed where it is kept, once for each text. */
async function prepared(answer: Answer, former: CachedPage | null): Promise<CachedPage> {
  const { status, location, content_type: type, body, headers, keep_seconds, interactive } = answer
  const same = former?.text.is(body, type) ? former.text : null
  return {
    status,
    text: same ?? (keep_seconds > 0 ? await Encoded.of(body, type, brotliLevel) : Encoded.plain(body, type)),
    headers: location === null ? headers : { ...headers, location: inAscii(location) },
    keepMs: keep_seconds * 1000,
    interactive,
    isPage: status === 200 && type.startsWith('text/html'),
  }
}

/** The target of a redirect can have any letter, a header cannot. */
export const inAscii = (target: string) => target.replace(/[^\x21-\x7e]+/g, encodeURIComponent)

function ifUnavailable(error: unknown): null {
  const status = error instanceof Refused ? error.refusal.status : (error as Partial<ApiError>).status
  if (status && status >= 500) return null
  throw error
}

const crowded =
  'Too many pages of this school are being fetched. Repeat the request after Retry-After seconds.'

const pause = (ms: number) => new Promise<null>(resolve => setTimeout(resolve, ms, null).unref())
