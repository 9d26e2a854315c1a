// The quiz of a part of a lesson: of one document, or of a test whose items are documents of their own.
import { ArchiveRefused } from '@lms/archive'
import { type ContentPackage, fileFinder, pathOf } from '../formats/content-package.ts'
import { leftOut, type ParsedItem, type ParsedQuiz } from '../formats/parsed-quiz.ts'
import { withItemFiles } from './item-files.ts'
import { nothing, type PackageReading, type PartContent } from './part-content.ts'
import type { PartSource } from './plan.ts'
import { type OpenPackage, readDocument } from './read-document.ts'
import { isQti2 } from './resource-role.ts'

/** Items of a test that are read. */
const maxItems = 2000
/** Tests of a package whose items are looked up. */
const maxTests = 200

export async function readQuizPart(
  name: string,
  source: PartSource,
  at: PackageReading,
): Promise<PartContent> {
  switch (source.as) {
    case 'quiz12':
      return quizOfDocument(name, source, at)
    case 'test': {
      const { quiz, items } = await readDocument('test', source.path, at, { title: name })
      const found = await itemsAt(
        items.map(({ href }) => at.find(source.path, href) ?? pathOf(source.path, href)),
        at,
      )
      const weighted = found.map(({ index, ...item }) => {
        const { label, weight } = items[index]!
        const question = item.question && {
          ...{
            ...item.question,
            label,
            points: Math.min(100_000, Math.max(1, Math.round(item.question.points * weight))),
          },
        }
        return { ...item, question }
      })
      return { ...nothing(), title: quiz.title, quizzes: [{ ...quiz, items: weighted }] }
    }
    case 'items': {
      const found = await itemsAt(source.paths, at)
      const quiz: ParsedQuiz = {
        ...{
          title: name,
          description: '',
          time_limit_seconds: null,
          attempts_allowed: null,
          draws: [],
          notes: [],
        },
        ...{
          shuffle_questions: false,
          shuffle_options: false,
          items: found.map(({ index: _, ...item }) => item),
        },
      }
      return { ...nothing(), quizzes: [quiz] }
    }
    case 'question_file': {
      const { quizzes } = await readDocument('questionFile', source.path, at, { title: name })
      return { ...nothing(), quizzes: quizzes.map(quiz => withFiles(quiz, source.path, at)) }
    }
    default:
      throw new Error(`${source.as} is no quiz`)
  }
}

/** The paths of the items that the tests of a package ask; a test that cannot be read asks none. */
export async function itemsOfTests(
  { resources }: ContentPackage,
  at: OpenPackage,
): Promise<ReadonlySet<string>> {
  const find = fileFinder(at.archive.paths)
  const asked = new Set<string>()
  for (const { href } of resources.filter(({ type }) => isQti2.test(type)).slice(0, maxTests)) {
    const test = at.archive.paths.includes(href)
      ? await readDocument('test', href, at, { title: '' }).catch(error => {
          if (error instanceof ArchiveRefused) return null
          throw error
        })
      : null
    for (const item of test?.items ?? []) asked.add(find(href, item.href) ?? pathOf(href, item.href))
  }
  return asked
}

async function quizOfDocument(
  name: string,
  { paths, settings, bank }: Extract<PartSource, { as: 'quiz12' }>,
  at: PackageReading,
): Promise<PartContent> {
  const path = paths.find(each => at.archive.paths.includes(each))
  const meta =
    settings && at.archive.paths.includes(settings)
      ? await readDocument('canvasQuiz', settings, at, {})
      : null
  const found = nothing()
  if (path === undefined)
    throw new ArchiveRefused(
      'its questions are not in the package: a quiz of the kind “New Quizzes” is exported by itself',
    )
  const read = await readDocument('quiz12', path, at, { title: name })
  const label = bank
  found.title = (meta?.fields as { title?: string } | undefined)?.title ?? read.title
  const items = label === null ? read.items : read.items.map(item => withLabel(item, label))
  found.quizzes.push({
    ...withFiles({ ...read, items }, path, at),
    ...(meta && {
      fields: { ...meta.fields, description: joined(meta.fields.description, read.description) },
    }),
  })
  if (!meta) return found
  found.notes.push(...meta.notes)
  return { ...found, dates: meta.dates, isHidden: meta.isHidden }
}

/** Both descriptions, as far as a quiz has room for them. */
const joined = (one: string | undefined, other: string): string =>
  [one, other].filter(Boolean).join('\n').slice(0, 2000)

const withLabel = (item: ParsedItem, label: string): ParsedItem => ({
  ...item,
  question: item.question && { ...item.question, label },
})

/** The items at these paths, each with the number of its path: one that cannot be read costs itself. */
async function itemsAt(
  paths: readonly string[],
  at: PackageReading,
): Promise<(ParsedItem & { index: number })[]> {
  const items: (ParsedItem & { index: number })[] = []
  for (const [index, path] of paths.slice(0, maxItems).entries()) {
    const name = path.slice(-150) || `Question ${index + 1}`
    try {
      const read = await readDocument('item', path, at, {})
      items.push(...read.map(item => ({ ...withItemFiles(item, path, at), index })))
    } catch (error) {
      if (!(error instanceof ArchiveRefused)) throw error
      items.push({ ...leftOut(path, name, error.message), index })
    }
  }
  for (const [index, path] of paths.entries())
    if (index >= maxItems)
      items.push({ ...leftOut(path, path.slice(-150), `a test has at most ${maxItems} items`), index })
  return items
}

const withFiles = (quiz: ParsedQuiz, base: string, at: PackageReading): ParsedQuiz => ({
  ...quiz,
  items: quiz.items.map(item => withItemFiles(item, base, at)),
})
