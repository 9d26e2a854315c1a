// What of a lesson of a package can be taken over, and what is wrong with the rest, item by item: in a thread.
import { ArchiveRefused } from '@lms/archive/refused'
import { cleaned } from '@lms/content/html'
import { Refused } from '@lms/contract'
import type { z } from 'zod'
import { checkQuestion } from '../../assessment/questions/part-ids.rules.ts'
import { QuestionInput } from '../../assessment/questions/question-content.ts'
import { textsIn } from '../../assessment/questions/question-texts.ts'
import { drawProblems } from '../../assessment/quizzes/draw.ts'
import { refusals as quizRefusals } from '../../assessment/quizzes/quiz.contract.ts'
import {
  refusals as assignmentRefusals,
  hasFitPenalty,
} from '../../homework/assignments/assignment.contract.ts'
import { rubricProblems } from '../../homework/assignments/rubric.rules.ts'
import { refusals as blockRefusals, maxLessonBytes } from '../blocks/block.contract.ts'
import { withCleaned } from '../blocks/block.rules.ts'
import { BlockContent } from '../blocks/block-content.ts'
import { firstIssue } from './fault-text.ts'
import { PackedLesson, PackedQuestion } from './package-format.ts'
import type { FoundItem, ItemKind } from './report.ts'
import { renumbered, withWork } from './work-places.ts'

export type Question = Omit<z.output<typeof PackedQuestion>, 'content'> & { content: QuestionInput }

export interface CheckedLesson {
  lesson: Omit<PackedLesson, 'blocks' | 'quizzes' | 'assignments'>
  blocks: BlockContent[]
  quizzes: (Omit<PackedLesson['quizzes'][number], 'questions'> & { questions: Question[] })[]
  assignments: PackedLesson['assignments']
  /** Its parts, and what became of each. */
  items: readonly FoundItem[]
}

/** The parts of a lesson by their places below it, each with what is different about it. */
export interface CheckedParts extends Omit<CheckedLesson, 'items'> {
  parts: readonly { path: string; kind: ItemKind; notes: readonly string[]; isThere: boolean }[]
}

type Parts = { path: string; kind: ItemKind; notes: string[]; isThere: boolean }[]

/** Notes a part, and returns how to tell what is different about it, or why it is left out. */
function noted(parts: Parts, path: string, kind: ItemKind) {
  const part = { path, kind, notes: [] as string[], isThere: true }
  parts.push(part)
  return {
    change: (note: string) => void part.notes.push(note),
    leaveOut: (why: string) => {
      part.notes.push(why)
      part.isThere = false
    },
  }
}

/** The lesson without what cannot be taken over; throws `ArchiveRefused` for one that is none. */
export function checkLesson({ name, value }: { name: string; value: unknown }): CheckedParts {
  const { data, error } = PackedLesson.safeParse(value)
  if (!data) throw new ArchiveRefused(`${name}: ${firstIssue(error!)}`)
  const { blocks, quizzes, assignments, ...lesson } = data
  const items: Parts = []
  const acceptedBlocks = blocksOf(blocks, items)
  const acceptedAssignments = assignments.map((each, index) => {
    const { change, leaveOut } = noted(items, `assignments.${index}`, 'assignment')
    if (!hasFitPenalty(each)) {
      leaveOut(assignmentRefusals.assignment_penalty_invalid.message)
      return null
    }
    if (rubricProblems(each, 'rubric').length === 0) return each
    change('its rubric is left out: it needs points, and keys that differ')
    return { ...each, rubric: null }
  })
  const acceptedQuizzes = quizzes.map(({ questions, draws, ...fields }, index) => {
    const { change, leaveOut } = noted(items, `quizzes.${index}`, 'quiz')
    const read = questionsOf(questions, `quizzes.${index}`, items)
    // Quizzes have other ids in each course.
    const quiz = { ...fields, draws: draws.filter(({ source }) => source !== 'quizzes') }
    if (quiz.draws.length < draws.length || drawProblems(quiz.draws).length)
      change('a draw names quizzes by their ids, which a package does not have: it is left out')
    quiz.draws = quiz.draws.map(({ quiz_ids: _, ...draw }) => draw)
    if (drawsOnce(quiz)) return { ...quiz, questions: read }
    leaveOut(quizRefusals.quiz_draws_twice.message)
    return null
  })
  // What is left out leaves no number behind.
  const places = renumbered(
    acceptedQuizzes.map(each => each !== null),
    acceptedAssignments.map(each => each !== null),
  )
  return {
    lesson,
    blocks: acceptedBlocks.flatMap(block => withWork(block, id => places.get(id) ?? null) ?? []),
    quizzes: acceptedQuizzes.filter(each => each !== null),
    assignments: acceptedAssignments.filter(each => each !== null),
    parts: items,
  }
}

function blocksOf(blocks: readonly unknown[], items: Parts): BlockContent[] {
  const accepted: BlockContent[] = []
  let bytes = 0
  for (const [index, block] of blocks.entries()) {
    const { leaveOut: tell } = noted(items, `blocks.${index}`, 'block')
    const { data, error } = BlockContent.safeParse(block)
    if (error) {
      tell(firstIssue(error))
      continue
    }
    const content = cleanedBlock(data, tell)
    if (!content) continue
    bytes += Buffer.byteLength(JSON.stringify(content))
    if (bytes > maxLessonBytes) tell(`the blocks of a lesson have at most ${maxLessonBytes} bytes`)
    else accepted.push(content)
  }
  return accepted
}

/** The content with what remains of its HTML; null if nothing does. */
function cleanedBlock(content: BlockContent, tell: (problem: string) => void): BlockContent | null {
  if (content.kind !== 'text') return content
  const { cleanedContent, details } = withCleaned(
    content,
    cleaned({ html: content.html, kind: 'block' }).html,
  )
  if (details.length === 0) return cleanedContent
  tell([blockRefusals.block_invalid.message, ...details.map(({ message }) => message)].join(' '))
  return null
}

/** Cleans the HTML of a question in its place; returns what was removed from it. */
function cleanQuestion(fields: { explanation: string }, content: QuestionInput): string[] {
  if (content.format !== 'html') return []
  const removed = new Set<string>()
  const clean = (html: string) => {
    const part = cleaned({ html, kind: 'question' })
    for (const name of part.removed) removed.add(name)
    return part.html
  }
  for (const { text, set } of textsIn(content)) set(clean(text) || '?')
  fields.explanation = clean(fields.explanation)
  return [...removed]
}

const drawsOnce = ({ draws }: Pick<PackedLesson['quizzes'][number], 'draws'>): boolean =>
  new Set(draws.map(({ label }) => label)).size === draws.length

function questionsOf(questions: readonly unknown[], path: string, items: Parts): Question[] {
  return questions.flatMap((question, index): Question[] => {
    const { change, leaveOut: tell } = noted(items, `${path}.questions.${index}`, 'question')
    const outer = PackedQuestion.safeParse(question)
    const inner = QuestionInput.safeParse(outer.data?.content)
    const error = outer.error ?? inner.error
    if (error || !outer.data || !inner.data) {
      tell(error ? firstIssue(error) : 'is no question')
      return []
    }
    const removed = cleanQuestion(outer.data, inner.data)
    if (removed.length) change(`what questions do not have is left out: ${removed.join(', ')}`)
    try {
      checkQuestion(inner.data)
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused
      tell([...new Set((refused.details ?? []).map(({ message }) => message))].join('; ') || refused.message)
      return []
    }
    return [{ ...outer.data, content: inner.data }]
  })
}
