// A message of the chat of a room, as its page and its stream show it.
import { type Html, html } from '@lms/html'

/** Who said what. */
export interface Said {
  author_name: string
  text: string
}

export const saidHtml = ({ author_name, text }: Said): Html =>
  html`${author_name ? html`<strong>${author_name}</strong> ` : null}${text}`

/** A message; `note` stands behind it. */
export const messageHtml = (message: Said & { id: string }, note: string | null = null): Html =>
  html`<p id="${message.id}">${saidHtml(message)}${note === null ? null : html` <em>(${note})</em>`}</p>\n`
