// A lesson of a resource of a foreign package.

import { type Archive, ArchiveRefused } from '@lms/archive'
import { childOf, firstIn, readXml, textOf } from '@lms/archive/xml'
import { sanitize } from '@lms/content/sanitizing'
import { TooDear } from '@lms/content/turns-thread'
import type { BlockContent } from '../blocks/block-content.ts'
import { type ContentPackage, pathOf, type Resource } from '../formats/content-package.ts'
import { isPage, isPart, typeOfFile } from '../formats/media.ts'
import { readQti12 } from '../formats/qti12.ts'
import { readItem, readTest } from '../formats/qti21.ts'
import { type FoundQuiz, plainOf } from '../formats/read-question.ts'
import { escaped } from '../formats/write-xml.ts'
import { noRules } from '../openings/rule-schema.ts'
import { PackedLesson } from './package-format.ts'

interface At {
  archive: Archive
  content: ContentPackage
  school: string
  /** Names of files that can be taken over, by their paths. */
  idOf: ReadonlyMap<string, string>
  tell: (message: string) => void
}
interface Found {
  blocks: unknown[]
  quizzes?: FoundQuiz[]
  assignments?: object[]
}

const maxQuestions = 200
/** Characters of a page that are read, and those of one block. */
const [maxPage, maxBlock] = [400_000, 40_000]

export async function lessonOfResource(
  { title, resource }: { title: string; resource: Resource },
  at: At,
): Promise<PackedLesson> {
  const { blocks, quizzes = [], assignments = [] } = await foundIn(resource, title, at)
  if (blocks.length > 100) at.tell('a lesson has at most 100 blocks: the others are left out')
  const { data, error } = PackedLesson.safeParse({
    ...{ title: title.slice(0, 200), description: '', kind: 'lesson', status: 'published' },
    ...{ duration_seconds: null, required: true, access_rules: noRules },
    completion: { match: 'all', conditions: ['marked'], viewed_percent: 90 },
    blocks: blocks.slice(0, 100),
    quizzes: quizzes.map(quiz => packedQuiz(quiz, title, at)),
    assignments,
  })
  if (error) throw new ArchiveRefused(`“${title}” cannot become a lesson: ${error.issues[0]!.message}`)
  return data
}

function packedQuiz({ questions, ...quiz }: FoundQuiz, title: string, { tell }: At) {
  if (questions.length > maxQuestions)
    tell(`a quiz has at most ${maxQuestions} questions: the others are left out`)
  return {
    ...{ ...quiz, title: (quiz.title || title).slice(0, 200), description: '', pass_percent: 60 },
    ...{ shuffle_questions: false, shuffle_options: false, draws: [], show: 'score' },
    questions: questions.slice(0, maxQuestions).map(question => ({ label: null, ...question })),
  }
}

async function foundIn(resource: Resource, title: string, at: At): Promise<Found> {
  const { type, href } = resource
  if (/^imsqti_xmlv1p/.test(type)) return quizzesOf(at, () => quiz12(href, title, at))
  if (/^imsqti_(test|assessment)_xmlv2p/.test(type)) return quizzesOf(at, () => quizOfTest(href, at))
  if (/^imsqti_item_xmlv2p/.test(type)) return quizzesOf(at, () => quizOfItems([href], title, at))
  if (type === 'imsqti_items') return quizzesOf(at, () => quizOfItems(resource.files, title, at))
  if (/^imswl_xmlv/.test(type)) return { blocks: await linkOf(href, at) }
  if (/^imsdt_xmlv/.test(type)) return { blocks: await discussionOf(href, at) }
  if (/^assignment_xmlv/.test(type)) return assignmentOf(href, title, at)
  if (/^imsbasiclti_xmlv/.test(type)) {
    at.tell('a tool of another site (LTI) is left out')
    return { blocks: [] }
  }
  if (isPage(href)) return { blocks: await pageBlocks(href, at) }
  return { blocks: [fileBlock(href, title, at)].flatMap(block => block ?? []) }
}

/** A quiz that cannot be read is left out, and the rest of the package stays. */
async function quizzesOf({ tell }: At, read: () => Promise<FoundQuiz>): Promise<Found> {
  try {
    return { blocks: [], quizzes: [await read()] }
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    tell(error.message)
    return { blocks: [] }
  }
}

async function xmlAt(path: string, { archive }: At) {
  const bytes = await archive.bytes(path)
  if (!bytes) throw new ArchiveRefused(`The package has no ${path.slice(0, 200)}.`)
  return readXml(bytes, path)
}

const quiz12 = async (path: string, title: string, at: At) => readQti12(await xmlAt(path, at), title, at.tell)

async function quizOfTest(path: string, at: At): Promise<FoundQuiz> {
  const { items, ...test } = readTest(await xmlAt(path, at))
  const quiz = await quizOfItems(
    items.map(href => pathOf(path, href)),
    test.title,
    at,
  )
  return { ...quiz, ...test }
}

async function quizOfItems(paths: readonly string[], title: string, at: At): Promise<FoundQuiz> {
  const questions: FoundQuiz['questions'] = []
  for (const path of paths.slice(0, maxQuestions + 1)) {
    const found = readItem(await xmlAt(path, at))
    if (found) questions.push(found)
    else at.tell(`the question ${path.slice(0, 200)} is of a kind that cannot be taken over`)
  }
  return { title, time_limit_seconds: null, attempts_allowed: null, questions }
}

