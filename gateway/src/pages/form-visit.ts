// {site_url}/forms/{form_id}: a form alone on a page of the school, and the address to which forms on pages are sent.
import { common, type Id, Refused } from '@lms/contract'
import { formVisitRefusals, formVisits, type Visit as Page } from '@lms/site/contract'
import { absent } from '../cache/schools.ts'
import type { AnswerHeaders } from '../http/exchange.ts'
import { foreignOrigin } from '../public/foreign-origin.ts'
import { readFields } from '../public/form.ts'
import { refusePage } from '../public/page.ts'
import { type PublicRoute, scopeOf, type Visit } from '../public/route.ts'
import { countSubmission } from '../public/submission-rate.ts'
import { noticeOf } from './service-page.ts'

/** The address after a submission, where the page thanks. */
const submitted = '?submitted'
/** A form of fifty fields with all choices ticked, and long texts. */
const bounds = { bytes: 128 * 1024, fields: 500, characters: 5000 }

/** The site writes the whole page: the layout is its own. */
export const formVisit: Pick<
  PublicRoute,
  'missing' | 'whileSuspended' | 'answers' | 'cache' | 'take' | 'refuse'
> = {
  missing: 'This school has no form with this address.',
  whileSuspended: false,
  answers: 'page',
  cache: 'no-store',
  take: takeFormVisit,
  refuse: (visit, refused) =>
    refusePage(visit, noticeOf(refused, formVisitRefusals, visit.school.language), refused),
}

async function takeFormVisit(visit: Visit): Promise<void> {
  const { exchange, parameter, parts, path } = visit
  const site = parts.ask('site', { formVisits }, scopeOf(visit)).formVisits
  const form_id = parameter as Id<'frm'>
  if (exchange.request.method === 'GET') {
    const sent = exchange.request.url === path + submitted
    return show(visit, await site.show({ body: { form_id, sent } }).catch(absent))
  }
  const body = { form_id, fields: await readFields(visit, bounds), ...circumstancesOf(visit) }
  const answer = await site.submit({ body }).catch(absent)
  if (!answer || answer.page) return show(visit, answer?.page ?? null)
  // To the thanks by GET: a reload submits nothing again.
  exchange.head(303, { location: answer.location ?? path + submitted, 'content-length': 0 })
  exchange.response.end()
}

/** What tells spam from what people send, and where they came from. */
function circumstancesOf(visit: Visit) {
  const { exchange, school, parts, parameter } = visit
  const { request } = exchange
  const cookie = parts.cookies.visits.read(request, school.school_id)
  return {
    elapsed_ms: cookie && parts.cookies.visits.ageOf(cookie),
    referrer: cookie?.referrer ?? '',
    utm: cookie?.utm ?? {},
    foreign_origin: foreignOrigin(exchange),
    too_many: countSubmission(visit, parameter, { hasCookie: cookie !== null }),
  }
}

/** Writes a page that the site has rendered; a missing one is refused. */
function show({ exchange, school, parts, countBytes }: Visit, page: Page | null): void {
  if (!page) throw new Refused(common.not_found)
  const body = Buffer.from(page.body)
  countBytes(body.length)
  const headers: AnswerHeaders = { 'content-type': page.content_type, ...page.headers }
  const cookies = parts.cookies.headersOf(exchange, school.school_id, page.interactive)
  exchange.answer(page.status, body, { ...headers, ...cookies })
}
