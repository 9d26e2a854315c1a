// Reads quizzes and the question bank of a backup of Moodle, before version 4 and since.
import { allIn, childOf, childrenOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import { asHtml, bareQuestion, type MoodleQuestion } from './moodle-form.ts'
import { itemOfMoodle } from './moodle-question.ts'
import { addTo } from './moodle-xml.ts'
import { emptyQuiz, leftOut, type ParsedQuiz } from './parsed-quiz.ts'
import { plainOf, pointsOf } from './read-question.ts'

const text = (at: Xml | undefined, name: string) => textOf(childOf(at, name))
const raw = (at: Xml | undefined, name: string): string => {
  const value = (childOf(at, name)?.children ?? [])
    .filter(child => typeof child === 'string')
    .join('')
    .trim()
  return value === '$@NULL@$' ? '' : value
}
const htmlOf = (at: Xml | undefined, name: string, format: string) =>
  /^[02]$/.test(text(at, format)) ? asHtml(raw(at, name)) : raw(at, name)

type BankQuestion = MoodleQuestion & { innerIds: string[] }

/** The bank of a backup: questions by their ids and entries, and the questions of each category. */
export interface MoodleBank {
  byId: Map<string, BankQuestion>
  /** The newest version of each entry of the bank. */
  byEntry: Map<string, BankQuestion>
  categories: Map<string, { name: string; questions: MoodleQuestion[] }>
}

export function readBank(root: Xml | null): MoodleBank {
  const bank: MoodleBank = { byId: new Map(), byEntry: new Map(), categories: new Map() }
  for (const category of root ? childrenOf(root, 'question_category') : []) {
    const questions: MoodleQuestion[] = []
    for (const entry of allIn(category, 'question_bank_entry')) {
      const versions = allIn(entry, 'question').map(questionOf)
      for (const version of versions) bank.byId.set(version.id, version)
      const newest = versions.at(-1)
      if (!newest) continue
      bank.byEntry.set(entry.attributes.get('id') ?? '', newest)
      questions.push(newest)
    }
    for (const question of childrenOf(childOf(category, 'questions'), 'question').map(questionOf)) {
      bank.byId.set(question.id, question)
      if (question.type !== 'random') questions.push(question)
    }
    bank.categories.set(category.attributes.get('id') ?? '', { name: text(category, 'name'), questions })
  }
  // Questions inside of another one are asked with it alone.
  const inner = new Set<MoodleQuestion>()
  for (const question of bank.byId.values()) {
    question.inner = question.innerIds.flatMap(id => bank.byId.get(id) ?? [])
    for (const each of question.inner) inner.add(each)
  }
  for (const category of bank.categories.values())
    category.questions = category.questions.filter(question => !inner.has(question))
  return bank
}

function questionOf(question: Xml): BankQuestion {
  const type = text(question, 'qtype')
  const plugin = childOf(question, `plugin_qtype_${type}_question`)
  const tolerances = new Map(
    allIn(plugin, 'numerical_record').map(record => [text(record, 'answer'), text(record, 'tolerance')]),
  )
  const answers = childrenOf(childOf(plugin, 'answers'), 'answer')
  const details = childOf(plugin, type === 'match' ? 'matchoptions' : type)
  return {
    ...bareQuestion,
    ...{ id: question.attributes.get('id') ?? '', name: text(question, 'name').slice(0, 150), type },
    text: htmlOf(question, 'questiontext', 'questiontextformat'),
    feedback: htmlOf(question, 'generalfeedback', 'generalfeedbackformat'),
    points: pointsOf(text(question, 'defaultmark') || text(question, 'defaultgrade')) ?? 100,
    isSingle: type !== 'multichoice' || text(details, 'single') !== '0',
    isCaseSensitive: text(details, 'usecase') === '1',
    answers: answers.map(answer => ({
      text: htmlOf(answer, 'answertext', 'answerformat'),
      fraction: Number(text(answer, 'fraction')),
      feedback: raw(answer, 'feedback'),
      tolerance: tolerances.get(answer.attributes.get('id') ?? '') ?? '',
    })),
    pairs: allIn(plugin, 'match').map(pair => ({
      left: htmlOf(pair, 'questiontext', 'questiontextformat'),
      right: asHtml(raw(pair, 'answertext')),
    })),
    choices: answers.map(answer => ({
      text: raw(answer, 'answertext'),
      group: raw(answer, 'feedback') || '1',
    })),
    guidance: raw(firstIn(plugin, 'essay'), 'graderinfo'),
    inner: [],
    innerIds: text(firstIn(plugin, 'multianswer'), 'sequence').split(',').filter(Boolean),
    notes: [],
  }
}

/** What a quiz asks: the ids of its questions, and of the entries and categories of the bank. */
export interface QuizSlot {
  number: number
  points: number | null
  question: string | null
  entry: string | null
  category: string | null
}

export const slotsOf = (root: Xml): QuizSlot[] =>
  allIn(childOf(root, 'quiz'), 'question_instance')
    .map(instance => {
      const filter = firstIn(instance, 'filtercondition')
      return {
        number: Number(text(instance, 'slot')) || 0,
        points: pointsOf(text(instance, 'maxmark') || text(instance, 'grade')),
        question: text(instance, 'questionid') || text(instance, 'question') || null,
        entry: textOf(firstIn(instance, 'questionbankentryid')) || null,
        category: categoryIn(filter ? textOf(filter) : ''),
      }
    })
    .toSorted((one, other) => one.number - other.number)

const categoryIn = (filter: string) =>
  /"questioncategoryid"\s*:\s*"?(\d+)/.exec(filter)?.[1] ??
  /"category"[^}]*?"values"\s*:\s*\["?(\d+)/.exec(filter)?.[1] ??
  null

/** The quiz of an activity with its questions from the bank. */
export function readMoodleQuiz(root: Xml, bank: MoodleBank): ParsedQuiz & { fields: object } {
  const own = childOf(root, 'quiz')
  const seconds = Number(text(own, 'timelimit'))
  const attempts = Number(text(own, 'attempts_number') || text(own, 'attempts'))
  const quiz: ParsedQuiz = {
    ...emptyQuiz(text(own, 'name').slice(0, 200) || 'Quiz'),
    description: plainOf(raw(own, 'intro')).slice(0, 2000),
    time_limit_seconds: seconds > 0 ? Math.min(86_400, Math.max(30, seconds)) : null,
    attempts_allowed: attempts > 0 ? Math.min(100, attempts) : null,
    shuffle_options: text(own, 'shuffleanswers') === '1',
  }
  const draws = new Map<string, number>()
  for (const slot of slotsOf(root)) {
    const named = slot.entry
      ? bank.byEntry.get(slot.entry)
      : slot.question
        ? bank.byId.get(slot.question)
        : undefined
    const category = slot.category ?? (named?.type === 'random' ? categoryOf(named, bank) : null)
    if (category && bank.categories.has(category)) draws.set(category, (draws.get(category) ?? 0) + 1)
    else if (!named)
      quiz.items.push(leftOut(String(slot.number), `Question ${slot.number}`, 'the backup does not have it'))
    else if (named.type === 'description') addTo(quiz, named)
    else {
      const item = itemOfMoodle(named)
      const question = item.question && { ...item.question, points: slot.points ?? item.question.points }
      quiz.items.push({ ...item, question })
    }
  }
  for (const [id, count] of draws) {
    const { name, questions } = bank.categories.get(id)!
    const label = `${name.slice(0, 50) || 'Category'} ${id}`.slice(0, 60)
    quiz.draws.push({ label, count: Math.min(200, count) })
    for (const question of questions)
      if (question.type !== 'description') quiz.items.push(itemOfMoodle(question, { label }))
  }
  const method = text(own, 'grademethod')
  if (method === '3') quiz.notes.push('the first attempt counts there, and the best one here')
  return { ...quiz, fields: { counts: method === '2' ? 'average' : method === '4' ? 'last' : 'best' } }
}

/** Before version 4 a random question stood in its category. */
function categoryOf(question: MoodleQuestion, { categories }: MoodleBank): string | null {
  const id = /(\d+)$/.exec(question.name)?.[1]
  return id && categories.has(id) ? id : null
}

/** The categories of a bank as quizzes, without questions that quizzes of the course have. */
export function quizzesOfBank(bank: MoodleBank, used: readonly QuizSlot[]): ParsedQuiz[] {
  const taken = new Set<MoodleQuestion>()
  const drawn = new Set(used.flatMap(({ category }) => category ?? []))
  for (const { entry, question } of used) {
    const named = entry ? bank.byEntry.get(entry) : question ? bank.byId.get(question) : undefined
    if (named) taken.add(named)
  }
  return [...bank.categories].flatMap(([id, { name, questions }]) => {
    const left = questions.filter(question => !taken.has(question))
    if (left.length === 0 || drawn.has(id)) return []
    const quiz = emptyQuiz(name.slice(0, 200) || 'Questions')
    for (const question of left) addTo(quiz, question)
    return [quiz]
  })
}
