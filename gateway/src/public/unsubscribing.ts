// {site_url}/unsubscribe/{token}: a page with a button. Only POST unsubscribes, because mail scanners open every link; mail
// programs send it with one click (RFC 8058). The link needs no credential.
import { common, Refused } from '@lms/contract'
import { unsubscribing } from '@lms/crm/contract'
import { html } from '@lms/html'
import { absent } from '../cache/schools.ts'
import { isForBrowser, notice, refusePage, writePage } from './page.ts'
import { pageWords } from './page.words.ts'
import type { Visit } from './route.ts'
import { unsubscribingWords } from './unsubscribing.words.ts'

export const noUnsubscribing = 'This link is not valid.'

/** Shows the page, or unsubscribes: JSON for a program, a page for a browser. */
export async function takeUnsubscribing(visit: Visit): Promise<void> {
  const { exchange, parameter: token, school, parts } = visit
  const words = unsubscribingWords(school.language)
  const scope = { school: school.school_id, requestId: exchange.requestId }
  const asked = parts.ask('crm', { unsubscribing }, scope).unsubscribing
  const body = { token: token.slice(0, 100) }
  if (exchange.request.method === 'GET') {
    const found = await asked.show({ body }).catch(absent)
    if (!found) throw new Refused(common.not_found, noUnsubscribing)
    return writePage(visit, words.title, asking(words.question(found.topic, school.name), words.title))
  }
  const done = await asked.unsubscribe({ body }).catch(absent)
  if (!done) throw new Refused(common.not_found, noUnsubscribing)
  if (!isForBrowser(visit)) return exchange.answer(200, JSON.stringify(done))
  writePage(visit, words.title, notice('status', words.done))
}

/** Shows a refusal: JSON for a program, a page for a browser. */
export function refuseUnsubscribing(visit: Visit, refused: Refused): void {
  if (!isForBrowser(visit)) {
    visit.exchange.refuse(refused)
    return
  }
  const { language } = visit.school
  const { tooMany, away } = pageWords(language)
  const { title, unknown } = unsubscribingWords(language)
  const { status } = refused.refusal
  const said = status === 404 ? ([title, unknown] as const) : status === 429 ? tooMany : away
  refusePage(visit, said, refused)
}

const asking = (question: string, button: string) => html`<p>${question}</p>
<form method="post"><button type="submit">${button}</button></form>
`
