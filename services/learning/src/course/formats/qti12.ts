// Reads quizzes and banks of IMS QTI 1.2, as Common Cartridges and Canvas write them (IMS Question & Test Interoperability:
// ASI XML Binding 1.2; Common Cartridge 1.3, 5: Assessment).

import { allIn, childOf, elementsOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import { bankLabel, emptyQuiz, leftOut, type ParsedItem, type ParsedQuiz } from './parsed-quiz.ts'
import { htmlOfMaterial, questionOf } from './qti12-item.ts'
import { parsedQuestion, plainOf, pointsOf } from './read-question.ts'

/** A pool of a quiz: its label, and what each question counts that is drawn from it. */
interface Pool {
  label: string
  points: number | null
}

/** Maximum pools from which a quiz draws. */
const maxPools = 20

/** The quiz or bank of questions of a document, and what became of each item. */
export function readQti12(root: Xml, title: string): ParsedQuiz {
  const container = firstIn(root, 'assessment', 'objectbank') ?? root
  const data = metadataOf(childOf(container, 'qtimetadata'))
  const minutes = Number(data.get('qmd_timelimit'))
  const attempts = Number(data.get('cc_maxattempts'))
  const own = container.attributes.get('title')?.trim() || data.get('bank_title') || title
  const quiz: ParsedQuiz = {
    ...emptyQuiz(own.slice(0, 200)),
    time_limit_seconds: minutes > 0 ? Math.min(86_400, Math.max(30, Math.round(minutes * 60))) : null,
    attempts_allowed: Number.isInteger(attempts) && attempts > 0 ? Math.min(100, attempts) : null,
  }
  readSection(container, quiz, null)
  return quiz
}

/** The items of a section in their order; one that says how many to draw becomes a pool. */
function readSection(section: Xml, quiz: ParsedQuiz, pool: Pool | null): void {
  for (const child of elementsOf(section)) {
    if (child.name === 'item') quiz.items.push(itemOf(child, quiz, pool))
    else if (child.name === 'section') readSection(child, quiz, poolOf(child, quiz) ?? pool)
  }
}

function poolOf(section: Xml, quiz: ParsedQuiz): Pool | null {
  const selection = firstIn(childOf(section, 'selection_ordering'), 'selection')
  const count = Number(textOf(childOf(selection, 'selection_number')))
  if (!selection || !Number.isInteger(count) || count < 1) return null
  const points = pointsOf(textOf(firstIn(selection, 'points_per_item')))
  const bank = textOf(childOf(selection, 'sourcebank_ref'))
  const own = (section.attributes.get('title') || section.attributes.get('ident') || 'Group').trim()
  const label = bank ? bankLabel(bank) : labelFor(own, quiz)
  const room = quiz.draws.length < maxPools && !quiz.draws.some(draw => draw.label === label)
  if (!room) {
    quiz.notes.push(
      `it draws ${count} of “${own.slice(0, 60)}” in addition, which has no room: that draw is left out`,
    )
    return null
  }
  quiz.draws.push({ label, count: Math.min(200, count), ...(bank && { source: 'course' as const }) })
  if (bank && points !== null && points !== 100)
    quiz.notes.push(
      `a question of “${own.slice(0, 60)}” counts what it counts in its bank, not ${points / 100}`,
    )
  return { label, points }
}

function labelFor(name: string, { draws }: ParsedQuiz): string {
  const short = name.slice(0, 50)
  const count = draws.filter(({ label }) => label.startsWith(short)).length
  return count === 0 ? short : `${short} (${count + 1})`
}

function metadataOf(data: Xml | undefined): Map<string, string> {
  const fields = allIn(data, 'qtimetadatafield').map((field): [string, string] => [
    textOf(childOf(field, 'fieldlabel')).toLowerCase(),
    textOf(childOf(field, 'fieldentry')),
  ])
  return new Map(fields)
}

function itemOf(item: Xml, quiz: ParsedQuiz, pool: Pool | null): ParsedItem {
  const id = item.attributes.get('ident') ?? ''
  const own = item.attributes.get('title')?.trim()
  const name = own && own !== 'Question' ? own.slice(0, 150) : `Question ${quiz.items.length + 1}`
  const data = new Map(allIn(item, 'qtimetadata').flatMap(each => [...metadataOf(each)]))
  if (/text_only/.test(data.get('question_type') ?? '')) {
    const text = plainOf(htmlOfMaterial(firstIn(item, 'presentation')))
    const description = [quiz.description, text].filter(Boolean).join('\n')
    if (description.length > 2000)
      return leftOut(id, name, 'it is a text without a question, and the quiz has no room for it')
    quiz.description = description
    const notes = ['it is a text without a question, and stands above the quiz now']
    return { id, name, notes, question: null, isElsewhere: true }
  }
  const draft = questionOf(item, data)
  if (typeof draft === 'string') return leftOut(id, name, draft)
  const { question, notes } = parsedQuestion(draft, { label: pool?.label ?? null })
  return { id, name, notes, question: { ...question, points: pool?.points ?? question.points } }
}
