// Moodle's texts with gaps: `{1:SHORTANSWER:=Berlin~%50%Bonn#feedback}`, or `{#1}` for a question inside.
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import type { MoodleQuestion } from './moodle-form.ts'
import { answers, plainOf, writtenNumbers } from './read-question.ts'
import { unescaped } from './tags.ts'

interface Gap {
  accepted: string[]
  weight: number
  choices: string[]
}

const gapPattern = /\{(\d{0,3}):([A-Z_]{1,20}):((?:\\.|[^\\}]){1,2000})\}|\{#(\d{1,3})\}/g
const maxGaps = 30

export function clozeOfMoodle({ text, inner }: MoodleQuestion, notes: string[]): QuestionInput | string {
  const gaps: Gap[] = []
  let isWhole = true
  const bare = text.replace(/\{(\d+)\}/g, '($1)')
  const marked = bare.replace(gapPattern, (_, weight, kind, list, number) => {
    const gap = number
      ? innerGap(inner[Number(number) - 1])
      : gapOf(kind, unescaped(list), Number(weight || 1))
    if (!gap || gap.accepted.length === 0 || gaps.length >= maxGaps) {
      isWhole = false
      return '_____'
    }
    return `{${gaps.push(gap)}}`
  })
  if (gaps.length === 0) return 'its text has no gap that can be read'
  if (!isWhole) return 'one of its gaps has no right answer that can be read'
  const lists = gaps.filter(({ choices }) => choices.length > 0)
  if (lists.length)
    notes.push(
      `students write into a gap what they choose there from a list: ${lists[0]!.choices.join(', ').slice(0, 150)}`,
    )
  if (new Set(gaps.map(({ weight }) => weight)).size > 1)
    notes.push('its gaps count differently there, and alike here')
  return {
    ...{ kind: 'cloze', prompt: 'Fill in the gaps.', text: marked },
    gaps: gaps.map(({ accepted }) => ({ accepted })),
  }
}

function innerGap(question: MoodleQuestion | undefined): Gap | null {
  if (!question) return null
  const right = question.answers.filter(({ fraction }) => fraction >= 0.999).map(({ text }) => plainOf(text))
  const isNumber = question.type === 'numerical'
  const choices = question.type === 'multichoice' ? question.answers.map(({ text }) => plainOf(text)) : []
  return { accepted: answers(isNumber ? writtenNumbers(right) : right), weight: question.points, choices }
}

function gapOf(kind: string, list: string, weight: number): Gap {
  const parts = list.split(/(?<!\\)~/).map(part => {
    const [, right, percent, rest = ''] = /^(=|%(-?\d+(?:\.\d+)?)%)?([\s\S]*)$/.exec(part.trim()) ?? []
    const [words = ''] = rest.split(/(?<!\\)#/)
    return {
      words: plainOf(words.replace(/\\(.)/g, '$1').trim()),
      isRight: right === '=' || Number(percent) === 100,
    }
  })
  const right = parts.filter(({ isRight }) => isRight).map(({ words }) => words)
  const isNumber = /^(?:NUMERICAL|NM)$/.test(kind)
  const isList = /^(?:MULTICHOICE|MC|MULTIRESPONSE|MR)/.test(kind)
  return {
    accepted: answers(isNumber ? writtenNumbers(right.map(text => text.replace(/:.*$/, ''))) : right),
    ...{ weight, choices: isList ? parts.map(({ words }) => words) : [] },
  }
}
