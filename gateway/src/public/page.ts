// Pages that the gateway itself writes. They need no script, and load nothing.
import type { Refused } from '@lms/contract'
import { directionOf } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import type { ResolvedSchool } from '@lms/site/contract'
import { type AnswerHeaders, headersOf } from '../http/exchange.ts'
import { style } from './page-style.ts'
import type { Visit } from './route.ts'

/** A whole page in the school's language; `title` is also the heading. */
export const pageOf = (
  title: string,
  { name, language }: Pick<ResolvedSchool, 'name' | 'language'>,
  content: Html | readonly Html[],
): string =>
  html`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${title} – ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${name}</p>
${content}
</main>
</body>
</html>
`.text

/** A sentence that stands out; an alert is read at once by a screen reader. */
export const notice = (role: 'status' | 'alert', text: string) =>
  html`<p class="notice" role="${role}">${text}</p>\n`

/** Answers with a page of the school; `title` is also the heading. */
export function writePage(
  { exchange, school }: Visit,
  title: string,
  content: Html | readonly Html[],
  headers: AnswerHeaders = {},
  status = 200,
): void {
  const type = { 'content-type': 'text/html; charset=utf-8' }
  exchange.answer(status, pageOf(title, school, content), { ...type, ...headers })
}

/** Answers with a refusal as a page. */
export function refusePage(
  visit: Visit,
  [title, text]: readonly [title: string, text: string],
  refused: Refused,
): void {
  writePage(visit, title, notice('alert', text), headersOf(refused), refused.refusal.status)
}

/** Whether the client asks for pages, as browsers and search engines do. */
export const isForBrowser = ({ exchange: { request } }: Visit): boolean =>
  String(request.headers.accept).includes('text/html')
