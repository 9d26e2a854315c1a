// Items of QTI 2 with gaps in their text: written into, chosen from lists, or filled with words that are dragged.
import { allIn, textOf, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { choicesInText } from './gaps.ts'
import { htmlIn } from './html-of-xml.ts'
import { declaredFor, type Reading } from './qti21-scoring.ts'
import { answers, plainOf, writtenNumbers } from './read-question.ts'

const asides = new Set([
  'feedbackBlock',
  'feedbackInline',
  'modalFeedback',
  'stylesheet',
  'rubricBlock',
  'templateBlock',
])
const idOf = ({ attributes }: Xml) => attributes.get('identifier') ?? ''

/** The question of these gaps, or why it cannot be taken over. */
export function gapsInItem(reading: Reading, parts: readonly Xml[]): QuestionInput | string {
  const { root, body, notes } = reading
  if (parts[0]!.name === 'gapMatchInteraction') return dragged(reading, parts[0]!)
  if (parts.every(({ name }) => name === 'inlineChoiceInteraction')) {
    const html = htmlIn(body, child => {
      const index = parts.indexOf(child)
      return index < 0 ? (asides.has(child.name) ? '' : undefined) : `[gap ${index + 1}]`
    })
    return choicesInText(
      html,
      parts.map((part, index) => ({ name: `gap ${index + 1}`, ...listOf(root, part) })),
      notes,
    )
  }
  const gaps = parts.map(part => {
    const { values, mapped, type } = declaredFor(root, part)
    if (part.name === 'inlineChoiceInteraction') {
      const { choices, right } = listOf(root, part)
      notes.push(`students write into a gap what they choose there from: ${choices.join(', ').slice(0, 200)}`)
      return { accepted: answers(right) }
    }
    const all = [...values, ...mapped]
    return { accepted: answers(type === 'float' || type === 'integer' ? writtenNumbers(all) : all) }
  })
  if (gaps.some(({ accepted }) => accepted.length === 0))
    return 'the package does not say what is right in each gap'
  if (allIn(root, 'equal').some(({ attributes }) => (attributes.get('toleranceMode') ?? 'exact') !== 'exact'))
    notes.push('a number in a gap may be a little off there, and has to be exact here')
  const html = htmlIn(body, child => {
    const index = parts.indexOf(child)
    if (index >= 0) return `{${index + 1}}`
    return asides.has(child.name) ? '' : undefined
  })
  return { kind: 'cloze', ...promptAndText(html), gaps }
}

/** A first paragraph without a gap is the prompt of the rest. */
function promptAndText(html: string): { prompt: string; text: string } {
  const [before, ...rest] = html
    .split(/(?<=<\/p>)/)
    .filter(part => plainOf(part) !== '' || /<(?:img|math)/.test(part))
  return rest.length > 0 && !/\{\d+\}/.test(before!)
    ? { prompt: before!, text: rest.join('') }
    : { prompt: 'Fill in the gaps.', text: html }
}

function listOf(root: Xml, part: Xml): { choices: string[]; right: string[] } {
  const { values, mapped } = declaredFor(root, part)
  const right = values.length ? values : mapped
  const choices = allIn(part, 'inlineChoice').map(each => ({
    id: idOf(each),
    text: plainOf(htmlIn(each)) || textOf(each),
  }))
  return {
    choices: choices.map(({ text }) => text),
    right: choices.filter(({ id }) => right.includes(id)).map(({ text }) => text),
  }
}

function dragged({ root, body, notes }: Reading, part: Xml): QuestionInput | string {
  const { values, mapped } = declaredFor(root, part)
  const pairs = (values.length ? values : mapped).map(value => value.split(/\s+/))
  const words = allIn(part, 'gapText', 'gapImg').map(each => ({
    id: idOf(each),
    text: plainOf(htmlIn(each)),
  }))
  const gaps = allIn(part, 'gap')
  const html = htmlIn(body, child => {
    const index = gaps.indexOf(child)
    if (index >= 0) return `[gap ${index + 1}]`
    return asides.has(child.name) || child.name === 'gapText' || child.name === 'gapImg' ? '' : undefined
  })
  const lists = gaps.map((gap, index) => ({
    name: `gap ${index + 1}`,
    choices: words.map(({ text }) => text),
    right: words
      .filter(({ id }) => pairs.some(pair => pair.includes(id) && pair.includes(idOf(gap))))
      .map(({ text }) => text),
  }))
  return choicesInText(html, lists, notes)
}
