// What the operator sees of caught mails: a list, and one mail with its parts. Without scripts.
import { formatTime } from '@lms/contract'
import { Html, html } from '@lms/html'
import type { ReadMail } from './mail.ts'
import type { CaughtMail } from './mail-ring.ts'

const style = `:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{max-width:60rem;margin:0 auto;padding:1rem}
table{border-collapse:collapse;width:100%}
th,td{padding:.375rem .5rem;text-align:start;vertical-align:top;overflow-wrap:anywhere;border-bottom:1px solid}
pre{white-space:pre-wrap;overflow-wrap:anywhere}
iframe{width:100%;height:40rem;border:1px solid;background:#fff}
nav a{margin-inline-end:1rem}`

/** The pages load only their own style, and the mail in its frame. */
export const pagePolicy = `default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** A mail shows its pictures and styles, and runs nothing; its links open beside it. */
export const mailPolicy = `default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox`

const page = (title: string, content: Html) =>
  html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`.text

/** The newest mails; `counts` says how many were kept of those that have come. */
export function listPage(
  mails: readonly { mail: CaughtMail; read: ReadMail }[],
  counts: { kept: number; came: number },
): string {
  const row = ({ mail, read }: (typeof mails)[number]) => html`<tr><td><time>${timeOf(mail)}</time></td>
<td>${mail.to.join(', ')}</td><td><a href="/mails/${mail.id}">${read.subject || '(no subject)'}</a></td><td>${read.from}</td></tr>
`
  return page(
    'Mails of this installation',
    html`<p>No mail leaves this machine: every mail is caught here. ${counts.came} came since the start, ${counts.kept} are kept in memory, the newest ${mails.length} are listed.</p>
<table>
<thead><tr><th scope="col">Time</th><th scope="col">To</th><th scope="col">Subject</th><th scope="col">From</th></tr></thead>
<tbody>
${mails.map(row)}</tbody>
</table>`,
  )
}

export function mailPage(mail: CaughtMail, read: ReadMail): string {
  const at = `/mails/${mail.id}`
  const facts: [string, string][] = [
    ['From', read.from],
    ['To', read.to || mail.to.join(', ')],
    ['Envelope', `${mail.from} → ${mail.to.join(', ')}`],
    ['Time', timeOf(mail)],
    ...read.attachments.map(({ name, type, bytes }): [string, string] => [
      'Attachment',
      `${name || '(no name)'}, ${type}, ${bytes} bytes`,
    ]),
  ]
  const parts = [
    ['All mails', '/mails'],
    ...(read.html === null ? [] : [['HTML', `${at}/html`]]),
    ...(read.text === null ? [] : [['Text', `${at}/text`]]),
    ['Source', `${at}/source`],
  ] as const
  return page(
    read.subject || '(no subject)',
    html`<nav>${parts.map(([name, path]) => html`<a href="${path!}">${name!}</a>`)}</nav>
<table><tbody>
${facts.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody></table>
${read.html === null ? null : html`<h2>HTML</h2>\n<iframe title="The mail" src="${at}/html"></iframe>\n`}${
  read.text === null ? null : html`<h2>Text</h2>\n<pre>${read.text}</pre>\n`
}<h2>Links</h2>
<ul>
${read.links.map(link => html`<li><a href="${link}" rel="noreferrer" target="_blank">${link}</a></li>\n`)}</ul>`,
  )
}

/** The HTML of a mail whose links open in a window of their own. */
export const inFrame = (mail: string): string =>
  mail.replace(/<head[^>]*>/i, head => `${head}<base target="_blank">`)

const timeOf = ({ at }: CaughtMail) => formatTime(at)
