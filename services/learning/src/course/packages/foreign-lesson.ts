// A lesson of the parts that a package of another product has for it, and what became of each of them.
import { ArchiveRefused } from '@lms/archive'
import { noRules, type OpeningRules } from '../../study/openings/rule-schema.ts'
import type { ParsedItem, ParsedQuiz } from '../formats/parsed-quiz.ts'
import type { CheckedLesson, CheckedParts } from './check-lesson.ts'
import { readPart } from './foreign-part.ts'
import { nothing, type PackageReading, type PartContent } from './part-content.ts'
import type { LessonPlan, Part } from './plan.ts'
import { inPackageThread } from './read-document.ts'
import type { FoundItem } from './report.ts'

const [maxBlocks, maxQuizzes, maxAssignments, maxQuestions] = [100, 20, 20, 200]

/** A part with what was found in it, and where that stands in the lesson. */
interface ReadPart {
  part: Part
  found: PartContent
  notes: string[]
  blocks: number[]
  quizzes: number[]
  assignments: number[]
}

export async function lessonOfParts(
  plan: LessonPlan,
  rules: OpeningRules,
  at: PackageReading,
): Promise<CheckedLesson> {
  const parts: ReadPart[] = []
  for (const part of plan.parts) parts.push(await readOrTell(part, at))
  const title = (plan.isUntitled && parts[0]?.found.title) || plan.title
  const blocks = collected(parts, 'blocks', maxBlocks, 'a lesson has at most 100 blocks')
  const quizzes = collected(parts, 'quizzes', maxQuizzes, 'a lesson has at most 20 quizzes')
  const assignments = collected(
    parts,
    'assignments',
    maxAssignments,
    'a lesson has at most 20 pieces of homework',
  )
  const isEmpty = blocks.length + quizzes.length + assignments.length === 0
  const isHidden = plan.isHidden || isEmpty || parts.some(({ found }) => found.isHidden)
  if (isHidden && !isEmpty)
    for (const { notes } of parts) notes.push('students do not see it there: its lesson is a draft')
  if (isEmpty) for (const { notes } of parts) notes.push('its lesson is an empty draft')
  const value = {
    ...{
      title: title.slice(0, 200),
      description: '',
      kind: 'lesson',
      status: isHidden ? 'draft' : 'published',
    },
    ...{ duration_seconds: null, required: true, access_rules: datedRules(rules, parts), completion: null },
    ...{
      blocks,
      quizzes: quizzes.map(quiz => packedQuiz(quiz as ParsedQuiz, title.slice(0, 200))),
      assignments,
    },
  }
  const name = `“${title}”`
  const checked = await inPackageThread('madeLesson', { name, value }, { name, school: at.school })
  const { parts: checkedParts, ...lesson } = checked
  return { ...lesson, items: parts.flatMap(part => itemsOf(part, checkedParts, plan.isUntitled)) }
}

async function readOrTell(part: Part, at: PackageReading): Promise<ReadPart> {
  const places = { blocks: [], quizzes: [], assignments: [] }
  try {
    const found = await readPart(part, at)
    return { part, found, notes: [...part.notes, ...found.notes], ...places }
  } catch (error) {
    // What cannot be read costs itself.
    if (!(error instanceof ArchiveRefused)) throw error
    return { part, found: nothing(), notes: [...part.notes, error.message], ...places }
  }
}

/** All of a kind in the order of the parts, each part with the places of its own. */
function collected(
  parts: readonly ReadPart[],
  kind: 'blocks' | 'quizzes' | 'assignments',
  most: number,
  bound: string,
): unknown[] {
  const all: unknown[] = []
  for (const part of parts)
    for (const each of part.found[kind]) {
      if (all.length < most) part[kind].push(all.push(each) - 1)
      else if (!part.notes.includes(`${bound}: the others are left out`))
        part.notes.push(`${bound}: the others are left out`)
    }
  return all
}

/** The rules with the dates of what is to be done in the lesson. */
function datedRules(rules: OpeningRules, parts: readonly ReadPart[]): OpeningRules {
  const dates = (name: 'dueAt' | 'unlockAt' | 'lockAt') =>
    parts.flatMap(({ found }) => found.dates[name] ?? []).toSorted()
  const [due, unlock, lock] = [dates('dueAt').at(-1), dates('unlockAt')[0], dates('lockAt').at(-1)]
  const several = parts.filter(({ found }) => found.dates.dueAt).length > 1
  if (several)
    for (const { notes, found } of parts)
      if (found.dates.dueAt) notes.push('the lesson has one deadline: the last one')
  if (!due && !unlock && !lock) return rules
  return {
    ...noRules,
    conditions: [...rules.conditions, ...(unlock ? [{ kind: 'date' as const, at: unlock }] : [])],
    deadline: due ? { kind: 'date', at: due } : rules.deadline,
    ...(lock && { end: { kind: 'date' as const, at: lock } }),
  }
}

/** The quiz as packages have it, with the questions that are there. */
function packedQuiz({ items, notes: _, fields, ...quiz }: ParsedQuiz & { fields?: object }, title: string) {
  return {
    ...{
      ...quiz,
      title: quiz.title || title,
      description: quiz.description,
      pass_percent: 60,
      show: 'score',
    },
    ...fields,
    questions: items.flatMap(({ question }) => question ?? []).slice(0, maxQuestions),
  }
}

/** The part and its questions as the report has them. */
function itemsOf(read: ReadPart, checked: CheckedParts['parts'], isUntitled: boolean): FoundItem[] {
  const { part, found } = read
  const name = (isUntitled && found.title) || part.name
  const byPath = new Map(checked.map(each => [each.path, each]))
  const paths = [
    ...read.blocks.map(index => `blocks.${index}`),
    ...read.quizzes.map(index => `quizzes.${index}`),
    ...read.assignments.map(index => `assignments.${index}`),
  ]
  const notes = [
    ...read.notes,
    ...found.quizzes.flatMap(quiz => quiz.notes),
    ...paths.flatMap(path => byPath.get(path)?.notes ?? []),
  ]
  const isThere = paths.some(path => byPath.get(path)?.isThere)
  const own = { kind: part.kind, name, notes: [...new Set(notes)], isThere }
  const questions = read.quizzes.flatMap((place, index) =>
    questionItems(found.quizzes[index]!, place, name, byPath),
  )
  return [own, ...questions]
}

function questionItems(
  { items }: ParsedQuiz,
  place: number,
  name: string,
  byPath: ReadonlyMap<string, CheckedParts['parts'][number]>,
): FoundItem[] {
  let number = 0
  return items.map((item: ParsedItem) => {
    const title = `${name.slice(0, 80)}: ${item.name}`
    const kind = 'question' as const
    if (!item.question) return { kind, name: title, notes: item.notes, isThere: item.isElsewhere ?? false }
    const index = number++
    if (index >= maxQuestions)
      return { kind, name: title, notes: [`a quiz has at most ${maxQuestions} questions`], isThere: false }
    const { notes = [], isThere = false } = byPath.get(`quizzes.${place}.questions.${index}`) ?? {}
    return { kind, name: title, notes: [...item.notes, ...notes], isThere }
  })
}
