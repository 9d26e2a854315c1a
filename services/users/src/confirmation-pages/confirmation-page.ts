// The page behind the link of an e-mail that confirms something. Only its button confirms, because mail scanners open every
// link. The link needs no credential.
import type { PageFragment, PageRefusals, PageVisit } from '@lms/contract'
import { fragmentOf, notice, question } from '@lms/html/page'
import { type ConfirmationWords, consentWords, emailWords } from './confirmation.words.ts'

/** Asks, whatever the link is worth: the answer tells nobody whether a link is valid. */
export const askingPage = (
  words: ConfirmationWords,
  { school_name }: Pick<PageVisit, 'school_name'>,
): PageFragment => fragmentOf(words.title, question(words.question(school_name), words.confirm), null)

export const confirmedPage = ({ title, confirmed }: ConfirmationWords): PageFragment =>
  fragmentOf(title, notice('status', confirmed), { confirmed: true })

const refusalsIn =
  (wordsOf: (language: string) => ConfirmationWords) =>
  (language: string): PageRefusals => {
    const { title, gone } = wordsOf(language)
    return { 404: [title, gone] }
  }

/** What stands in place of the pages. */
export const emailPageRefusals = refusalsIn(emailWords)
export const consentPageRefusals = refusalsIn(consentWords)
