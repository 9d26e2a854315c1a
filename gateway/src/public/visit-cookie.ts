// The cookie of a visit: when it began, which page led to it, and the campaign named in its first address. Forms and
// purchases read it. It names nobody, and ends after a day.
import type { IncomingMessage } from 'node:http'
import type { SignedCookies } from './signed-cookies.ts'

export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type Utm = Partial<Record<(typeof utmNames)[number], string>>

export interface VisitFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** The address that led to the school; empty if unknown. */
  readonly referrer: string
  readonly utm: Utm
}

const name = 'lms_visit'
const maxAgeSeconds = 86_400
/** Bounds that keep the cookie below a kilobyte. */
const maxReferrer = 200
const maxUtm = 80

export class VisitCookies {
  readonly #cookies: SignedCookies
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(cookies: SignedCookies, now: () => number) {
    this.#cookies = cookies
    this.#now = now
  }

  /** The visit that a request belongs to; null without a valid cookie of the school. */
  read(request: IncomingMessage, school: string): VisitFacts | null {
    const value = this.#cookies.read(request, name, school) as [number, string, ...string[]] | null
    if (!value) return null
    const [startedAt, referrer, ...utm] = value
    const age = this.#now() - startedAt
    if (age < 0 || age > maxAgeSeconds * 1000) return null
    return { startedAt, referrer, utm: utmFrom(index => utm[index] ?? '') }
  }

  /** Milliseconds since a visit began. */
  ageOf({ startedAt }: VisitFacts): number {
    return this.#now() - startedAt
  }

  /** Set-Cookie of a visit that begins with this request; null if it belongs to one, and names no other campaign. */
  begin(request: IncomingMessage, school: string, secure: boolean): string | null {
    const query = queryOf(request)
    const utm = utmFrom(index => shortened(query.get(`utm_${utmNames[index]}`) ?? '', maxUtm))
    const present = this.read(request, school)
    if (present && utmNames.every(each => !utm[each] || utm[each] === present.utm[each])) return null
    const value = [this.#now(), referrerOf(request), ...utmNames.map(each => utm[each] ?? '')]
    return this.#cookies.write(name, value, { school, seconds: maxAgeSeconds, secure })
  }
}

export const queryOf = ({ url }: IncomingMessage) => new URLSearchParams(/\?(.*)$/.exec(url!)?.[1] ?? '')

function utmFrom(valueAt: (index: number) => string): Utm {
  const entries = utmNames.map((each, index) => [each, valueAt(index)] as const).filter(([, value]) => value)
  return Object.fromEntries(entries)
}

/** Without its query, which can contain what is none of the school's business. */
function referrerOf({ headers: { referer } }: IncomingMessage): string {
  if (!referer || !URL.canParse(referer)) return ''
  const { protocol, origin, pathname } = new URL(referer)
  return /^https?:$/.test(protocol) ? shortened(origin + pathname, maxReferrer) : ''
}

/** The whole characters within so many bytes of UTF-8, without those that JSON would write longer. */
function shortened(text: string, bytes: number): string {
  const cleanText = text.toWellFormed().replace(/[\p{Cc}"\\]/gu, '')
  const { read } = new TextEncoder().encodeInto(cleanText, new Uint8Array(bytes))
  return cleanText.slice(0, read)
}
