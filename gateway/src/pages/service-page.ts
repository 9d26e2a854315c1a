// Pages that services write. The gateway asks for a fragment, sets it into the layout of the school, and keeps what protects
// the page: rates, the origin of forms, cookies.
import {
  common,
  type Notice,
  type PageFragment,
  type PageRefusals,
  type PageVisit,
  Refused,
} from '@lms/contract'
import { Html, html } from '@lms/html'
import { absent } from '../cache/schools.ts'
import type { AnswerHeaders } from '../http/exchange.ts'
import { isForBrowser, refusePage, seeOther, writePage } from '../public/page.ts'
import { pageWords } from '../public/page.words.ts'
import { policyOf } from '../public/page-style.ts'
import type { PublicRoute, Visit } from '../public/route.ts'

/** A page that a service wrote, or with a location where it leads; what it says as data is for programs. */
export type Fragment = Omit<PageFragment, 'data'> & { data: object | null }
/** A page, or only where the visitor is led. */
export type Answer = Fragment | Led
interface Led {
  location: string
  headers?: AnswerHeaders
}

export interface ServicePage {
  /** What a program is told of a 404. */
  readonly missing: string
  /** Asks the service for the page. */
  readonly show: (visit: Visit, facts: PageVisit) => Promise<Answer>
  /** Has the service do what the form of the page is for. */
  readonly send?: (visit: Visit, facts: PageVisit) => Promise<Answer>
  readonly refusals: (language: string) => PageRefusals
  /** Counts the visit before a service is asked. */
  readonly limit?: (visit: Visit) => void
  /** Whether programs get JSON; a text is its media type. */
  readonly forPrograms?: true | string
  /** Whether the visit begins here: links of newsletters and partners lead to the page. */
  readonly begins?: true
  /** Whether the person has done what the page is for, and is led on to the school's own pages. */
  readonly leadsOn?: (visit: Visit) => boolean
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
    if (isPage(sent)) answer(visit, sent, page)
    else seeOther(visit, sent.location, sent.headers)
  },
  refuse(visit, refused) {
    if (page.forPrograms && !isForBrowser(visit)) visit.exchange.refuse(refused)
    else refusePage(visit, noticeOf(refused, page.refusals, visit.school.language), refused)
  },
})

const isPage = (answer: Answer): answer is Fragment => answer.location === null

const factsOf = ({ path, school: { language, name, time_zone } }: Visit): PageVisit => ({
  path,
  language,
  school_name: name,
  time_zone,
})

/** JSON for a program, a page for a browser. */
function answer(
  visit: Visit,
  fragment: Fragment,
  { headers = {}, forPrograms, begins, leadsOn }: ServicePage,
): void {
  const {
    title,
    content,
    language = visit.school.language,
    data,
    images,
    media,
    frames,
    script,
    refresh,
  } = fragment
  const { exchange, school, parts, frame } = visit
  if (forPrograms && data !== null && !isForBrowser(visit)) {
    const mediaType = forPrograms === true ? 'application/json; charset=utf-8' : forPrograms
    const type = { 'content-type': mediaType }
    exchange.answer(200, JSON.stringify(data), { ...headers, ...type })
    return
  }
  if (begins && exchange.request.method === 'GET') parts.visitors?.note(exchange, visit.path)
  const on = leadsOn?.(visit) ? [wayOn(school, language)] : []
  writePage({ exchange, frame, school: { ...school, language } }, title, [new Html(content), ...on], {
    ...headers,
    'content-security-policy': policyOf(frame, { pictures: images, media, frames, script }),
    ...(refresh ? { refresh: `${refresh.seconds}; url=${refresh.url}` } : {}),
    ...(begins ? parts.cookies.headersOf(exchange, school.school_id, true) : {}),
  })
}

/** On to the pages of the school. */
const wayOn = ({ name }: Visit['school'], language: string): Html =>
  html`<p><a class="button second" href="/">${pageWords(language).goOn(name)}</a></p>\n`

/** Of pages whose button has done what they are for. */
export const afterSending = ({ exchange }: Visit): boolean => exchange.request.method === 'POST'

/** What stands in place of a page. */
export function noticeOf(
  { refusal: { status }, headers }: Refused,
  refusals: ServicePage['refusals'],
  language: string,
): Notice {
  const own = refusals(language)
  const { tooMany, unavailable } = pageWords(language)
  if (status === 429) return own[429]?.(Math.ceil(Number(headers['retry-after'] ?? 60) / 60)) ?? tooMany
  return own[status as 400] ?? own.unavailable ?? unavailable
}
