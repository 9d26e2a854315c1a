// What documents of foreign packages say, besides their questions: in a thread.
import { pageTextIn } from '@lms/archive/charset'
import { childOf, firstIn, readXml, textOf, type Xml } from '@lms/archive/xml'
import { type CanvasAssignment, canvasAssignment, canvasQuiz } from '../formats/canvas.ts'
import { type PageParts, partsOfPage } from '../formats/page-parts.ts'
import { plainOf, pointsOf } from '../formats/read-question.ts'
import { escaped } from '../formats/write-xml.ts'

/** A document of a package, and the path that names it in messages. */
export interface PackedDocument {
  bytes: Uint8Array
  path: string
}

/** What a page says, in the order in which it stands there. */
export function pageIn({ bytes }: PackedDocument): PageParts & { title: string; isHidden: boolean } {
  const html = pageTextIn(bytes)
  const head = html.slice(0, 20_000)
  return {
    ...partsOfPage(html),
    title: plainOf(/<title[^>]{0,200}>([^<]{0,500})<\/title>/i.exec(head)?.[1] ?? '').slice(0, 200),
    // Canvas says in the head of a page whether students see it.
    isHidden: /<meta name="workflow_state" content="unpublished"/.test(head),
  }
}

export const htmlParts = ({ html }: { html: string }): PageParts => partsOfPage(html)

const nothing = (note: string): PageParts => ({ parts: [], notes: [note] })

export function linkParts({ url, title }: { url: string; title: string }): PageParts {
  if (!/^https?:\/\//i.test(url)) return nothing('a link leads to no web address')
  return partsOfPage(`<p><a href="${escaped(url)}">${escaped(title || url)}</a></p>`)
}

export function linkIn({ bytes, path }: PackedDocument): PageParts & { title: string } {
  const root = readXml(bytes, path)
  const url = firstIn(root, 'url')?.attributes.get('href') ?? ''
  const title = textOf(childOf(root, 'title')).slice(0, 200)
  return { ...linkParts({ url, title }), title }
}

export function discussionIn({
  bytes,
  path,
}: PackedDocument): PageParts & { title: string; isGraded: boolean } {
  const root = readXml(bytes, path)
  return {
    ...partsOfPage(htmlOf(childOf(root, 'text'))),
    title: textOf(childOf(root, 'title')).slice(0, 200),
    isGraded: childOf(root, 'assignment') !== undefined,
  }
}

/** HTML of a text that says in an attribute whether it is HTML. */
function htmlOf(text: Xml | undefined): string {
  const raw = text?.children.filter(child => typeof child === 'string').join('') ?? ''
  return text?.attributes.get('texttype') === 'text/html' ? raw : raw === '' ? '' : `<p>${escaped(raw)}</p>`
}

export interface TaskText extends PageParts {
  text: string
  /** Whether it has lists, tables and the like, which the text of homework has not. */
  isFormatted: boolean
}

export const taskText = (html: string): TaskText => {
  const parts = partsOfPage(html)
  const all = parts.parts.flatMap(part => (part.kind === 'text' ? [part.html] : [])).join('')
  return {
    ...{ ...parts, text: plainOf(all).slice(0, 20_000) },
    isFormatted: /<(?:table|ul|ol|h\d|pre|math|strong|em|blockquote)\b/.test(all),
  }
}

export const assignmentPageIn = ({ bytes }: PackedDocument): TaskText => taskText(pageTextIn(bytes))

/** An assignment: one of a cartridge, whose extensions Canvas writes, or its settings alone. */
export function assignmentIn({ bytes, path, title }: PackedDocument & { title: string }) {
  const root = readXml(bytes, path)
  const text = childOf(root, 'text')
  const settings: Xml | undefined = text ? childOf(childOf(root, 'extensions'), 'assignment') : root
  return {
    title: (textOf(childOf(root, 'title')) || title).slice(0, 200),
    ...taskText(htmlOf(text)),
    max_score: pointsOf(firstIn(root, 'gradable')?.attributes.get('points_possible')),
    settings: settings ? canvasAssignment(settings) : null,
  }
}

const datesOf = ({ dueAt, unlockAt, lockAt }: CanvasAssignment) => ({ dueAt, unlockAt, lockAt })

/** The settings of a quiz of Canvas, as fields of ours. */
export function canvasQuizIn({ bytes, path }: PackedDocument) {
  const quiz = canvasQuiz(readXml(bytes, path))
  const description = plainOf(quiz.description)
  const notes =
    description.length > 2000 ? [...quiz.notes, 'its description is cut off at 2000 characters'] : quiz.notes
  return {
    fields: {
      ...(quiz.title && { title: quiz.title }),
      description: description.slice(0, 2000),
      ...{
        attempts_allowed: quiz.attempts,
        time_limit_seconds: quiz.seconds,
        shuffle_options: quiz.isShuffled,
      },
      ...{ counts: quiz.counts, show: quiz.show },
    },
    ...{ dates: datesOf(quiz), isHidden: quiz.isHidden, notes },
  }
}