async function linkOf(path: string, at: At): Promise<BlockContent[]> {
  const root = await xmlAt(path, at)
  const url = firstIn(root, 'url')?.attributes.get('href') ?? ''
  const title = textOf(childOf(root, 'title')) || url
  if (!/^https?:\/\//i.test(url)) {
    at.tell('a link leads to no web address')
    return []
  }
  return textBlocks(`<p><a href="${escaped(url)}">${escaped(title)}</a></p>`, at)
}

async function discussionOf(path: string, at: At): Promise<BlockContent[]> {
  const root = await xmlAt(path, at)
  const text = childOf(root, 'text')
  const raw = text?.children.filter(child => typeof child === 'string').join('') ?? ''
  const html = text?.attributes.get('texttype') === 'text/html' ? raw : `<p>${escaped(raw)}</p>`
  return textBlocks(html, at)
}

async function assignmentOf(path: string, title: string, at: At): Promise<Found> {
  const root = await xmlAt(path, at)
  const text = childOf(root, 'text')
  const raw = text?.children.filter(child => typeof child === 'string').join('') ?? ''
  const points = Number(firstIn(root, 'gradable')?.attributes.get('points_possible'))
  const assignment = {
    title: (textOf(childOf(root, 'title')) || title).slice(0, 200),
    text: (text?.attributes.get('texttype') === 'text/html' ? plainOf(raw) : raw).slice(0, 20_000),
    max_score: points > 0 ? Math.min(1_000_000, Math.max(1, Math.round(points * 100))) : null,
    ...{ review_hours: 72, late: 'accept', penalty_percent: null },
  }
  return { blocks: [], assignments: [assignment] }
}

/** What a page says, and the files that it shows. */
async function pageBlocks(path: string, at: At): Promise<BlockContent[]> {
  const bytes = await at.archive.bytes(path)
  if (!bytes) {
    at.tell(`the page ${path.slice(0, 200)} is not in the package`)
    return []
  }
  const html = new TextDecoder().decode(bytes)
  const shown = [
    ...html.matchAll(
      /<(?:img|source|video|audio|a|embed)\b[^>]{0,2000}?\b(?:src|href)\s*=\s*["']([^"'<>]{1,1000})["']/gi,
    ),
  ]
  const files = new Set(shown.map(([, href]) => pathOf(path, href!.replaceAll('&amp;', '&'))))
  const blocks = [...files].flatMap(file =>
    at.idOf.has(file) && !isPart(file)
      ? (fileBlock(file, file.slice(file.lastIndexOf('/') + 1), at) ?? [])
      : [],
  )
  return [...(await textBlocks(html, at)), ...blocks]
}

async function textBlocks(html: string, { school, tell }: At): Promise<BlockContent[]> {
  if (html.length > maxPage) tell(`a page is longer than ${maxPage} characters: its end is left out`)
  const body = /<body\b[^>]*>([\s\S]*)/i.exec(html)?.[1] ?? html
  const part = { html: body.slice(0, maxPage), kind: 'block' } as const
  const cleaned = await sanitize([part], school, { patient: true }).catch(error => {
    if (!(error instanceof TooDear)) throw error
    tell('a page takes too long to be read, and is left out')
    return null
  })
  const left = cleaned?.parts[0]
  if (!left) return []
  const scripts = [...(/<script\b/i.test(html) ? ['<script>'] : []), ...left.removed]
  const running = [...new Set(scripts)].filter(name =>
    /^<(script|iframe|object|embed|applet|form)>$|^on/.test(name),
  )
  if (running.length) tell(`what runs on the page is left out: ${running.join(', ')}`)
  return piecesOf(left.html).map(html => ({ kind: 'text', html }))
}

/** HTML in pieces that fit into blocks, divided behind paragraphs and headings. */
function piecesOf(html: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const part of html.split(/(?<=<\/(?:p|h[1-6]|ul|ol|table|div|figure|pre)>)/)) {
    if (piece !== '' && piece.length + part.length > maxBlock) {
      pieces.push(piece)
      piece = ''
    }
    piece += part
  }
  return [...pieces, piece].filter(each => /[^\s]/.test(each.replace(/<[^>]*>/g, '')))
}

function fileBlock(path: string, title: string, { idOf, tell }: At): BlockContent | null {
  const id = idOf.get(path) as `fil_${string}` | undefined
  if (!id) {
    tell(
      `the file ${path.slice(0, 200) || 'of this item'} is not in the package, or nothing that people read`,
    )
    return null
  }
  const shown = title.slice(0, 300) || 'File'
  const type = typeOfFile(path)
  if (type.startsWith('video/'))
    return {
      ...{ kind: 'video', file_id: id, title: shown, duration_seconds: null },
      ...{ poster_file_id: null, captions_file_id: null },
    }
  if (type.startsWith('audio/'))
    return { kind: 'audio', file_id: id, title: shown, duration_seconds: null, transcript: '' }
  return { kind: 'file', file_id: id, title: shown }
}
