// Reads Moodle's XML of questions, which teachers export from a question bank.
import { allIn, childOf, childrenOf, textOf, type Xml } from '@lms/archive/xml'
import { asHtml, bareQuestion, type MoodleQuestion } from './moodle-form.ts'
import { itemOfMoodle } from './moodle-question.ts'
import { emptyQuiz, type ParsedQuiz } from './parsed-quiz.ts'
import { plainOf, pointsOf } from './read-question.ts'

/** The questions of a file, a quiz for each category. */
export function readMoodleXml(root: Xml, title: string): ParsedQuiz[] {
  const quizzes: ParsedQuiz[] = []
  for (const [index, question] of childrenOf(root, 'question').entries()) {
    const type = question.attributes.get('type') ?? ''
    if (type === 'category') {
      const path = rawText(
        childOf(childOf(question, 'category'), 'text') ?? childOf(question, 'category'),
      ).trim()
      const name = path
        .split('/')
        .filter(part => part !== '' && part !== 'top' && !/^\$.*\$$/.test(part))
        .at(-1)
      quizzes.push(emptyQuiz((name || title).slice(0, 200)))
      continue
    }
    if (quizzes.length === 0) quizzes.push(emptyQuiz(title))
    addTo(quizzes.at(-1)!, questionOf(question, type, index))
  }
  return quizzes.filter(({ items }) => items.length > 0)
}

/** Adds a question to a quiz; a text without one stands above the quiz. */
export function addTo(quiz: ParsedQuiz, question: MoodleQuestion, label: string | null = null): void {
  if (question.type !== 'description') return void quiz.items.push(itemOfMoodle(question, { label }))
  const description = [quiz.description, plainOf(question.text)].filter(Boolean).join('\n')
  const fits = description.length <= 2000
  if (fits) quiz.description = description
  const notes = [
    fits
      ? 'it is a text without a question, and stands above the quiz now'
      : 'it is a text without a question, and the quiz has no room for it',
  ]
  quiz.items.push({
    id: question.id,
    name: question.name,
    notes,
    question: null,
    ...(fits && { isElsewhere: true }),
  })
}

const rawText = (at: Xml | undefined) =>
  (at?.children ?? []).filter(child => typeof child === 'string').join('')

/** The HTML of an element with a text, by the format that it declares. */
function htmlOf(at: Xml | undefined): string {
  if (!at) return ''
  const raw = rawText(childOf(at, 'text') ?? at).trim()
  const format = at.attributes.get('format') ?? 'html'
  return format === 'html' || format === 'moodle_auto_format' ? raw : asHtml(raw)
}

const flag = (at: Xml, name: string) => /^(?:true|1)$/.test(textOf(childOf(at, name)))

function questionOf(question: Xml, type: string, index: number): MoodleQuestion {
  const text = childOf(question, 'questiontext')
  const pictures = allIn(question, 'file').length
  return {
    ...bareQuestion,
    ...{ id: textOf(childOf(question, 'idnumber')) || String(index + 1), type, text: htmlOf(text) },
    name: textOf(childOf(childOf(question, 'name'), 'text')).slice(0, 150) || `Question ${index + 1}`,
    feedback: htmlOf(childOf(question, 'generalfeedback')),
    points: pointsOf(textOf(childOf(question, 'defaultgrade'))) ?? 100,
    isSingle: type !== 'multichoice' || flag(question, 'single'),
    isCaseSensitive: flag(question, 'usecase'),
    answers: childrenOf(question, 'answer').map(answer => ({
      text: type === 'truefalse' ? truth(htmlOf(answer)) : htmlOf(answer),
      fraction: Number(answer.attributes.get('fraction') ?? 0) / 100,
      feedback: htmlOf(childOf(answer, 'feedback')),
      tolerance: textOf(childOf(answer, 'tolerance')),
    })),
    pairs: childrenOf(question, 'subquestion').map(pair => ({
      left: htmlOf(pair),
      right: asHtml(rawText(childOf(childOf(pair, 'answer'), 'text')).trim()),
    })),
    choices: childrenOf(question, 'dragbox', 'selectoption').map(choice => ({
      text: htmlOf(choice),
      group: textOf(childOf(choice, 'group')) || '1',
    })),
    guidance: htmlOf(childOf(question, 'graderinfo')),
    notes: pictures
      ? [`${pictures} files inside of the XML are left out: a backup of the course (.mbz) has them`]
      : [],
  }
}

const truth = (text: string) => (/^true$/i.test(text) ? 'True' : /^false$/i.test(text) ? 'False' : text)
