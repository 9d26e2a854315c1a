// The cookies that the pages of a school set.
import type { AnswerHeaders, Exchange } from '../http/exchange.ts'
import { PartnerCookies } from './partner-cookie.ts'
import { SignedCookies } from './signed-cookies.ts'
import { VisitCookies } from './visit-cookie.ts'

export class Cookies {
  readonly visits: VisitCookies
  readonly partners: PartnerCookies

  /** `secret` is the same for all gateways; `now` returns milliseconds since 1970. */
  constructor(secret: string, now: () => number) {
    const signed = new SignedCookies(secret)
    this.visits = new VisitCookies(signed, now)
    this.partners = new PartnerCookies(signed, now)
  }

  /**
   * The header of a page for this visitor: the partner whose link led to it, and the visit, if the page has a form or an
   * offer. None if both are known.
   */
  headersOf({ request, secure }: Exchange, school: string, interactive: boolean): AnswerHeaders {
    const visit = interactive ? this.visits.begin(request, school, secure) : null
    const partner = this.partners.follow(request, school, secure)
    const set = [visit, partner].filter(cookie => cookie !== null)
    return set.length ? { 'set-cookie': set } : {}
  }
}
