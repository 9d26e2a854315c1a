// Links of e-mails that confirm something: a page with a button. Only the button confirms, because mail scanners open
// every link. The link needs no credential.
import { common, Refused } from '@lms/contract'
import { html } from '@lms/html'
import { consentInternalApi, emailInternalApi } from '@lms/users/contract'
import { absent } from '../cache/schools.ts'
import { isForBrowser, notice, refusePage, writePage } from './page.ts'
import { type ConfirmationWords, pageWords } from './page.words.ts'
import type { PublicRoute, Visit } from './route.ts'

interface Confirmed {
  /** The page's words in the language of the school. */
  words(language: string): ConfirmationWords
  /** What a program is told of a link that is no longer valid. */
  gone: string
  /** Confirms; null if the link is no longer valid. */
  confirm(visit: Visit): Promise<object | null>
}

const scopeOf = ({ school, exchange }: Visit) => ({ school: school.school_id, requestId: exchange.requestId })

/** {site_url}/email-confirmations/{token} */
export const emailConfirmation = confirmation({
  words: language => pageWords(language).email,
  gone: 'This link is no longer valid. Change the e-mail again to get another link.',
  confirm: visit =>
    visit.parts
      .ask('users', { emailInternalApi }, scopeOf(visit))
      .emailInternalApi.confirm({ body: { token: visit.parameter } })
      .catch(absent),
})

/** {site_url}/consent-confirmations/{token} */
export const consentConfirmation = confirmation({
  words: language => pageWords(language).consent,
  gone: 'This link is no longer valid. Fill in the form again to get another link.',
  confirm: visit =>
    visit.parts
      .ask('users', { consentInternalApi }, scopeOf(visit))
      .consentInternalApi.confirm({ body: { token: visit.parameter } })
      .catch(absent),
})

function confirmation({ words, gone, confirm }: Confirmed): Pick<PublicRoute, 'missing' | 'take' | 'refuse'> {
  return {
    missing: gone,
    /** Shows the page, or confirms: JSON for a program, a page for a browser. */
    async take(visit) {
      const { exchange, school } = visit
      const said = words(school.language)
      if (exchange.request.method === 'GET')
        return writePage(visit, said.title, asking(said.question(school.name), said.confirm))
      const done = await confirm(visit)
      if (!done) throw new Refused(common.not_found, gone)
      if (!isForBrowser(visit)) return exchange.answer(200, JSON.stringify(done))
      writePage(visit, said.title, notice('status', said.confirmed))
    },
    /** Shows a refusal: JSON for a program, a page for a browser. */
    refuse(visit, refused) {
      if (!isForBrowser(visit)) return visit.exchange.refuse(refused)
      const said = words(visit.school.language)
      const { tooMany, away } = pageWords(visit.school.language)
      const { status } = refused.refusal
      refusePage(visit, status === 404 ? [said.title, said.gone] : status === 429 ? tooMany : away, refused)
    },
  }
}

const asking = (question: string, confirm: string) => html`<p>${question}</p>
<form method="post"><button type="submit">${confirm}</button></form>
`
