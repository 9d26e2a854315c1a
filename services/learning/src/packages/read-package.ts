// Reads a package: what of it can become a course, and what is wrong with the rest, item by item.

import { type Archive, ArchiveRefused } from '@lms/archive'
import { Refused } from '@lms/contract'
import type { Work } from '@lms/service-host'
import type { z } from 'zod'
import { refusals as assignmentRefusals, hasFitPenalty } from '../assignments/assignment.contract.ts'
import { maxLessonBytes } from '../blocks/block.contract.ts'
import { stored } from '../blocks/block.rules.ts'
import { BlockContent, filesOf } from '../blocks/block-content.ts'
import { checkCycles } from '../openings/course-rules.ts'
import { type Condition, lessonOf, type OpeningRules } from '../openings/rule-schema.ts'
import { checkQuestion } from '../questions/named.rules.ts'
import { QuestionInput } from '../questions/question-content.ts'
import { refusals as quizRefusals } from '../quizzes/quiz.contract.ts'
import { type Manifest, type PackedLesson, PackedQuestion } from './package-format.ts'
import { filesIn } from './packed-files.ts'
import { presentAmong } from './present.ts'
import { firstIssue, type Source } from './source.ts'

type At = Pick<Work, 'work' | 'runtime'>

/** What is wrong with an item. */
export interface Problem {
  row: number
  column: string
  message: string
}
export type Question = Omit<z.output<typeof PackedQuestion>, 'content'> & { content: QuestionInput }
export interface ReadLesson {
  key: string
  /** Files that its blocks show, and that the package has in place of the school. */
  packed: string[]
  lesson: Omit<PackedLesson, 'blocks' | 'quizzes' | 'assignments'>
  blocks: BlockContent[]
  quizzes: (Omit<PackedLesson['quizzes'][number], 'questions'> & { questions: Question[] })[]
  assignments: PackedLesson['assignments']
}

/** The items of a package as they are read, each with its number, and the problems among them. */
export class Report {
  items = 0
  created = 0
  readonly problems: Problem[] = []
  #faulty = new Set<number>()

  /** Counts an item, and returns how to tell what is wrong with it. */
  item(path: string): (message: string) => void {
    const row = ++this.items
    return message => {
      this.#faulty.add(row)
      if (this.problems.length < 1000)
        this.problems.push({ row, column: path.slice(0, 200), message: message.slice(0, 500) })
    }
  }

  get counts() {
    const errors = this.#faulty.size
    const none = { updated: 0, unchanged: 0, matched_with_other_name: 0 }
    return { rows: this.items, created: this.items - errors, errors, ...none }
  }
}

/** The lessons with these keys, without what cannot be taken over. */
export async function readLessons(
  archive: Archive,
  source: Source,
  keys: readonly string[],
  ctx: At,
  report: Report,
): Promise<ReadLesson[]> {
  const all = new Set<string>(source.manifest.modules.flatMap(({ lessons }) => lessons))
  const read: ReadLesson[] = []
  for (const key of keys) read.push(await readLesson(source, key, ctx, report))
  const files = read.flatMap(each => each.blocks.flatMap(filesOf))
  const outside = read.flatMap(each => each.lesson.access_rules.conditions.flatMap(outsideOf))
  const there = await presentAmong([...files, ...outside], ctx)
  const away = files.filter(id => !there.has(id))
  const packed = await filesIn(archive, source, away, message => report.item('files')(message))
  const present = new Set([...there, ...packed])
  return read.map(each => {
    const tell = (message: string) => report.item(source.placeOf(each.key))(message)
    const missing = (ids: readonly string[]) => ids.filter(id => !present.has(id))
    return {
      ...each,
      packed: packed.filter(id => each.blocks.some(block => filesOf(block).includes(id))),
      lesson: { ...each.lesson, access_rules: keptRules(each.lesson.access_rules, { all, present }, tell) },
      blocks: each.blocks.filter(block => {
        const gone = missing(filesOf(block))
        for (const id of gone)
          tell(`a ${block.kind} block names the file ${id}, which this school does not have`)
        return gone.length === 0
      }),
    }
  })
}

