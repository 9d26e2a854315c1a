// What the room of a webinar says.
import type { PageFragment, PageVisit } from '@lms/contract'
import { minuteOf, moneyOf } from '@lms/contract/language'
import { Html, html } from '@lms/html'
import { fragmentOf, notice } from '@lms/html/page'
import { type MessageContent, messageHtml, roomMessageHtml } from '../live/message-html.ts'
import { filmHtml } from './film-html.ts'
import { questionsOf } from './questions-html.ts'
import type { Room, RoomBlockView, RoomProblem, RoomState } from './room.contract.ts'
import { roomWords } from './room.words.ts'
import { roomScript, scriptSource } from './room-script.ts'

/** The page of a room; `problem` is why something that its participant sent was not taken. */
export function roomPage(room: Room, visit: PageVisit, problem: RoomProblem | null): PageFragment {
  const script = html`<script type="module">${new Html(roomScript)}</script>\n`
  const content = [...contentOf(room, visit, problem), script]
  return fragmentOf(room.title, content, null, { script: scriptSource, ...room.sources })
}

/** The content of the page at `path`, in the language of the school. */
function contentOf(
  room: Room,
  { path, language, time_zone }: PageVisit,
  problem: RoomProblem | null,
): Html[] {
  const { frames, media } = room.sources
  // The script shows a film of these origins; for another one it loads the page anew, with its policy.
  const origins = [...frames, media ?? ''].join(' ').trim()
  return [
    html`<div id="notices" data-number="${room.number}" data-origins="${origins}">${problem ? notice('alert', roomWords(language).problems[problem]) : null}</div>\n`,
    stateOf(room, language, time_zone),
    html`<div class="room wide">
<div>
${filmHtml(room.film, room.title, language)}<div id="blocks">\n${room.blocks.map(block => blockOf(block, room.status, path, language))}</div>
</div>
<div>
${chatOf(room, language)}${questionsOf(room, path, language)}${writing(room.writable, path, language)}</div>
</div>
`,
  ]
}

/** What the session is doing. */
export function stateOf(
  { status, host, starts_at, says_recorded }: RoomState,
  language: string,
  time_zone: string,
): Html {
  const words = roomWords(language)
  return html`<div id="state">
${host ? html`<p>${words.host(host)}</p>\n` : null}${notice('status', words.states[status])}${
  status === 'scheduled'
    ? html`<p><time datetime="${starts_at}">${words.starts(minuteOf(starts_at, language, time_zone))}</time></p>\n`
    : null
}${says_recorded && status === 'live' ? html`<p>${words.recorded}</p>\n` : null}</div>
`
}

/** With the choices of the participant; none without an answer. */
type Block = RoomBlockView & { choices: readonly number[] }

/** A block; its form is sent to `path`. */
export function blockOf(block: Block, status: RoomState['status'], path: string, language: string): Html {
  const { id, title, choices } = block
  return html`<section id="${id}" aria-labelledby="${id}-title"${choices.length === 0 ? null : html` data-choices="${choices.join(' ')}"`}>
<h2 id="${id}-title">${title}</h2>
${countdown(block, language)}${insideOf(block, status, path, language)}</section>
`
}

function insideOf(block: Block, status: RoomState['status'], path: string, language: string): Html {
  const words = roomWords(language)
  const { offer_id, form_id, choices, results, price } = block
  const isOpen = block.status === 'visible'
  // The purchase says from which session it came.
  const source = new URLSearchParams({ utm_source: 'webinar', utm_campaign: block.session_id })
  if (offer_id && !isOpen) return html`<p>${words.over}</p>\n`
  if (offer_id)
    return html`${price && priceOf(price, language)}<a class="button" href="/buy/${offer_id}?${source.toString()}">${block.title}</a>\n`
  if (form_id) return html`<a class="button" href="/forms/${form_id}">${words.form}</a>\n`
  const votes = status === 'live' && isOpen && choices.length === 0
  return votes ? voting(block, path, language) : counts(results, choices, language)
}

/** Until when a block is open, which the script counts down to. */
const countdown = ({ ends_at }: Block, language: string): Html | null =>
  ends_at === null
    ? null
    : html`<p>${roomWords(language).ends} <time class="until" datetime="${ends_at}">${minuteOf(ends_at, language)}</time></p>\n`

function priceOf({ amount, struck_amount, currency }: NonNullable<Block['price']>, language: string): Html {
  const money = (each: number) => moneyOf(each, currency, language)
  const usual = struck_amount === null ? null : html`<s>${money(struck_amount)}</s> `
  return html`<p>${usual}<strong>${money(amount)}</strong></p>\n`
}

function voting({ id, multiple, results }: Block, path: string, language: string): Html {
  const words = roomWords(language)
  const choices = multiple
    ? html`<fieldset><legend>${words.vote}</legend>
${results.map(({ option }, index) => html`<label class="check"><input type="checkbox" name="choice" value="${index}"> ${option}</label>\n`)}</fieldset>\n`
    : html`<label for="${id}-choice">${words.vote}</label>
<select id="${id}-choice" name="choice">
${results.map(({ option }, index) => html`<option value="${index}">${option}</option>\n`)}</select>\n`
  return html`<form method="post" action="${path}">
<input type="hidden" name="block_id" value="${id}">
${choices}<button type="submit">${words.vote}</button>
</form>
`
}

/** The answers to a poll. */
export const counts = (
  results: Block['results'],
  choices: readonly number[],
  language: string,
): Html => html`<table>
<tbody>
${results.map(
  ({ option, answers }, index) =>
    html`<tr><th scope="row">${option}${choices.includes(index) ? ' ✓' : ''}</th><td>${roomWords(language).answers(answers)}</td></tr>\n`,
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

export function pinnedOf(message: MessageContent, language: string): Html {
  const { pinned, staff } = roomWords(language)
  return html`<p class="notice"><strong>${pinned}:</strong> ${roomMessageHtml(message, staff)}</p>\n`
}

const writing = (
  writable: boolean,
  path: string,
  language: string,
): Html => html`<form id="writing" method="post" action="${path}"${writable ? null : html` hidden`}>
<label for="message">${roomWords(language).message}</label>
<input id="message" name="text" required maxlength="2000" autocomplete="off">
<button type="submit" name="kind" value="chat">${roomWords(language).send}</button>
<button class="second" type="submit" name="kind" value="question">${roomWords(language).ask}</button>
</form>
`
