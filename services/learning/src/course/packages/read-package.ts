// Reads a package: what of it can become a course, and what is wrong with the rest, item by item.

import { ArchiveRefused, type PackedFiles } from '@lms/archive'
import { Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import { filesOfQuestion, withQuestionFiles } from '../../assessment/questions/question-media.ts'
import { checkCycles } from '../../study/openings/course-rules.ts'
import {
  type Condition,
  itemOf,
  lessonsOf,
  type OpeningRules,
  partsOf,
} from '../../study/openings/rule-schema.ts'
import { filesOf } from '../blocks/block-content.ts'
import type { CheckedLesson } from './check-lesson.ts'
import { presentAmong } from './existing-objects.ts'
import { refusalText } from './fault-text.ts'
import type { Manifest } from './package-format.ts'
import { filesIn } from './packed-files.ts'
import type { FoundItem, Report } from './report.ts'
import type { Source } from './source.ts'
import { takenHash } from './source-hash.ts'

type At = Pick<Work, 'work' | 'runtime'>

export interface ReadLesson extends Omit<CheckedLesson, 'items'> {
  key: string
  /** A hash of what the package has for it. */
  taken: string
  /** The number of its parts that can be taken over. */
  count: number
  /** Files that its blocks and questions show, and that the package has in place of the school. */
  packed: string[]
}

/** The lessons with these keys, without what cannot be taken over. */
export async function readLessons(
  archive: PackedFiles,
  source: Source,
  keys: readonly string[],
  ctx: At,
  report: Report,
  tellsOf: Telling = everyItem,
): Promise<ReadLesson[]> {
  const all = new Set<string>(source.manifest.modules.flatMap(({ lessons }) => lessons))
  const read: ReadLesson[] = []
  for (const key of keys) read.push(await readLesson(archive, source, key, { report, tellsOf }))
  const files = read.flatMap(each => [...each.blocks.flatMap(filesOf), ...each.quizzes.flatMap(filesOfQuiz)])
  const outside = read.flatMap(each => each.lesson.access_rules.conditions.flatMap(outsideOf))
  const there = await presentAmong([...files, ...outside], ctx)
  const absentIds = files.filter(id => !there.has(id))
  const packed = await filesIn(archive, source, absentIds, message =>
    report.add({ kind: 'file', name: 'files', notes: [message], isThere: false }),
  )
  const present = new Set([...there, ...packed])
  return read.map(each => {
    const place = source.placeOf(each.key)
    const tell = (message: string) =>
      report.add({ kind: 'other', name: place, notes: [message], isThere: false })
    const missing = (ids: readonly string[]) => ids.filter(id => !present.has(id))
    return {
      ...each,
      packed: packed.filter(
        id =>
          each.blocks.some(block => filesOf(block).includes(id)) ||
          each.quizzes.some(quiz => filesOfQuiz(quiz).includes(id as never)),
      ),
      quizzes: each.quizzes.map(quiz => {
        for (const id of missing(filesOfQuiz(quiz)))
          tell(`a question shows the file ${id}, which this school does not have`)
        const questions = quiz.questions.map(question => ({
          ...question,
          content: withQuestionFiles(question.content, id => (present.has(id) ? id : null)),
        }))
        return { ...quiz, questions }
      }),
      lesson: {
        ...each.lesson,
        access_rules: importableRules(each.lesson.access_rules, { all, present }, tell),
      },
      blocks: each.blocks.filter(block => {
        const missingIds = missing(filesOf(block))
        for (const id of missingIds)
          tell(`a ${block.kind} block names the file ${id}, which this school does not have`)
        return missingIds.length === 0
      }),
    }
  })
}

const filesOfQuiz = ({ questions }: ReadLesson['quizzes'][number]) =>
  questions.flatMap(({ content }) => filesOfQuestion(content))

/** Tags, offers, webinars and other courses that a condition names. */
export const outsideOf = (condition: Condition): string[] =>
  partsOf(condition).flatMap(part => {
    if ('tag_id' in part) return [part.tag_id]
    if ('offer_id' in part) return [part.offer_id]
    if ('course_id' in part) return [part.course_id]
    return 'webinar_id' in part ? [part.webinar_id] : []
  })

/** The rules without conditions about what is not there. */
export function importableRules(
  rules: OpeningRules,
  { all, present }: { all: ReadonlySet<string>; present: ReadonlySet<string> },
  tell: (message: string) => void,
): OpeningRules {
  const conditions = rules.conditions.filter(condition => {
    // Quizzes and homework have other ids in each course.
    const items = partsOf(condition).flatMap(part => itemOf(part) ?? [])
    const referencedIds = [...lessonsOf(condition), ...outsideOf(condition), ...items]
    const missingIds = referencedIds.filter(id => !all.has(id) && !present.has(id))
    for (const id of missingIds) tell(`an opening rule names ${id}, which is not there`)
    return missingIds.length === 0
  })
  return { ...rules, conditions }
}

/** What is told of the parts of a lesson that a course here may have already. */
export type Telling = (
  lesson: Pick<ReadLesson, 'key' | 'taken' | 'count'> & { title: string },
  items: readonly FoundItem[],
) => Promise<readonly FoundItem[]>
const everyItem: Telling = async (_, items) => items

async function readLesson(
  archive: PackedFiles,
  source: Source,
  key: string,
  { report, tellsOf }: { report: Report; tellsOf: Telling },
): Promise<ReadLesson> {
  const { items, ...lessonFields } = await source.lesson(key)
  const taken = takenHash(lessonFields, await namesIn(lessonFields, archive, source))
  const count = items.filter(({ isThere }) => isThere).length
  for (const item of await tellsOf({ key, taken, count, title: lessonFields.lesson.title }, items))
    report.add(item)
  return { ...lessonFields, key, taken, count, packed: [] }
}

/** Names of what a lesson names, which stay when a package gets more parts: a file's is another one with other bytes. */
async function namesIn(
  { blocks, quizzes }: Omit<CheckedLesson, 'items'>,
  archive: PackedFiles,
  source: Source,
): Promise<(id: string) => string> {
  const packed = new Set<string>(source.manifest.files.map(({ id }) => id))
  const shown = [...blocks.flatMap(filesOf), ...quizzes.flatMap(filesOfQuiz)].filter(id => packed.has(id))
  const names = new Map<string, string>()
  for (const id of new Set<string>(shown)) {
    const place = await archive.locate(source.pathOf(id)).catch(() => null)
    names.set(id, `${source.nameOf(id)} ${place?.size ?? 0} ${place?.packed ?? 0}`)
  }
  return id => names.get(id) ?? source.nameOf(id)
}

/** Refuses a course in which lessons wait for each other. */
export function refuseCircles(manifest: Manifest, cards: ReadonlyMap<string, ReadLesson['lesson']>): void {
  try {
    checkCycles({
      modules: manifest.modules.map(({ key, access_rules }) => ({ id: key, access_rules })),
      lessons: manifest.modules.flatMap(({ key: module_id, lessons }) =>
        lessons.map(id => ({ id, module_id, access_rules: cards.get(id)!.access_rules })),
      ),
      items: new Map(),
    })
  } catch (error) {
    throw error instanceof Refused ? new ArchiveRefused(refusalText(error)) : error
  }
}
