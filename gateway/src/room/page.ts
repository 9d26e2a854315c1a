// What the room of a webinar says.
import { minuteOf } from '@lms/contract/language'
import { type Html, html } from '@lms/html'
import type { Room, roomProblems } from '@lms/webinars/contract'
import { notice } from '../public/page.ts'
import { roomWords } from './room.words.ts'

type Problem = (typeof roomProblems)[number]

/** The content of the page at `path`, in the language of the school. */
export function contentOf(room: Room, path: string, problem: Problem | null, language: string): Html[] {
  const words = roomWords(language)
  return [
    ...(problem ? [notice('alert', words.problems[problem])] : []),
    stateOf(room, language),
    html`<div id="blocks">\n${room.blocks.map(block => blockOf(block, room, path, language))}</div>\n`,
    chatOf(room, language),
    ...(room.writable ? [writing(path, language)] : []),
  ]
}

function stateOf(
  { status, host, starts_at, join_url, says_recorded, recording_url }: Room,
  language: string,
): Html {
  const words = roomWords(language)
  const link = (url: string, text: string) =>
    html`<p><a class="button" href="${url}" rel="noreferrer">${text}</a></p>\n`
  return html`<div id="state">
${host ? html`<p>${words.host(host)}</p>\n` : null}${notice('status', words.states[status])}${
  status === 'scheduled'
    ? html`<p><time datetime="${starts_at}">${words.starts(minuteOf(starts_at, language))}</time></p>\n`
    : null
}${says_recorded && status === 'live' ? html`<p>${words.recorded}</p>\n` : null}${join_url ? link(join_url, words.join) : null}${recording_url ? link(recording_url, words.recording) : null}</div>
`
}

type Block = Room['blocks'][number]

function blockOf(block: Block, room: Room, path: string, language: string): Html {
  const { id, title } = block
  return html`<section aria-labelledby="${id}">
<h2 id="${id}">${title}</h2>
${insideOf(block, room, path, language)}</section>
`
}

function insideOf(block: Block, { status }: Room, path: string, language: string): Html {
  const words = roomWords(language)
  const { offer_id, form_id, choice, results } = block
  if (offer_id) return html`<a class="button" href="/buy/${offer_id}">${block.title}</a>\n`
  if (form_id) return html`<a class="button" href="/forms/${form_id}">${words.form}</a>\n`
  const votes = status === 'live' && block.status === 'shown' && choice === null
  return votes ? voting(block, path, language) : counts(results, choice, language)
}

const voting = (
  { id, results }: Block,
  path: string,
  language: string,
): Html => html`<form method="post" action="${path}">
<input type="hidden" name="block_id" value="${id}">
<label for="${id}-choice">${roomWords(language).vote}</label>
<select id="${id}-choice" name="choice">
${results.map(({ option }, index) => html`<option value="${index}">${option}</option>\n`)}</select>
<button type="submit">${roomWords(language).vote}</button>
</form>
`

const counts = (results: Block['results'], choice: number | null, language: string): Html => html`<table>
<tbody>
${results.map(
  ({ option, answers }, index) =>
    html`<tr><th scope="row">${option}${index === choice ? ' ✓' : ''}</th><td>${roomWords(language).answers(answers)}</td></tr>\n`,
)}</tbody>
</table>
`

function chatOf({ pinned, messages }: Room, language: string): Html {
  const words = roomWords(language)
  return html`<section id="chat" aria-labelledby="chat-title">
<h2 id="chat-title">${words.chat}</h2>
${pinned ? html`<p class="notice"><strong>${words.pinned}:</strong> ${said(pinned)}</p>\n` : null}${
  messages.length === 0
    ? html`<p>${words.noMessages}</p>\n`
    : messages.map(
        message =>
          html`<p>${said(message)}${message.status === 'pending' ? html` <em>(${words.waits})</em>` : null}</p>\n`,
      )
}</section>
`
}

const said = ({ author_name, text }: { author_name: string; text: string }): Html =>
  html`${author_name ? html`<strong>${author_name}</strong> ` : null}${text}`

const writing = (path: string, language: string): Html => html`<form method="post" action="${path}">
<label for="message">${roomWords(language).message}</label>
<input id="message" name="text" required maxlength="2000" autocomplete="off">
<button type="submit">${roomWords(language).send}</button>
</form>
`