/** Tags, offers and webinars that a condition names. */
export const outsideOf = (condition: Condition): string[] => {
  if ('tag_id' in condition) return [condition.tag_id]
  if ('offer_id' in condition) return [condition.offer_id]
  return 'webinar_id' in condition ? [condition.webinar_id] : []
}

/** The rules without conditions about what is not there. */
export function keptRules(
  rules: OpeningRules,
  { all, present }: { all: ReadonlySet<string>; present: ReadonlySet<string> },
  tell: (message: string) => void,
): OpeningRules {
  const conditions = rules.conditions.filter(condition => {
    const named = [lessonOf(condition) ?? [], outsideOf(condition)].flat()
    const gone = named.filter(id => !all.has(id) && !present.has(id))
    for (const id of gone) tell(`an opening rule names ${id}, which is not there`)
    return gone.length === 0
  })
  return { ...rules, conditions }
}

async function readLesson(source: Source, key: string, ctx: At, report: Report): Promise<ReadLesson> {
  const path = source.placeOf(key)
  const found = await source.lesson(key, message => report.item(path)(message))
  const { blocks, quizzes, assignments, ...lesson } = found
  report.item(path)
  const kept: BlockContent[] = []
  let bytes = 0
  for (const [index, block] of blocks.entries()) {
    const tell = report.item(`${path} blocks.${index}`)
    const { data, error } = BlockContent.safeParse(block)
    if (error) {
      tell(firstIssue(error))
      continue
    }
    const content = await cleaned(data, ctx.work.school, tell)
    if (!content) continue
    bytes += Buffer.byteLength(JSON.stringify(content))
    if (bytes > maxLessonBytes) tell(`the blocks of a lesson have at most ${maxLessonBytes} bytes`)
    else kept.push(content)
  }
  return {
    ...{ key, lesson, blocks: kept, packed: [] },
    assignments: assignments.filter((each, index) => {
      const tell = report.item(`${path} assignments.${index}`)
      if (!hasFitPenalty(each)) tell(assignmentRefusals.assignment_penalty_unfit.message)
      return hasFitPenalty(each)
    }),
    quizzes: quizzes.flatMap(({ questions, ...quiz }, index) => {
      const tell = report.item(`${path} quizzes.${index}`)
      const read = questionsOf(questions, `${path} quizzes.${index}`, report)
      if (drawsOnce(quiz)) return [{ ...quiz, questions: read }]
      tell(quizRefusals.quiz_draws_twice.message)
      return []
    }),
  }
}

const drawsOnce = ({ draws }: Pick<PackedLesson['quizzes'][number], 'draws'>): boolean =>
  new Set(draws.map(({ label }) => label)).size === draws.length

/** The content with what remains of its HTML; null if nothing does. */
async function cleaned(
  content: BlockContent,
  school: string,
  tell: (message: string) => void,
): Promise<BlockContent | null> {
  try {
    return (await stored(content, school, { patient: true })).content
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    tell(refusalText(error))
    return null
  }
}

const refusalText = ({ message, details }: Refused): string =>
  [message, ...(details ?? []).map(detail => detail.message)].join(' ')

function questionsOf(questions: readonly unknown[], path: string, report: Report): Question[] {
  return questions.flatMap((given, index): Question[] => {
    const tell = report.item(`${path}.questions.${index}`)
    const outer = PackedQuestion.safeParse(given)
    const inner = QuestionInput.safeParse(outer.data?.content)
    const error = outer.error ?? inner.error
    if (error || !outer.data || !inner.data) {
      tell(error ? firstIssue(error) : 'is no question')
      return []
    }
    try {
      checkQuestion(inner.data)
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      tell(refusalText(refused))
      return []
    }
    return [{ ...outer.data, content: inner.data }]
  })
}

/** Refuses a course in which lessons wait for each other. */
export function refuseCircles(manifest: Manifest, cards: ReadonlyMap<string, ReadLesson['lesson']>): void {
  try {
    checkCycles({
      modules: manifest.modules.map(({ key, access_rules }) => ({ id: key, access_rules })),
      lessons: manifest.modules.flatMap(({ key: module_id, lessons }) =>
        lessons.map(id => ({ id, module_id, access_rules: cards.get(id)!.access_rules })),
      ),
    })
  } catch (error) {
    throw error instanceof Refused ? new ArchiveRefused(refusalText(error)) : error
  }
}
