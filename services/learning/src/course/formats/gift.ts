// Reads GIFT and Aiken, in which teachers write questions as plain text (Moodle's documentation of both).
import { asHtml, bareQuestion, type MoodleAnswer, type MoodleQuestion } from './moodle-form.ts'
import { addTo } from './moodle-xml.ts'
import { emptyQuiz, leftOut, type ParsedQuiz } from './parsed-quiz.ts'

const maxQuestions = 5000
/** Characters that a backslash frees of their meaning, as others while a question is read. */
const free = (text: string) =>
  text.replace(/\\([~=#{}:\\n])/g, (_, character) =>
    character === 'n' ? '\n' : String.fromCharCode(0xe000 + character.charCodeAt(0)),
  )
const bound = (text: string) =>
  text.replace(/[\ue020-\ue07f]/g, character => String.fromCharCode(character.charCodeAt(0) - 0xe000))

/** The questions of a text, a quiz for each category; empty where it has none. */
export function readGift(text: string, title: string): ParsedQuiz[] {
  const quizzes: ParsedQuiz[] = [emptyQuiz(title)]
  const clean = free(
    text
      .replace(/\r\n?/g, '\n')
      .replace(/^[^\S\n]*\/\/.*$/gm, '')
      .replace(/[\ue000-\uf8ff]/g, ''),
  )
  const blocks = clean.split(/\n\s*\n/)
  for (const [index, block] of blocks.slice(0, maxQuestions).entries()) {
    const trimmed = block.trim()
    const category = /^\$CATEGORY:\s*(.+)$/m.exec(trimmed)
    if (category) {
      const name = bound(category[1]!).split('/').at(-1)!.trim()
      quizzes.push(emptyQuiz((name || title).slice(0, 200)))
    }
    const rest = trimmed.replace(/^\$CATEGORY:.*$/m, '').trim()
    if (rest === '') continue
    const quiz = quizzes.at(-1)!
    const question = giftQuestion(rest, index + 1)
    if (typeof question === 'string') quiz.items.push(leftOut(String(index + 1), rest.slice(0, 80), question))
    else addTo(quiz, question)
  }
  tellRest(quizzes.at(-1)!, blocks.length - maxQuestions)
  return quizzes.filter(({ items }) => items.length > 0)
}

/** Says how many questions of a file are not read. */
function tellRest({ items }: ParsedQuiz, count: number): void {
  if (count <= 0) return
  const why = `a file has at most ${maxQuestions} questions: split it`
  items.push(leftOut(String(maxQuestions + 1), `The last ${count} questions`, why))
}

function giftQuestion(block: string, number: number): MoodleQuestion | string {
  const [, name = '', body = ''] = /^(?:::([\s\S]{0,500}?)::)?([\s\S]*)$/.exec(block) ?? []
  const [, format = '', rest = ''] = /^\s*(?:\[(html|plain|markdown|moodle)\])?([\s\S]*)$/.exec(body) ?? []
  const html = (text: string) => (format === 'html' ? bound(text).trim() : asHtml(bound(text).trim()))
  const begin = rest.indexOf('{')
  const end = rest.lastIndexOf('}')
  const base = {
    ...bareQuestion,
    ...{
      id: String(number),
      name: bound(name).trim() || bound(rest.slice(0, begin < 0 ? 80 : Math.min(80, begin))).trim(),
    },
  }
  if (begin < 0) return { ...base, type: 'description', text: html(rest) }
  if (end < begin) return 'it has no closing brace'
  const after = rest.slice(end + 1).trim()
  const text = html(after === '' ? rest.slice(0, begin) : `${rest.slice(0, begin)}_____ ${after}`)
  const [inside = '', general = ''] = rest.slice(begin + 1, end).split('####')
  return { ...base, text, feedback: html(general), ...answersIn(inside.trim(), html) }
}

function answersIn(
  inside: string,
  html: (text: string) => string,
): Pick<MoodleQuestion, 'type' | 'answers' | 'pairs' | 'isSingle'> {
  const none = { answers: [] as MoodleAnswer[], pairs: [] as MoodleQuestion['pairs'], isSingle: true }
  if (inside === '') return { ...none, type: 'essay' }
  const truth = /^(T|TRUE|F|FALSE)\s*(?:#[\s\S]*)?$/i.exec(inside)
  if (truth) {
    const isTrue = /^T/i.test(truth[1]!)
    return {
      ...none,
      type: 'truefalse',
      answers: [answer('True', isTrue ? 1 : 0), answer('False', isTrue ? 0 : 1)],
    }
  }
  if (inside.startsWith('#')) return { ...none, type: 'numerical', answers: numbersIn(inside.slice(1)) }
  const parts = [...inside.matchAll(/([=~])([^=~]*)/g)].map(([, sign, part]) => {
    const [, percent, rest = ''] = /^\s*(?:%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(part!) ?? []
    const [words = '', feedback = ''] = rest.split('#')
    return {
      sign,
      percent: percent === undefined ? null : Number(percent) / 100,
      words: words.trim(),
      feedback: html(feedback),
    }
  })
  if (parts.length > 0 && parts.every(({ sign, words }) => sign === '=' && words.includes('->')))
    return { ...none, type: 'match', pairs: parts.map(({ words }) => pairOf(words, html)) }
  const read = parts.map(({ sign, percent, words, feedback }) => ({
    ...{ text: html(words), fraction: percent ?? (sign === '=' ? 1 : 0), feedback, tolerance: '' },
  }))
  if (parts.every(({ sign }) => sign === '=')) return { ...none, type: 'shortanswer', answers: read }
  const isSingle = parts.some(({ sign }) => sign === '=')
  return { ...none, type: 'multichoice', isSingle, answers: read }
}

const answer = (text: string, fraction: number): MoodleAnswer => ({
  text,
  fraction,
  feedback: '',
  tolerance: '',
})

function pairOf(words: string, html: (text: string) => string) {
  const at = words.indexOf('->')
  return { left: html(words.slice(0, at)), right: html(words.slice(at + 2)) }
}

/** `3.14:0.01`, `1..5`, or several with `=` and shares. */
function numbersIn(text: string): MoodleAnswer[] {
  const parts = text.includes('=') ? text.split('=').slice(1) : [text]
  return parts.map(part => {
    const [, percent, rest = ''] = /^\s*(?:%(\d+(?:\.\d+)?)%)?([^#]*)/.exec(part) ?? []
    const fraction = percent === undefined ? 1 : Number(percent) / 100
    const range = /^\s*(-?[\d.]+?)\.\.(-?[\d.]+)\s*$/.exec(rest)
    if (range) {
      const [from, to] = [Number(range[1]), Number(range[2])]
      return { ...answer(String((from + to) / 2), fraction), tolerance: String(Math.abs(to - from) / 2) }
    }
    const [value = '', tolerance = '0'] = bound(rest).split(':')
    return { ...answer(value.trim(), fraction), tolerance: tolerance.trim() }
  })
}

/** The questions of a text in Aiken's form; empty where it has none. */
export function readAiken(text: string, title: string): ParsedQuiz[] {
  const quiz = emptyQuiz(title)
  let lines: string[] = []
  let beyond = 0
  let options: { letter: string; text: string }[] = []
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const option = /^\s*([A-Z])[.)]\s+(.+)$/.exec(line)
    const right = /^\s*ANSWER:\s*([A-Z])\s*$/.exec(line)
    if (right) {
      const number = String(quiz.items.length + 1)
      const answers = options.map(({ letter, text }) => answer(asHtml(text), letter === right[1] ? 1 : 0))
      const words = lines.join('\n').trim()
      if (quiz.items.length >= maxQuestions) beyond++
      else
        addTo(quiz, {
          ...bareQuestion,
          id: number,
          name: words.slice(0, 80),
          type: 'multichoice',
          text: asHtml(words),
          answers,
        })
      lines = []
      options = []
    } else if (option && lines.length > 0) options.push({ letter: option[1]!, text: option[2]!.trim() })
    else if (line.trim() !== '') lines.push(line.trim())
  }
  if (quiz.items.length > 0 && lines.length > 0)
    quiz.items.push(
      leftOut(String(quiz.items.length + 1), lines[0]!.slice(0, 80), 'no line ANSWER follows it'),
    )
  tellRest(quiz, beyond)
  return quiz.items.length ? [quiz] : []
}
