// A question as Moodle has it, whatever document it comes from, and what it becomes.
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { choicesInText } from './gaps.ts'
import { clozeOfMoodle } from './moodle-cloze.ts'
import type { MoodleAnswer, MoodleQuestion } from './moodle-form.ts'
import { leftOut, type ParsedItem } from './parsed-quiz.ts'
import { answers, type DraftQuestion, decimalOf, parsedQuestion, plainOf } from './read-question.ts'

/** Kinds that are left out, in a teacher's words. */
const unfit: Readonly<Record<string, string>> = {
  ddmarker: 'its answers are places in a picture',
  ddimageortext: 'its answers are places in a picture',
  coderunner: 'its answers are programs that are run',
  stack: 'its answers are checked by a computer algebra system',
  recordrtc: 'its answers are recordings',
}

/** What became of a question of Moodle. */
export function itemOfMoodle(
  question: MoodleQuestion,
  { label = null }: { label?: string | null } = {},
): ParsedItem {
  const { id, type } = question
  const name = (question.name || `Question ${id}`).slice(0, 150)
  const notes = [...question.notes]
  const content = contentOf(question, notes)
  if (typeof content === 'string') return leftOut(id, name, content)
  const draft: DraftQuestion = {
    ...{ content, points: question.points, notes, explanation: question.feedback },
    all_or_nothing: type === 'multichoiceset' || type === 'order' || type === 'ordering',
  }
  return { id, name, ...parsedQuestion(draft, { label }) }
}

const isRight = ({ fraction }: MoodleAnswer) => fraction >= 0.999

function contentOf(question: MoodleQuestion, notes: string[]): QuestionInput | string {
  const { type, text: prompt, answers: all } = question
  if (
    all.some(answer => answer.fraction > 0 && !isRight(answer)) &&
    type !== 'multichoice' &&
    type !== 'multianswer'
  )
    notes.push('answers that are partly right there are not here')
  switch (type) {
    case 'multichoice':
    case 'multichoiceset':
    case 'truefalse':
      return choice(question, notes)
    case 'shortanswer':
    case 'regexp':
    case 'pmatch': {
      const right = all.filter(isRight).map(({ text }) => plainOf(text))
      if (type !== 'shortanswer') return 'its answers are compared by patterns'
      if (right.some(text => /(?<!\\)\*/.test(text)))
        notes.push('a star stands for any text there, and for itself here')
      if (question.isCaseSensitive) notes.push('letter case counts there, and does not here')
      const accepted = answers(right)
      return accepted.length ? { kind: 'text', prompt, accepted } : 'the file does not say what is right'
    }
    case 'numerical': {
      const right = all.filter(isRight).flatMap(({ text, tolerance }) => {
        const value = decimalOf(plainOf(text))
        return value === null ? [] : [{ value, off: decimalOf(tolerance || '0') ?? '0' }]
      })
      const [first] = right
      if (!first) return 'the file does not say which number is right'
      if (right.length > 1) notes.push(`${right.length} numbers are right there, and the first one here`)
      const tolerance = Number(first.off) > 0 ? { kind: 'absolute' as const, value: first.off } : null
      return { kind: 'number', prompt, value: first.value, tolerance }
    }
    case 'match':
    case 'matching':
    case 'randomsamatch': {
      const pairs = question.pairs.filter(({ left }) => plainOf(left) !== '' || /<img/.test(left))
      if (pairs.length < 2) return 'it has fewer than two pairs'
      const used = new Set(pairs.map(({ right }) => plainOf(right)))
      const others = question.pairs.map(({ right }) => right).filter(right => !used.has(plainOf(right)))
      return { kind: 'match', prompt, pairs, others }
    }
    case 'essay':
      return { kind: 'open', prompt, guidance: plainOf(question.guidance).slice(0, 4000) }
    case 'ordering':
    case 'order':
      return all.length > 1
        ? { kind: 'order', prompt, items: all.map(({ text }) => text) }
        : 'it has fewer than two parts'
    case 'gapselect':
    case 'ddwtos':
      return lists(question, notes)
    case 'cloze':
    case 'multianswer':
      return clozeOfMoodle(question, notes)
    default:
      if (/^calculated/.test(type)) return 'its numbers are calculated by a formula for each student'
      return (Object.hasOwn(unfit, type) && unfit[type]) || `it is of the kind “${type.slice(0, 40)}”`
  }
}

function choice(
  { type, text: prompt, answers: all, isSingle }: MoodleQuestion,
  notes: string[],
): QuestionInput | string {
  const isOne = type !== 'multichoiceset' && isSingle
  const most = Math.max(0, ...all.map(({ fraction }) => fraction))
  const right = all.map(({ fraction }) => fraction > 0 && (!isOne || fraction === most))
  if (!right.includes(true)) return 'the file does not say which option is right'
  if (isOne && all.some(({ fraction }) => fraction > 0 && fraction < most))
    notes.push('options that are partly right there earn nothing here')
  if (!isOne && type === 'multichoice') {
    const shares = new Set(
      all.filter(({ fraction }) => fraction > 0).map(({ fraction }) => fraction.toFixed(2)),
    )
    if (shares.size > 1) notes.push('its right options count differently there, and alike here')
    const cost = all.filter(({ fraction }) => fraction <= 0)
    if (cost.length && cost.every(({ fraction }) => fraction === 0))
      notes.push('a wrong option costs nothing there; here it takes away what a right one earns')
  }
  const isSeveral = isOne && right.filter(Boolean).length > 1
  if (isSeveral) notes.push('several of its options are right: here all of them are to be chosen')
  const options = all.map(({ text, feedback }, index) => ({
    text,
    correct: right[index]!,
    ...(feedback && { feedback }),
  }))
  return { kind: isOne && !isSeveral ? 'single' : 'multiple', prompt, options }
}

/** `[[2]]` in a text is a gap in which the second choice is right, of a list of its group. */
function lists({ text, choices }: MoodleQuestion, notes: string[]): QuestionInput | string {
  const numbers = [...text.matchAll(/\[\[(\d{1,3})\]\]/g)].map(([, number]) => Number(number))
  let html = text
  const gaps = numbers.flatMap((number, index) => {
    const right = choices[number - 1]
    if (!right) return []
    html = html.replace(`[[${number}]]`, `[gap ${index + 1}]`)
    const group = choices.filter(({ group }) => group === right.group)
    return [
      {
        name: `gap ${index + 1}`,
        choices: group.map(each => plainOf(each.text)),
        right: [plainOf(right.text)],
      },
    ]
  })
  if (gaps.length === 0 || gaps.length < numbers.length)
    return 'the file does not say what is right in each gap'
  return choicesInText(html, gaps, notes)
}
