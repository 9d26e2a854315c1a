// The layout around what services write, and around what stands in place of a page. It needs no script.
import type { Refused } from '@lms/contract'
import { directionOf } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { notice } from '@lms/html/page'
import type { Frame, ResolvedSchool } from '@lms/site/contract'
import { type AnswerHeaders, headersOf } from '../http/exchange.ts'
import { style } from './page-style.ts'
import type { Visit } from './route.ts'

/**
 * A whole page in the school's language; `title` is also the heading. With the layout of the school it looks like the
 * school's other pages, and leads back to them.
 */
export const pageOf = (
  title: string,
  { name, language }: Pick<ResolvedSchool, 'name' | 'language'>,
  content: Html | readonly Html[],
  frame: Frame | null = null,
): string =>
  html`<!DOCTYPE html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${title} – ${name}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>${new Html(style)}</style>
${frame ? new Html(frame.head) : html`<link rel="icon" href="data:,">`}
</head>
${frame ? html`<body>\n${new Html(frame.header)}` : html`<body class="alone">`}
<main id="_content" tabindex="-1">
<h1>${title}</h1>
${frame ? null : html`<p>${name}</p>\n`}${content}
</main>
${frame ? html`${new Html(frame.footer)}\n` : null}</body>
</html>
`.text

/** Answers with a page of the school; `title` is also the heading. */
export function writePage(
  { exchange, school, frame }: Pick<Visit, 'exchange' | 'school' | 'frame'>,
  title: string,
  content: Html | readonly Html[],
  headers: AnswerHeaders = {},
  status = 200,
): void {
  const type = { 'content-type': 'text/html; charset=utf-8' }
  exchange.answer(status, pageOf(title, school, content, frame), { ...type, ...headers })
}

/** Answers with a refusal as a page. */
export function refusePage(
  visit: Visit,
  [title, text]: readonly [title: string, text: string],
  refused: Refused,
): void {
  writePage(visit, title, notice('alert', text), headersOf(refused), refused.refusal.status)
}

/** Leads on by GET: a reload sends nothing again. */
export function seeOther({ exchange }: Visit, location: string, headers: AnswerHeaders = {}): void {
  exchange.head(303, { ...headers, location, 'content-length': 0 })
  exchange.response.end()
}

/** Whether the client asks for pages, as browsers and search engines do. */
export const isForBrowser = ({ exchange: { request } }: Visit): boolean =>
  String(request.headers.accept).includes('text/html')
