// Texts of questions, as documents for other products have them: HTML that is XML besides.
import type { QuestionContent } from '../../assessment/questions/question-content.ts'
import { element as e, escaped } from './write-xml.ts'

type Format = QuestionContent['format']

/** Formulas name what they are written in; the rest of cleaned HTML is XML. */
const asXml = (html: string) =>
  html
    .replaceAll('&nbsp;', '\u00a0')
    .replace(/<math(?=[\s>])(?![^>]*\sxmlns=)/g, '<math xmlns="http://www.w3.org/1998/Math/MathML"')

/** A text within a line. */
export const inlineOf = (text: string, format: Format): string =>
  format === 'html' ? asXml(text) : escaped(text).replaceAll('\n', '<br/>')

/** A text with lines of its own: readers take paragraphs and divisions below the body as the question. */
export const blocksOf = (text: string, format: Format): string =>
  format === 'html' ? e('div', {}, asXml(text)) : paragraphsOf(text)

export const paragraphsOf = (text: string): string =>
  text
    .split('\n')
    .map(line => e('p', {}, escaped(line)))
    .join('')
