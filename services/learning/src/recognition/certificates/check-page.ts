// The page that checks a certificate.
import { minuteOf } from '@lms/contract/language'
import { html } from '@lms/html'
import { fragmentOf, notice } from '@lms/html/page'
import type { CheckPage, PublicCertificate } from './certificate.contract.ts'
import { certificateWords } from './certificate.words.ts'

/** Whether a certificate is valid, and what it says. */
export function checkPage(certificate: PublicCertificate, language: string): CheckPage {
  const words = certificateWords(language)
  const { status, revoked_at, revoke_reason } = certificate
  const facts: [string, string][] = [
    [words.name, certificate.name],
    [words.course, certificate.course_title],
    [words.school, certificate.school_name],
    [words.issued, minuteOf(certificate.issued_at, language)],
    ...(revoked_at ? [[words.revokedAt, minuteOf(revoked_at, language)] as [string, string]] : []),
    ...(revoke_reason ? [[words.reason, revoke_reason] as [string, string]] : []),
    [words.number, certificate.number],
  ]
  const content = [
    status === 'issued' ? notice('status', words.valid) : notice('alert', words.revoked),
    html`<table>
<tbody>
${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody>
</table>
`,
  ]
  return fragmentOf(words.title, content, certificate)
}
