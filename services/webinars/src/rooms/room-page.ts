// What the room of a webinar says.
import type { PageFragment, PageVisit } from '@lms/contract'
import { minuteOf } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { fragmentOf, notice } from '@lms/html/page'
import { messageHtml, type Said, saidHtml } from '../live/message-html.ts'
import { filmHtml } from './film-html.ts'
import type { Room, RoomProblem, RoomState, ShownBlock } from './room.contract.ts'
import { roomWords } from './room.words.ts'
import { roomScript, scriptSource } from './room-script.ts'

/** The page of a room; `problem` is why something that its participant sent was not taken. */
export function roomPage(
  room: Room,
  { path, language }: PageVisit,
  problem: RoomProblem | null,
): PageFragment {
  const script = html`<script type="module">${new Html(roomScript)}</script>\n`
  const content = [...contentOf(room, path, problem, language), script]
  return fragmentOf(room.title, content, null, { script: scriptSource, ...room.sources })
}

/** The content of the page at `path`, in the language of the school. */
function contentOf(room: Room, path: string, problem: RoomProblem | null, language: string): Html[] {
  const { frames, media } = room.sources
  // The script shows a film of these origins; for another one it loads the page anew, with its policy.
  const origins = [...frames, media ?? ''].join(' ').trim()
  return [
    html`<div id="notices" data-number="${room.number}" data-origins="${origins}">${problem ? notice('alert', roomWords(language).problems[problem]) : null}</div>\n`,
    stateOf(room, language),
    html`<div class="room">
<div>
${filmHtml(room.film, room.title, language)}<div id="blocks">\n${room.blocks.map(block => blockOf(block, room.status, path, language))}</div>
</div>
<div>
${chatOf(room, language)}${writing(room.writable, path, language)}</div>
</div>
`,
  ]
}

/** What the session is doing. */
export function stateOf({ status, host, starts_at, says_recorded }: RoomState, language: string): Html {
  const words = roomWords(language)
  return html`<div id="state">
${host ? html`<p>${words.host(host)}</p>\n` : null}${notice('status', words.states[status])}${
  status === 'scheduled'
    ? html`<p><time datetime="${starts_at}">${words.starts(minuteOf(starts_at, language))}</time></p>\n`
    : null
}${says_recorded && status === 'live' ? html`<p>${words.recorded}</p>\n` : null}</div>
`
}

/** With the choice of the participant; null: none. */
type Block = ShownBlock & { choice: number | null }

/** A block; its form is sent to `path`. */
export function blockOf(block: Block, status: RoomState['status'], path: string, language: string): Html {
  const { id, title, choice } = block
  return html`<section id="${id}" aria-labelledby="${id}-title"${choice === null ? null : html` data-choice="${choice}"`}>
<h2 id="${id}-title">${title}</h2>
${insideOf(block, status, path, language)}</section>
`
}

function insideOf(block: Block, status: RoomState['status'], path: string, language: string): Html {
  const words = roomWords(language)
  const { offer_id, form_id, choice, results } = block
  // The purchase says from which session it came.
  const source = new URLSearchParams({ utm_source: 'webinar', utm_campaign: block.session_id })
  if (offer_id)
    return html`<a class="button" href="/buy/${offer_id}?${source.toString()}">${block.title}</a>\n`
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

/** The answers to a poll. */
export const counts = (
  results: Block['results'],
  choice: number | null,
  language: string,
): Html => html`<table>
<tbody>
${results.map(
  ({ option, answers }, index) =>
    html`<tr><th scope="row">${option}${index === choice ? ' ✓' : ''}</th><td>${roomWords(language).answers(answers)}</td></tr>\n`,
)}</tbody>
</table>
`

function chatOf({ banned, pinned, messages }: Room, language: string): Html {
  const words = roomWords(language)
  if (banned)
    return html`<section id="chat" aria-labelledby="chat-title">
<h2 id="chat-title">${words.chat}</h2>
<p>${words.problems.author_banned}</p>
</section>
`
  return html`<section id="chat" aria-labelledby="chat-title">
<h2 id="chat-title">${words.chat}</h2>
<div id="pinned">${pinned ? pinnedOf(pinned, language) : null}</div>
${messages.length === 0 ? html`<p id="none">${words.noMessages}</p>\n` : null}<div id="messages" role="log" aria-labelledby="chat-title" tabindex="0" data-staff="${words.staff}">
${messages.map(message => messageHtml(message, words.staff, message.status === 'pending' ? words.waits : null))}</div>
</section>
`
}

export function pinnedOf(message: Said, language: string): Html {
  const { pinned, staff } = roomWords(language)
  return html`<p class="notice"><strong>${pinned}:</strong> ${saidHtml(message, staff)}</p>\n`
}

const writing = (
  writable: boolean,
  path: string,
  language: string,
): Html => html`<form id="writing" method="post" action="${path}"${writable ? null : html` hidden`}>
<label for="message">${roomWords(language).message}</label>
<input id="message" name="text" required maxlength="2000" autocomplete="off">
<button type="submit">${roomWords(language).send}</button>
</form>
`
