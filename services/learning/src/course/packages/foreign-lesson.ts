// A lesson of a resource of a foreign package.

import { ArchiveRefused } from '@lms/archive'
import { noRules } from '../../study/openings/rule-schema.ts'
import type { BlockContent } from '../blocks/block-content.ts'
import { type ContentPackage, pathOf, type Resource } from '../formats/content-package.ts'
import { isPage, isPart, typeOfFile } from '../formats/media.ts'
import type { ParsedQuiz } from '../formats/read-question.ts'
import type { CheckedLesson } from './check-lesson.ts'
import type { DocumentTexts } from './foreign-documents.ts'
import { inPackageThread, type OpenPackage, readDocument } from './read-document.ts'

interface At extends OpenPackage {
  content: ContentPackage
  /** Names of files that can be taken over, by their paths. */
  idOf: ReadonlyMap<string, string>
  tell: (message: string) => void
}
interface FoundContent {
  blocks: unknown[]
  quizzes?: ParsedQuiz[]
  assignments?: object[]
}

const maxQuestions = 200

export async function lessonOfResource(
  { title, resource }: { title: string; resource: Resource },
  at: At,
): Promise<CheckedLesson> {
  const { blocks, quizzes = [], assignments = [] } = await foundIn(resource, title, at)
  if (blocks.length > 100) at.tell('a lesson has at most 100 blocks: the others are left out')
  const value = {
    ...{ title: title.slice(0, 200), description: '', kind: 'lesson', status: 'published' },
    ...{ duration_seconds: null, required: true, access_rules: noRules },
    completion: { match: 'all', conditions: ['marked'], viewed_percent: 90 },
    blocks: blocks.slice(0, 100),
    quizzes: quizzes.map(quiz => packedQuiz(quiz, title, at)),
    assignments,
  }
  const name = `“${title}”`
  return inPackageThread('madeLesson', { name, value }, { name, school: at.school })
}

function packedQuiz({ questions, ...quiz }: ParsedQuiz, title: string, { tell }: At) {
  if (questions.length > maxQuestions)
    tell(`a quiz has at most ${maxQuestions} questions: the others are left out`)
  return {
    ...{ ...quiz, title: (quiz.title || title).slice(0, 200), description: '', pass_percent: 60 },
    ...{ shuffle_questions: false, shuffle_options: false, draws: [], show: 'score' },
    questions: questions.slice(0, maxQuestions).map(question => ({ label: null, ...question })),
  }
}

async function foundIn(resource: Resource, title: string, at: At): Promise<FoundContent> {
  const { type, href } = resource
  if (/^imsqti_xmlv1p/.test(type)) return quizzesOf(at, () => quiz12(href, title, at))
  if (/^imsqti_(test|assessment)_xmlv2p/.test(type)) return quizzesOf(at, () => quizOfTest(href, at))
  if (/^imsqti_item_xmlv2p/.test(type)) return quizzesOf(at, () => quizOfItems([href], title, at))
  if (type === 'imsqti_items') return quizzesOf(at, () => quizOfItems(resource.files, title, at))
  if (/^imswl_xmlv/.test(type)) return { blocks: textBlocks(await readDocument('link', href, at, {}), at) }
  if (/^imsdt_xmlv/.test(type))
    return { blocks: textBlocks(await readDocument('discussion', href, at, {}), at) }
  if (/^assignment_xmlv/.test(type)) {
    const assignment = await readDocument('assignment', href, at, { title })
    return { blocks: [], assignments: [assignment] }
  }
  if (/^imsbasiclti_xmlv/.test(type)) {
    at.tell('a tool of another site (LTI) is left out')
    return { blocks: [] }
  }
  if (isPage(href)) return { blocks: await pageBlocks(href, at) }
  return { blocks: [fileBlock(href, title, at)].flatMap(block => block ?? []) }
}

/** A quiz that cannot be read is left out, and the rest of the package stays. */
async function quizzesOf({ tell }: At, read: () => Promise<ParsedQuiz>): Promise<FoundContent> {
  try {
    return { blocks: [], quizzes: [await read()] }
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error
    tell(error.message)
    return { blocks: [] }
  }
}

async function quiz12(path: string, title: string, at: At): Promise<ParsedQuiz> {
  const { quiz, problems } = await readDocument('quiz12', path, at, { title })
  for (const problem of problems) at.tell(problem)
  return quiz
}

async function quizOfTest(path: string, at: At): Promise<ParsedQuiz> {
  const { items, ...test } = await readDocument('test', path, at, {})
  const quiz = await quizOfItems(
    items.map(href => pathOf(path, href)),
    test.title,
    at,
  )
  return { ...quiz, ...test }
}

async function quizOfItems(paths: readonly string[], title: string, at: At): Promise<ParsedQuiz> {
  const questions: ParsedQuiz['questions'] = []
  for (const path of paths.slice(0, maxQuestions + 1)) {
    const question = await readDocument('item', path, at, {})
    if (question) questions.push(question)
    else at.tell(`the question ${path.slice(0, 200)} is of a kind that cannot be taken over`)
  }
  return { title, time_limit_seconds: null, attempts_allowed: null, questions }
}

/** What a page says, and the files that it shows. */
async function pageBlocks(path: string, at: At): Promise<BlockContent[]> {
  if (!at.archive.paths.includes(path)) {
    at.tell(`the page ${path.slice(0, 200)} is not in the package`)
    return []
  }
  const { files, ...texts } = await readDocument('page', path, at, {})
  const blocks = files.flatMap(file =>
    at.idOf.has(file) && !isPart(file)
      ? (fileBlock(file, file.slice(file.lastIndexOf('/') + 1), at) ?? [])
      : [],
  )
  return [...textBlocks(texts, at), ...blocks]
}

function textBlocks({ pieces, problems }: DocumentTexts, { tell }: At): BlockContent[] {
  for (const problem of problems) tell(problem)
  return pieces.map(html => ({ kind: 'text', html }))
}

function fileBlock(path: string, title: string, { idOf, tell }: At): BlockContent | null {
  const id = idOf.get(path) as `fil_${string}` | undefined
  if (!id) {
    tell(
      `the file ${path.slice(0, 200) || 'of this item'} is not in the package, or nothing that people read`,
    )
    return null
  }
  const displayTitle = title.slice(0, 300) || 'File'
  const type = typeOfFile(path)
  if (type.startsWith('video/'))
    return {
      ...{ kind: 'video', file_id: id, title: displayTitle, duration_seconds: null },
      ...{ poster_file_id: null, captions_file_id: null },
    }
  if (type.startsWith('audio/'))
    return { kind: 'audio', file_id: id, title: displayTitle, duration_seconds: null, transcript: '' }
  return { kind: 'file', file_id: id, title: displayTitle }
}
