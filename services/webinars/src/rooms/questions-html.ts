// The questions of a room, and the raised hands, as HTML. Forms without an address are sent to the page that they are in.
import { type Html, html } from '@lms/html'
import { messageHtml } from '../live/message-html.ts'
import type { Room, RoomQuestion } from './room.contract.ts'
import { roomWords } from './room.words.ts'

/** A question with its votes; who has voted for it, or asked it, gets no button. */
export function questionOf(question: RoomQuestion & { voted: boolean }, language: string): Html {
  const words = roomWords(language)
  const { id, status, votes, answered_at, voted } = question
  const note = status === 'pending' ? words.waits : answered_at === null ? words.votes(votes) : words.answered
  const canVote = status === 'visible' && answered_at === null && !voted
  return html`<div id="q-${id}"${voted ? html` data-voted` : null}>
${messageHtml(question, words.staff, note)}${
  canVote
    ? html`<form method="post"><button class="second" type="submit" name="vote" value="${id}">${words.voteFor}</button></form>\n`
    : null
}</div>
`
}

/** How many raise a hand; null for nobody. */
export const handsOf = (hands: number, language: string): Html | null =>
  hands === 0 ? null : html`<p>${roomWords(language).hands(hands)}</p>\n`

/** The questions, and the button to raise a hand, hidden unless the session is live. */
export function questionsOf(room: Room, path: string, language: string): Html {
  const words = roomWords(language)
  const raised = room.hand_raised_at !== null
  return html`<section id="questions" aria-labelledby="questions-title"${room.banned ? html` hidden` : null}>
<h2 id="questions-title">${words.questions}</h2>
<div id="asked">${room.questions.map(each => questionOf(each, language))}</div>
<div id="hands">${handsOf(room.hands, language)}</div>
<form id="hand" method="post" action="${path}"${room.status === 'live' ? null : html` hidden`}><button class="second" type="submit" name="hand" value="${raised ? 'down' : 'up'}">${raised ? words.lowerHand : words.raiseHand}</button></form>
</section>
`
}
