// {site_url}/email-confirmations/{token}: a page with a button. Only the button confirms, because mail scanners open every
// link. The link needs no credential.
import { common, Refused } from '@lms/contract'
import { html } from '@lms/html'
import { emailInternalApi } from '@lms/users/contract'
import { absent } from '../known/schools.ts'
import { isForBrowser, notice, refusePage, writePage } from './page.ts'
import { pageWords } from './page.words.ts'
import type { Visit } from './route.ts'

export const noConfirmation = 'This link is no longer valid. Change the e-mail again to get another link.'

/** Shows the page, or confirms: JSON for a program, a page for a browser. */
export async function takeConfirmation(visit: Visit): Promise<void> {
  const { exchange, parameter: token, school, parts } = visit
  const { email } = pageWords(school.language)
  if (exchange.request.method === 'GET')
    return writePage(visit, email.title, asking(email.question(school.name), email.confirm))
  const scope = { school: school.school_id, requestId: exchange.requestId }
  const emails = parts.ask('users', { emailInternalApi }, scope).emailInternalApi
  const done = await emails.confirm({ body: { token } }).catch(absent)
  if (!done) throw new Refused(common.not_found, noConfirmation)
  if (!isForBrowser(visit)) return exchange.answer(200, JSON.stringify(done))
  writePage(visit, email.title, notice('status', email.confirmed))
}

/** Shows a refusal: JSON for a program, a page for a browser. */
export function refuseConfirmation(visit: Visit, refused: Refused): void {
  if (!isForBrowser(visit)) {
    visit.exchange.refuse(refused)
    return
  }
  const { email, tooMany, away } = pageWords(visit.school.language)
  const { status } = refused.refusal
  const said = status === 404 ? ([email.title, email.gone] as const) : status === 429 ? tooMany : away
  refusePage(visit, said, refused)
}

const asking = (question: string, confirm: string) => html`<p>${question}</p>
<form method="post"><button type="submit">${confirm}</button></form>
`
