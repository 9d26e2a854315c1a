// What questions of another format have become: texts with their formatting, pictures beside them, and notes of what differs.
import { cleaned } from '@lms/content/html'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { maxMedia } from '../../assessment/questions/question-media.ts'
import { type Place, textsIn } from '../../assessment/questions/question-texts.ts'
import type { ParsedQuestion } from './parsed-quiz.ts'
import { replaceTags } from './tags.ts'
import { escaped } from './write-xml.ts'

/** A question as a format has it: all texts that students read are HTML. */
export interface DraftQuestion {
  content: QuestionInput
  /** Hundredths of a point. */
  points: number
  all_or_nothing: boolean
  explanation: string
  notes: string[]
}

/** Characters of the texts of a question, by the end of their places. */
const lengths: readonly (readonly [RegExp, number])[] = [
  [/(?:prompt|content\.text)$/, 5000],
  [/feedback$/, 1000],
  [/explanation$/, 4000],
]
const lengthAt = (path: string) => lengths.find(([end]) => end.test(path))?.[1] ?? 500

interface Picture {
  href: string
  alt: string
}

/** The question with texts as students read them: formatted where that is needed, else plain. */
export function parsedQuestion(
  draft: DraftQuestion,
  { label = null }: { label?: string | null } = {},
): { question: ParsedQuestion; notes: string[] } {
  const notes = [...draft.notes]
  const content = structuredClone(draft.content)
  let explanation = draft.explanation
  const ofExplanation: Place = {
    ...{ path: 'explanation', text: explanation, isNeeded: false },
    set: text => {
      explanation = text
    },
  }
  const read = [...textsIn(content), ofExplanation].map(place => ({ ...place, ...richOf(place.text) }))
  const removed = [...new Set(read.flatMap(each => each.removed))]
  if (removed.length) notes.push(`what questions do not have is left out: ${removed.join(', ')}`)
  const isFormatted = read.some(({ html }) => /<(?!\/|p>|a>|br )/.test(html))
  const fits = read.every(({ html, path }) => html.length <= lengthAt(path))
  for (const { html, path, pictures, isNeeded, set } of read) {
    const most = lengthAt(path)
    const text = isFormatted && fits ? html : plainOf(html)
    if (text.length > most) notes.push(`a text is longer than ${most} characters: its end is left out`)
    const shown = text.slice(0, most).trim()
    set(shown !== '' || !isNeeded ? shown : (pictures[0]?.alt ?? '?').slice(0, most))
  }
  if (isFormatted && fits) content.format = 'html'
  else if (isFormatted) notes.push('its formatting is left out: with it a text would be too long')
  withPictures(content, read, notes)
  const { points, all_or_nothing } = draft
  return { question: { content, points, all_or_nothing, explanation, label }, notes: [...new Set(notes)] }
}

/** Puts the pictures of the texts beside the question, its options and its explanation. */
function withPictures(
  content: QuestionInput,
  read: readonly { path: string; pictures: Picture[] }[],
  notes: string[],
): void {
  const media = (pictures: readonly Picture[], most: number) => {
    if (pictures.length > most)
      notes.push(
        `${most === 1 ? 'an option has one picture' : `a question has ${most} pictures`}: the others are left out`,
      )
    return pictures.slice(0, most).map(({ href, alt }) => ({ file_id: href as `fil_${string}`, alt }))
  }
  const at = (test: RegExp) => read.filter(({ path }) => test.test(path)).flatMap(({ pictures }) => pictures)
  const own = at(/^content\.(?!options\.)/)
  const explaining = [...at(/^explanation$/), ...at(/feedback$/)]
  if (own.length) content.media = media(own, maxMedia)
  if (explaining.length) content.explanation_media = media(explaining, maxMedia)
  if (content.kind !== 'single' && content.kind !== 'multiple') return
  const byPath = new Map(read.map(({ path, pictures }) => [path, pictures]))
  for (const [index, option] of content.options.entries()) {
    const beside = byPath.get(`content.options.${index}.text`)
    if (beside?.length) option.media = media(beside, 1)
  }
}

const showing = new Set(['img', 'audio', 'video', 'source', 'object'])
/** Elements behind which a line ends, and cells. */
const lines = new Set(['div', 'section', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'tr', 'td', 'th', 'dt', 'dd'])
const replaced = new Set([...showing, ...lines])

