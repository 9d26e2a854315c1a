// Reads tests of IMS QTI 2.0 to 3.0: their items in order, pools from which some are drawn, and the rules of an attempt.
import { allIn, childOf, elementsOf, type Xml } from '@lms/archive/xml'
import { emptyQuiz, type ParsedQuiz } from './parsed-quiz.ts'
import { withNamesOfQti2 } from './qti-names.ts'

export interface TestItem {
  /** Its address, from the test. */
  href: string
  label: string | null
  /** By which its points are multiplied. */
  weight: number
}

/** A test without its questions, and the addresses of its items in their order. */
export interface ParsedTest {
  quiz: ParsedQuiz
  items: TestItem[]
}

/** What a test says. */
export function readTest(document: Xml, title: string): ParsedTest {
  const root = withNamesOfQti2(document)
  const quiz: ParsedQuiz = {
    ...emptyQuiz((root.attributes.get('title')?.trim() || title || 'Quiz').slice(0, 200)),
    time_limit_seconds: secondsOf(root),
    attempts_allowed: attemptsOf(root),
  }
  const items: TestItem[] = []
  const parts = allIn(root, 'testPart')
  if (parts.length > 1)
    quiz.notes.push(`its ${parts.length} parts became one: their questions follow each other`)
  for (const part of parts.length ? parts : [root]) readSection(part, { quiz, items, label: null })
  if (allIn(root, 'preCondition', 'branchRule').length)
    quiz.notes.push('it jumps over questions by the answers before; here all are asked')
  return { quiz, items }
}

interface Into {
  quiz: ParsedQuiz
  items: TestItem[]
  label: string | null
}

function readSection(at: Xml, into: Into): void {
  const { quiz, items, label } = into
  for (const child of elementsOf(at)) {
    if (child.name === 'assessmentItemRef') {
      const weight = Number(childOf(child, 'weight')?.attributes.get('value') ?? 1)
      items.push({ href: child.attributes.get('href') ?? '', label, weight: weight > 0 ? weight : 1 })
    } else if (child.name === 'assessmentSectionRef')
      quiz.notes.push('a section stands in a document of its own, and is left out')
    else if (child.name === 'assessmentSection') {
      const count = Number(childOf(child, 'selection')?.attributes.get('select'))
      const all = allIn(child, 'assessmentItemRef').length
      const isPool =
        Number.isInteger(count) && count > 0 && count < all && quiz.draws.length < 20 && label === null
      const name = `${(child.attributes.get('title') || 'Section').slice(0, 50)} ${quiz.draws.length + 1}`
      if (isPool) quiz.draws.push({ label: name, count: Math.min(200, count) })
      if (childOf(child, 'ordering')?.attributes.get('shuffle') === 'true') quiz.shuffle_questions = true
      readSection(child, { quiz, items, label: isPool ? name : label })
    } else if (child.name === 'testPart') readSection(child, into)
  }
}

function secondsOf(root: Xml): number | null {
  const limits = [root, ...allIn(root, 'testPart')].map(at =>
    Number(childOf(at, 'timeLimits')?.attributes.get('maxTime') ?? 0),
  )
  const seconds = limits.find(limit => limit > 0)
  return seconds ? Math.min(86_400, Math.max(30, Math.round(seconds))) : null
}

function attemptsOf(root: Xml): number | null {
  const control = allIn(root, 'itemSessionControl')[0]
  const attempts = Number(control?.attributes.get('maxAttempts') ?? 0)
  return Number.isInteger(attempts) && attempts > 1 ? Math.min(100, attempts) : null
}
