// What the room of a webinar says.
import type { PageFragment, PageVisit } from '@lms/contract'
import { minuteOf } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { fragmentOf, notice } from '@lms/html/page'
import { messageHtml, type Said, saidHtml } from '../live/message-html.ts'
import type { Room, RoomProblem, RoomState, ShownBlock } from './room.contract.ts'
import { roomWords } from './room.words.ts'
import { roomScript, scriptSource } from './room-script.ts'

/** The page of a room; `problem` is why something that its participant sent was not taken. */
export function roomPage(room: Room, visit: PageVisit, problem: RoomProblem | null): PageFragment {
  const script = html`<script type="module">${new Html(roomScript)}</script>\n`
  const content = [...contentOf(room, visit, problem), script]
  return fragmentOf(room.title, content, null, { script: scriptSource, media: mediaOf(room) })
}

/** Where the recording in the page plays from; null without one. */
const mediaOf = ({ recording_url }: Room): string | null =>
  recording_url && isMedia(recording_url) ? new URL(recording_url).origin : null

/** The content of the page at `path`, in the language of the school. */
function contentOf(
  room: Room,
  { path, language, time_zone }: PageVisit,
  problem: RoomProblem | null,
): Html[] {
  const words = roomWords(language)
  return [
    html`<div id="notices" data-number="${room.number}">${problem ? notice('alert', words.problems[problem]) : null}</div>\n`,
    stateOf(room, language, time_zone),
    html`<div id="blocks">\n${room.blocks.map(block => blockOf(block, room.status, path, language))}</div>\n`,
    chatOf(room, language),
    writing(room.writable, path, language),
  ]
}

/** What the session is doing. */
export function stateOf(
  { status, host, starts_at, video_open, says_recorded, recording_url }: RoomState,
  language: string,
  time_zone: string,
): Html {
  const words = roomWords(language)
  const link = (url: string, text: string) =>
    html`<p><a class="button" href="${url}" rel="noreferrer">${text}</a></p>\n`
  return html`<div id="state">
${host ? html`<p>${words.host(host)}</p>\n` : null}${notice('status', words.states[status])}${
  status === 'scheduled'
    ? html`<p><time datetime="${starts_at}">${words.starts(minuteOf(starts_at, language, time_zone))}</time></p>\n`
    : null
}${says_recorded && status === 'live' ? html`<p>${words.recorded}</p>\n` : null}${video_open ? link('?video', words.join) : null}${recording_url && !isMedia(recording_url) ? link(recording_url, words.recording) : null}${
  recording_url && isMedia(recording_url) ? player(recording_url, words.recording) : null
}</div>
`
}

/** Whether the address is that of a file which a browser plays, and not of a page. */
const isMedia = (url: string): boolean =>
  /\.(?:mp4|m4v|webm|ogv|mp3|m4a|ogg|wav)$/i.test(URL.parse(url)?.pathname ?? '')

/** The recording in the page, which tells what is watched of it. */
const player = (url: string, label: string): Html =>
  html`<video class="picture" controls preload="metadata" aria-label="${label}" src="${url}"></video>\n`

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
${messages.length === 0 ? html`<p id="none">${words.noMessages}</p>\n` : null}<div id="messages" role="log" aria-labelledby="chat-title">
${messages.map(message => messageHtml(message, message.status === 'pending' ? words.waits : null))}</div>
</section>
`
}

export const pinnedOf = (message: Said, language: string): Html =>
  html`<p class="notice"><strong>${roomWords(language).pinned}:</strong> ${saidHtml(message)}</p>\n`

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