/** A text without its pictures, as it is stored, and what of it is lost. */
function richOf(source: string): { html: string; pictures: Picture[]; removed: string[] } {
  const pictures: Picture[] = []
  const removed: string[] = []
  const marked = replaceTags(source.slice(0, 60_000), replaced, ({ name, isEnd, attributes }, raw) => {
    if (lines.has(name)) return isEnd ? `${/^t[dh]$/.test(name) ? ' ' : '<br>'}${raw}` : raw
    if (isEnd) return ''
    const formula = attributes.get('data-equation-content')
    if (formula) return `\\(${escaped(formula)}\\)`
    const href = (attributes.get(name === 'object' ? 'data' : 'src') ?? '').trim()
    if (href === '') return ''
    const alt = (attributes.get('alt') || attributes.get('title') || nameIn(href)).trim().slice(0, 300)
    if (/^(?:https?:)?\/\//i.test(href)) {
      removed.push(`a picture at another site (${href.slice(0, 100)})`)
      return ` <a href="${escaped(href)}">${escaped(alt)}</a> `
    }
    if (/^data:/i.test(href)) removed.push('a picture inside of the text')
    else pictures.push({ href: href.slice(0, 1000), alt: alt || 'Picture' })
    return ''
  })
  const clean = cleaned({ html: marked, kind: 'question' })
  // Wrappers, spans of style and the like say nothing to a reader.
  const dropped = clean.removed.filter(
    name =>
      !/^<(?:div|span|font|section|figure|t[rdh]|tbody|thead|center|body|html|head|label|h\d)>$|^[^<]/.test(
        name,
      ),
  )
  return {
    html: clean.html
      .replace(/<\/?span[^>]*>/g, '')
      .replace(/(?:\s|&nbsp;|\u00a0)+/g, ' ')
      .replace(/(?:<p>\s*<\/p>|\s)+/g, ' ')
      .replace(/^(?:\s|<br \/>)+|(?:\s|<br \/>)+$/g, ''),
    pictures,
    removed: [...removed, ...dropped],
  }
}

const nameIn = (href: string) => href.slice(href.lastIndexOf('/') + 1).replace(/[?#].*$/, '') || 'Picture'

const names: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&' }

/** Text of HTML, without pictures; addresses stand behind the words that lead there. */
export const plainOf = (html: string): string =>
  cleaned({ html: html.slice(0, 60_000), kind: 'text' })
    .html.replace(/<a href="(https?:[^"]*)">([^<]*)<\/a>/g, (_, url, words) =>
      words.trim() === '' || words.trim() === url ? url : `${words} (${url})`,
    )
    .replace(/<br\b[^>]*>|<\/(?:p|li|ul|ol|blockquote)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(lt|gt|quot|amp);/g, (_, name) => names[name]!)
    .replace(/[ \t\u00a0]*\n\s*/g, '\n')
    .trim()

/** Hundredths, from points that a document gives; null where it gives none. */
export function pointsOf(points: string | number | undefined): number | null {
  const value = Number(points)
  return points !== undefined && String(points).trim() !== '' && Number.isFinite(value) && value > 0
    ? Math.min(100_000, Math.max(1, Math.round(value * 100)))
    : null
}

/** A number as this product writes it: `12.5`; null if it is none. */
export function decimalOf(text: string | number): string | null {
  const value = Number(text)
  if (String(text).trim() === '' || !Number.isFinite(value) || Math.abs(value) >= 1e15) return null
  return value
    .toFixed(10)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0')
}

export const cut = (text: string, most: number): string => text.slice(0, most)
/** Right answers, each once, as many as a question has. */
export const answers = (texts: readonly string[]): string[] =>
  [...new Set(texts.map(text => cut(text.trim(), 200)).filter(text => text !== ''))].slice(0, 20)

/** The ways in which people write a number into a gap, beside the one of the document. */
export function writtenNumbers(texts: readonly string[]): string[] {
  const forms = texts.flatMap(text => {
    const value = decimalOf(text)
    if (value === null) return [text]
    const whole = value.includes('.') ? [] : [`${value}.0`, `${value}.00`]
    const short = value.replace(/^(-?)0\./, '$1.')
    return [value, text, ...whole, short, ...[value, ...whole].map(each => each.replace('.', ','))]
  })
  return answers(forms)
}
