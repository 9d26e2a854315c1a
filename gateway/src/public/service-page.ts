// Pages that services write. The gateway asks for a fragment, sets it into the layout of the school, and keeps what protects
// the page: rates, the origin of forms, cookies.
import {
  common,
  type PageFragment,
  type PageRefusals,
  type PageVisit,
  Refused,
  type Said,
} from '@lms/contract'
import { Html } from '@lms/html'
import { absent } from '../cache/schools.ts'
import type { AnswerHeaders } from '../http/exchange.ts'
import { isForBrowser, refusePage, seeOther, writePage } from './page.ts'
import { pageWords } from './page.words.ts'
import type { PublicRoute, Visit } from './route.ts'

/** The address where a visitor goes on, or the page itself. */
type Sent = { location: string } | PageFragment

interface ServicePage {
  /** What a program is told of a 404. */
  readonly missing: string
  /** Asks the service for the page. */
  readonly show: (visit: Visit, facts: PageVisit) => Promise<PageFragment>
  /** Has the service do what the form of the page is for. */
  readonly send?: (visit: Visit, facts: PageVisit) => Promise<Sent>
  readonly refusals: (language: string) => PageRefusals
  /** Counts the visit before a service is asked. */
  readonly limit?: (visit: Visit) => void
  /** Whether refusals of programs are JSON. */
  readonly forPrograms?: true
  readonly headers?: AnswerHeaders
}

type Written = Pick<
  PublicRoute,
  'missing' | 'whileSuspended' | 'answers' | 'framed' | 'cache' | 'take' | 'refuse'
>

export const servicePage = (page: ServicePage): Written => ({
  missing: page.missing,
  whileSuspended: false,
  answers: 'page',
  framed: true,
  cache: 'no-store',
  async take(visit) {
    page.limit?.(visit)
    const { request } = visit.exchange
    const act = request.method === 'GET' || !page.send ? page.show : page.send
    const sent = await act(visit, factsOf(visit)).catch(absent)
    if (!sent) throw new Refused(common.not_found, page.missing)
    if ('location' in sent) seeOther(visit, sent.location)
    else answer(visit, sent, page.headers ?? {})
  },
  refuse(visit, refused) {
    if (page.forPrograms && !isForBrowser(visit)) visit.exchange.refuse(refused)
    else refusePage(visit, saidOf(refused, page.refusals, visit.school.language), refused)
  },
})

/** Whose question a service is asked, for its client. */
export const scopeOf = ({ school, exchange: { requestId } }: Visit) => ({
  school: school.school_id,
  requestId,
})

const factsOf = ({ path, school: { language, name } }: Visit): PageVisit => ({
  path,
  language,
  school_name: name,
})

/** JSON for a program, a page for a browser. */
function answer(visit: Visit, { title, content, data }: PageFragment, headers: AnswerHeaders): void {
  if (data !== null && !isForBrowser(visit)) visit.exchange.answer(200, JSON.stringify(data), json(headers))
  else writePage(visit, title, new Html(content), headers)
}
const json = (headers: AnswerHeaders) => ({ ...headers, 'content-type': 'application/json; charset=utf-8' })

function saidOf(
  { refusal: { status }, headers }: Refused,
  refusals: ServicePage['refusals'],
  language: string,
): Said {
  const own = refusals(language)
  const { tooMany, away } = pageWords(language)
  if (status === 429) return own[429]?.(Math.ceil(Number(headers['retry-after'] ?? 60) / 60)) ?? tooMany
  return own[status as 400] ?? own.away ?? away
}
