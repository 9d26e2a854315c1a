// The school's own addresses: pages, redirects, robots.txt, the sitemap, and previews of drafts.
import { common, Refused } from '@lms/contract'
import { html } from '@lms/html'
import { canonicalPath } from '@lms/site/contract'
import type { AnswerHeaders } from '../http/exchange.ts'
import { sendForm } from './encoded.ts'
import { isForBrowser, refusePage, writePage } from './page.ts'
import { pageWords } from './page.words.ts'
import type { CachedPage } from './page-cache.ts'
import { policyOf } from './page-style.ts'
import type { Visit } from './route.ts'

export const noPage = 'There is no such page. The API is under /api/v1.'
export const noPreview = 'This link leads to no draft, or has expired. Ask for another one.'

/** Sends what is at an address. The query is no part of it. */
export async function takePage(visit: Visit): Promise<void> {
  const { exchange, path, parts } = visit
  const canonical = isPlain(path) ? path : canonicalPath(path)
  const page = await parts.pages.find(canonical, visitorOf(visit))
  if (path === '/' && page.status === 404 && isForBrowser(visit)) await greet(visit)
  else if (page.status === 404 && !isForBrowser(visit)) throw new Refused(common.not_found, noPage)
  else {
    if (page.isPage) parts.visitors?.note(exchange, canonical)
    sendPage(visit, page)
  }
}

/** The front page of a school that has none yet. */
async function greet({ exchange, school, parts }: Visit): Promise<void> {
  const frame = await parts.frames.find(school.school_id, exchange.requestId)
  const words = pageWords(school.language)
  const content = html`<p>${words.comeBack}</p>\n`
  writePage({ exchange, frame, school }, words.opensSoon(school.name), content, {
    'content-security-policy': policyOf(frame),
    'x-robots-tag': 'noindex',
  })
}

/** Whether a path is as browsers send it: nothing to escape, no `.` and `..`. Most are, and reading one takes longer. */
const isPlain = (path: string) => /^(\/|(\/[\w~-][\w.~-]*)+)$/.test(path)

/** Sends the draft of a preview link. */
export async function takePreview(visit: Visit): Promise<void> {
  const page = await visit.parts.pages.preview(visit.parameter, visitorOf(visit))
  if (page.status === 404) throw new Refused(common.not_found, noPreview)
  sendPage(visit, page)
}

const visitorOf = ({ exchange, school }: Visit) => ({
  school: school.school_id,
  network: exchange.network,
  requestId: exchange.requestId,
})

function sendPage(visit: Visit, { status, text, headers, interactive }: CachedPage): void {
  const { exchange, school, parts, countBytes } = visit
  const form = text.for(exchange.request.headers['accept-encoding'])
  countBytes(form.body.length)
  const cookies = parts.cookies.headersOf(exchange, school.school_id, interactive)
  // With a cookie it is an answer for this visitor alone.
  const own = cookies['set-cookie']
    ? { ...headers, ...cookies, 'cache-control': 'private, no-cache' }
    : headers
  sendForm(exchange, status, form, ledOn(own, exchange.target))
}

/** A redirect keeps the query of the visit, beside one that its target has; campaigns are counted by it. */
function ledOn(headers: AnswerHeaders, visited: string): AnswerHeaders {
  const { location } = headers
  const query = /\?([^#]+)/.exec(visited)?.[1]
  if (typeof location !== 'string' || !query) return headers
  const [, target, fragment] = /^([^#]*)(#.*)?$/s.exec(location)!
  const joint = target!.includes('?') ? '&' : '?'
  return {
    ...headers,
    location: `${target}${joint}${query.replace(/[^\x21-\x7e]/g, escaped)}${fragment ?? ''}`,
  }
}

/** Node reads each byte of a target as one character. */
const escaped = (byte: string) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`

/** Shows a refusal: JSON for a program, which may have left out /api, and a page for a browser. */
export function refuseToShow(visit: Visit, refused: Refused): void {
  if (!isForBrowser(visit)) {
    visit.exchange.refuse(refused)
    return
  }
  const { status } = refused.refusal
  const words = pageWords(visit.school.language)
  const none = refused.message === noPreview ? words.noPreview : words.noPage
  refusePage(visit, status === 404 ? none : status === 429 ? words.tooMany : words.unavailable, refused)
}
