// The page behind the link of an e-mail that confirms something. Only its button confirms, because mail scanners open every
// link. The link needs no credential.
import type { PageFragment, PageVisit } from '@lms/contract'
import { html } from '@lms/html'
import { fragmentOf, notice, question } from '@lms/html/page'
import type { ConfirmationWords } from './confirmation.words.ts'

/** Asks, whatever the link is worth; `agreed` is what is confirmed, in the words of the form. */
export const askingPage = (
  words: ConfirmationWords,
  { school_name }: Pick<PageVisit, 'school_name'>,
  agreed: string | null = null,
): PageFragment =>
  fragmentOf(
    words.title,
    [
      ...(agreed === null ? [] : [html`<blockquote>${agreed}</blockquote>\n`]),
      question(words.question(school_name), words.confirm),
    ],
    null,
  )

export const confirmedPage = ({ title, confirmed }: ConfirmationWords): PageFragment =>
  fragmentOf(title, notice('status', confirmed), { confirmed: true })
