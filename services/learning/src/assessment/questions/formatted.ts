// Questions with formatting: what remains of their HTML by a strict list, which keeps formulas.
import { isBlank } from '@lms/content/blank'
import { type Sender, TooDear } from '@lms/content/in-thread'
import { sanitize } from '@lms/content/sanitizing'
import { type RefusalDetail, Refused } from '@lms/contract'
import { refusals } from './question.contract.ts'
import type { QuestionChange } from './question-content.ts'
import { type Place, textsIn } from './question-texts.ts'

/** What of a body is formatted. */
interface Formatted {
  content?: QuestionChange | undefined
  explanation?: string | undefined
}

/** The content and explanation with what remains of their HTML, by the format of the content; refuses what shows nothing. */
export async function withCleanHtml<B extends Formatted>(
  body: B,
  format: QuestionChange['format'],
  sender: Sender,
): Promise<B> {
  if (format !== 'html') return body
  const copy = structuredClone(body)
  const places = [...(copy.content ? textsIn(copy.content) : []), ...explanationIn(copy)]
  if (places.length === 0) return body
  const parts = places.map(({ text }) => ({ html: text, kind: 'question' as const }))
  const cleanedParts = await sanitize(parts, sender).catch(error => {
    throw error instanceof TooDear ? new Refused(refusals.question_unanswerable, tooDear) : error
  })
  const details = places.flatMap(({ path, set, isNeeded }, index): RefusalDetail[] => {
    const { html } = cleanedParts[index]!
    set(html)
    return isNeeded && isBlank(html) ? [{ path: `body.${path}`, message: 'shows nothing to a reader' }] : []
  })
  if (details.length)
    throw new Refused(refusals.question_unanswerable, undefined, { details: details.slice(0, 50) })
  return copy
}

const tooDear = 'The HTML takes too long to be read. Remove what is no HTML from it.'

function explanationIn(body: Formatted): Place[] {
  const { explanation } = body
  if (!explanation) return []
  const set = (html: string) => {
    body.explanation = html
  }
  return [{ path: 'explanation', text: explanation, set, isNeeded: false }]
}
