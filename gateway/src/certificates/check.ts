// {site_url}/certificates/{number}: whether a certificate is genuine and valid. For anybody: JSON for a program, a page for
// a browser. Search engines are told to leave it out: it names a person.
import { common, Refused } from '@lms/contract'
import { minuteOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { certificateChecks, type PublicCertificate } from '@lms/learning/contract'
import { absent } from '../cache/schools.ts'
import { isForBrowser, notice, refusePage, writePage } from '../public/page.ts'
import { pageWords } from '../public/page.words.ts'
import type { Visit } from '../public/route.ts'
import { limitBy } from '../public/submission-rate.ts'
import { certificateWords } from './certificate.words.ts'

export const noCertificate = 'This school has no certificate with this number.'

/** More than somebody checks by hand; guessing a number of 78 bits is hopeless at any rate. */
const ofNetwork = { rate: 1, burst: 60 }
export const unlisted = { 'x-robots-tag': 'noindex', vary: 'accept' }

/** The questions about certificates, for a visit. */
export const checksOf = ({ parts, school, exchange: { requestId } }: Visit) =>
  parts.ask('learning', { certificateChecks }, { school: school.school_id, requestId }).certificateChecks

export const limitChecks = ({ parts, school, exchange }: Visit): void =>
  limitBy(parts, [[`certificates ${school.school_id} ${exchange.network}`, ofNetwork]])

/** Shows the certificate of a number. */
export async function takeCheck(visit: Visit): Promise<void> {
  limitChecks(visit)
  const found = await checksOf(visit)
    .show({ body: { number: visit.parameter } })
    .catch(absent)
  if (!found) throw new Refused(common.not_found, noCertificate)
  if (!isForBrowser(visit))
    return visit.exchange.answer(200, JSON.stringify(found), {
      ...unlisted,
      'content-type': 'application/json; charset=utf-8',
    })
  const { language } = visit.school
  writePage(visit, certificateWords(language).title, contentOf(found, language), unlisted)
}

/** Shows a refusal: JSON for a program, a page for a browser. */
export function refuseCheck(visit: Visit, refused: Refused): void {
  if (!isForBrowser(visit)) {
    visit.exchange.refuse(refused)
    return
  }
  const { language } = visit.school
  const { title, unknown } = certificateWords(language)
  const { tooMany, away } = pageWords(language)
  const { status } = refused.refusal
  const said = status === 404 ? ([title, unknown] as const) : status === 429 ? tooMany : away
  refusePage(visit, said, refused)
}

function contentOf(found: PublicCertificate, language: string): Html[] {
  const words = certificateWords(language)
  const { status, revoked_at, revoke_reason } = found
  const facts: [string, string][] = [
    [words.name, found.name],
    [words.course, found.course_title],
    [words.school, found.school_name],
    [words.issued, minuteOf(found.issued_at, language)],
    ...(revoked_at ? [[words.revokedAt, minuteOf(revoked_at, language)] as [string, string]] : []),
    ...(revoke_reason ? [[words.reason, revoke_reason] as [string, string]] : []),
    [words.number, found.number],
  ]
  return [
    status === 'issued' ? notice('status', words.valid) : notice('alert', words.revoked),
    html`<table>
<tbody>
${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody>
</table>
`,
  ]
}
