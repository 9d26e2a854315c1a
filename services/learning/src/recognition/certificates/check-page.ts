// The page that checks a certificate.
import { minuteOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import { fragmentOf, notice } from '@lms/html/page'
import { achievementPath } from '../badges/achievement.ts'
import type { CheckPage, PublicCertificate } from './certificate.contract.ts'
import { certificateWords } from './certificate.words.ts'

/** Whether a certificate is valid, and what it says; a valid one can be taken along as a badge. */
export function checkPage(
  certificate: PublicCertificate,
  { language, siteUrl, courseId }: { language: string; siteUrl: string; courseId: string },
): CheckPage {
  const words = certificateWords(language)
  const { status, revoked_at, revoke_reason } = certificate
  const facts: [string, string | Html][] = [
    [words.name, certificate.name],
    [words.course, html`<a href="${achievementPath(courseId)}">${certificate.course_title}</a>`],
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
    ...(status === 'issued' ? [badgeLinks(certificate, language, siteUrl)] : []),
  ]
  return fragmentOf(words.title, content, certificate)
}

/** The picture with the credential baked in, the credential itself, and the form by which LinkedIn takes a certificate. */
function badgeLinks(certificate: PublicCertificate, language: string, siteUrl: string) {
  const words = certificateWords(language)
  const number = encodeURIComponent(certificate.number)
  const links = [
    [words.badge, `/.well-known/badge-pictures/${number}`],
    [words.badge.replace('SVG', 'PNG'), `/.well-known/badge-pictures/${number}.png`],
    [words.credential, `/.well-known/badge-credentials/${number}`],
    [words.linkedin, linkedinUrl(certificate, siteUrl)],
  ] as const
  return html`<ul>
${links.map(([label, url]) => html`<li><a href="${url}" rel="nofollow">${label}</a></li>\n`)}</ul>
`
}

/** https://addtoprofile.linkedin.com: the fields of the form, filled in. */
function linkedinUrl({ number, course_title, school_name, issued_at }: PublicCertificate, siteUrl: string) {
  const issued = new Date(issued_at)
  const fields = new URLSearchParams({
    startTask: 'CERTIFICATION_NAME',
    name: course_title,
    organizationName: school_name,
    issueYear: String(issued.getUTCFullYear()),
    issueMonth: String(issued.getUTCMonth() + 1),
    certUrl: `${siteUrl}/certificates/${number}`,
    certId: number,
  })
  return `https://www.linkedin.com/profile/add?${fields}`
}
