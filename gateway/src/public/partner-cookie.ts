// The cookie of the partners whose links (`?partner=…`) a visitor has followed. Commerce decides by the school's settings
// which of them counts, and for how long.
import type { IncomingMessage } from 'node:http'
import type { SignedCookies } from './signed-cookies.ts'
import { queryOf } from './visit-cookie.ts'

export interface PartnerClick {
  readonly code: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const name = 'lms_partner'
const dayMs = 86_400_000
/** The longest time for which a school can let a click count. */
const maxDays = 365
/** The first one and the last ones: a school lets either count. */
const maxClicks = 5

export class PartnerCookies {
  readonly #cookies: SignedCookies
  readonly #now: () => number

  /** `now` returns milliseconds since 1970. */
  constructor(cookies: SignedCookies, now: () => number) {
    this.#cookies = cookies
    this.#now = now
  }

  /** The clicks of a visitor in the school, the oldest first. */
  read(request: IncomingMessage, school: string): PartnerClick[] {
    const now = this.#now()
    const clicks = (this.#cookies.read(request, name, school) ?? []) as [code: string, at: number][]
    return clicks
      .map(([code, at]) => ({ code, at }))
      .filter(({ at }) => at <= now && now - at <= maxDays * dayMs)
  }

  /** Set-Cookie for a request whose address is a partner's link; null for another, and for the same link within a day. */
  follow(request: IncomingMessage, school: string, secure: boolean): string | null {
    const code = partnerIn(queryOf(request))
    if (code === null) return null
    const earlier = this.read(request, school)
    const at = this.#now()
    const last = earlier.at(-1)
    if (last?.code === code && at - last.at < dayMs) return null
    const clicks = [...earlier.slice(0, 1), ...earlier.slice(1).slice(2 - maxClicks), { code, at }]
    const value = clicks.map(click => [click.code, click.at])
    return this.#cookies.write(name, value, { school, seconds: maxDays * 86_400, secure })
  }
}

/** The code of a partner's link; what is none is not kept. */
function partnerIn(query: URLSearchParams): string | null {
  const code = query.get('partner')?.toLowerCase() ?? ''
  return /^[a-z0-9][a-z0-9_-]{0,39}$/.test(code) ? code : null
}
