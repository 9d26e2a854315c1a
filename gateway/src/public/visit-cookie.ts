// The cookie of a visit: when it began, which page led to it, and the campaign and the partner named in its
// first address. Forms and
// purchases read it. It names nobody, is signed for one school, and ends after a day.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const utmNames = ['source', 'medium', 'campaign', 'term', 'content'] as const
export type Utm = Partial<Record<(typeof utmNames)[number], string>>

export interface VisitFacts {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  /** The address that led to the school; empty if unknown. */
  readonly referrer: string
  readonly utm: Utm
  /** The code of the partner's link (`?partner=…`); null without one. */
  readonly partner: string | null
}

const name = 'lms_visit'
const maxAgeSeconds = 86_400
/** Bounds that keep the cookie below a kilobyte. */
const mostReferrer = 200
const mostUtm = 80
const mostCookie = 1024

export class VisitCookies {
  readonly #key: Buffer
  readonly #now: () => number

  /** `secret` is the same for all gateways; `now` returns milliseconds since 1970. */
  constructor(secret: string, now: () => number) {
    this.#key = Buffer.from(hkdfSync('sha256', secret, '', 'visit cookies', 32))
    this.#now = now
  }

  /** The visit that a request belongs to; null without a valid cookie of the school. */
  read(request: IncomingMessage, school: string): VisitFacts | null {
    const value = cookieOf(request.headers.cookie)
    if (!value) return null
    const [payload = '', signature = ''] = value.split('.')
    if (!isSame(signature, this.#sign(payload, school))) return null
    const [startedAt, referrer, partner, ...utm] = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const age = this.#now() - startedAt
    if (age < 0 || age > maxAgeSeconds * 1000) return null
    return { startedAt, referrer, utm: utmFrom(index => utm[index] ?? ''), partner: partner || null }
  }

  /** Milliseconds since a visit began. */
  ageOf({ startedAt }: VisitFacts): number {
    return this.#now() - startedAt
  }

  /**
   * Set-Cookie of a visit that begins with this request; null if it belongs to one, and names no other
   * campaign or partner.
   */
  begin(request: IncomingMessage, school: string, secure: boolean): string | null {
    const query = new URLSearchParams(/\?(.*)$/.exec(request.url!)?.[1] ?? '')
    const utm = utmFrom(index => shortened(query.get(`utm_${utmNames[index]}`) ?? '', mostUtm))
    const partner = partnerIn(query)
    const present = this.read(request, school)
    const isSameCampaign =
      utmNames.every(each => !utm[each] || utm[each] === present?.utm[each]) &&
      (partner === null || partner === present?.partner)
    if (present && isSameCampaign) return null
    const values = [
      this.#now(),
      referrerOf(request),
      partner ?? present?.partner ?? '',
      ...utmNames.map(each => utm[each] ?? ''),
    ]
    const payload = Buffer.from(JSON.stringify(values)).toString('base64url')
    const attributes = `Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
    return `${name}=${payload}.${this.#sign(payload, school)}; ${attributes}`
  }

  #sign(payload: string, school: string): string {
    return createHmac('sha256', this.#key).update(`${school} ${payload}`).digest('base64url')
  }
}

function utmFrom(valueAt: (index: number) => string): Utm {
  const given = utmNames.map((each, index) => [each, valueAt(index)] as const).filter(([, value]) => value)
  return Object.fromEntries(given)
}

/** The code of a partner's link; what is none is not kept. */
function partnerIn(query: URLSearchParams): string | null {
  const code = query.get('partner')?.toLowerCase() ?? ''
  return /^[a-z0-9][a-z0-9_-]{0,39}$/.test(code) ? code : null
}

function cookieOf(header: string | undefined): string | null {
  if (!header) return null
  for (const part of header.split(';', 100)) {
    const pair = part.trim()
    if (pair.startsWith(`${name}=`)) return pair.length <= mostCookie ? pair.slice(name.length + 1) : null
  }
  return null
}

/** Without its query, which can contain what is none of the school's business. */
function referrerOf({ headers: { referer } }: IncomingMessage): string {
  if (!referer || !URL.canParse(referer)) return ''
  const { protocol, origin, pathname } = new URL(referer)
  return /^https?:$/.test(protocol) ? shortened(origin + pathname, mostReferrer) : ''
}

/** The whole characters within so many bytes of UTF-8, without those that JSON would write longer. */
function shortened(text: string, bytes: number): string {
  const whole = text.toWellFormed().replace(/[\p{Cc}"\\]/gu, '')
  const { read } = new TextEncoder().encodeInto(whole, new Uint8Array(bytes))
  return whole.slice(0, read)
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}
