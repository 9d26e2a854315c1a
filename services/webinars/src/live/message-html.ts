// A message of the chat of a room, as its page and its stream show it.
import { type Html, html } from '@lms/html'

/** Who said what. */
export interface MessageContent {
  author_name: string
  author_role: 'participant' | 'staff'
  text: string
}

/** A message at its time. */
export type RoomMessage = MessageContent & { id: string; kind: 'chat' | 'question'; created_at: string }

/** `staff` stands behind the name of somebody of the school. */
export const roomMessageHtml = (
  { author_name, author_role, text }: MessageContent,
  staff: string | null,
): Html =>
  html`${author_name ? html`<strong>${author_name}</strong> ` : null}${staff && author_role === 'staff' ? html`<small>(${staff})</small> ` : null}${text}`

/**
 * A message; `note` stands behind it. In the stream of a room it is for all languages: the script of the page puts in the
 * word for staff, and the time of the reader's own zone.
 */
export const messageHtml = (
  message: RoomMessage,
  staff: string | null = null,
  note: string | null = null,
): Html => {
  const { id, author_role, created_at } = message
  return html`<p id="${id}" data-role="${author_role}">${roomMessageHtml(message, staff)} <time datetime="${created_at}">${created_at.slice(11, 16)} UTC</time>${note === null ? null : html` <em>(${note})</em>`}</p>\n`
}
