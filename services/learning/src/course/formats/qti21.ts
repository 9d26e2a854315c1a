// Reads items of IMS QTI 2.0 to 2.2 and 3.0 (Question and Test Interoperability: Assessment, Section and Item Information
// Model).

import { allIn, childOf, childrenOf, firstIn, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { htmlIn } from './html-of-xml.ts'
import { leftOut, type ParsedItem } from './parsed-quiz.ts'
import { withNamesOfQti2 } from './qti-names.ts'
import { gapsInItem } from './qti21-gaps.ts'
import { declaredFor, type Reading, scoringOf } from './qti21-scoring.ts'
import { answers, decimalOf, parsedQuestion, plainOf, writtenNumbers } from './read-question.ts'

const interactions = [
  ...['choiceInteraction', 'orderInteraction', 'matchInteraction', 'textEntryInteraction'],
  ...['inlineChoiceInteraction', 'extendedTextInteraction', 'gapMatchInteraction', 'hottextInteraction'],
  ...['associateInteraction', 'sliderInteraction', 'uploadInteraction', 'drawingInteraction'],
  ...[
    'hotspotInteraction',
    'graphicOrderInteraction',
    'graphicAssociateInteraction',
    'selectPointInteraction',
  ],
  ...['graphicGapMatchInteraction', 'positionObjectInteraction', 'customInteraction', 'mediaInteraction'],
  ...['portableCustomInteraction', 'endAttemptInteraction'],
]
/** What stands in an item and is no part of the question. */
const asides = new Set([
  'feedbackBlock',
  'feedbackInline',
  'modalFeedback',
  'stylesheet',
  'templateBlock',
  'templateInline',
])

/** What became of an item: one question for each of its interactions. */
export function readItem(document: Xml, path: string): ParsedItem[] {
  const root = withNamesOfQti2(document)
  const id = root.attributes.get('identifier') ?? path
  const name = (root.attributes.get('title')?.trim() || id).slice(0, 150)
  const body = childOf(root, 'itemBody')
  if (root.name !== 'assessmentItem' || !body) return [leftOut(id, name, 'it is no item of QTI')]
  // A button for a hint asks nothing.
  const parts = allIn(body, ...interactions).filter(part => part.name !== 'endAttemptInteraction')
  const adaptive = allIn(body, 'feedbackBlock', 'feedbackInline').flatMap(block =>
    allIn(block, ...interactions),
  )
  if (parts.length === 0) return [leftOut(id, name, 'nothing in it can be answered')]
  if (adaptive.some(part => part.name !== 'endAttemptInteraction'))
    return [leftOut(id, name, 'it changes with the answers of the student (an adaptive item)')]
  if (allIn(body, 'printedVariable').length || childOf(root, 'templateProcessing'))
    return [leftOut(id, name, 'its numbers are calculated by a program for each student')]
  const isAdaptive = root.attributes.get('adaptive') === 'true'
  return questionsOf({ root, body, notes: [] }, parts).map((content, index, all) => {
    const part =
      all.length === 1 ? { id, name } : { id: `${id}#${index + 1}`, name: `${name} (${index + 1})` }
    if (typeof content === 'string') return leftOut(part.id, part.name, content)
    const notes = all.length > 1 ? [`its ${all.length} answers became questions of their own`] : []
    if (isAdaptive) notes.push('students try it several times there, and answer once here')
    const scoring = scoringOf({ root, body, notes }, content, content.interaction)
    const { interaction, notes: own, ...question } = content
    const draft = {
      ...{
        content: question as QuestionInput,
        all_or_nothing: scoring.isAllOrNothing,
        explanation: explanationOf(root),
      },
      ...{ points: Math.max(1, Math.round(scoring.points / all.length)), notes: [...own, ...notes] },
    }
    return { ...part, ...parsedQuestion(draft) }
  })
}

type Asked = QuestionInput & { interaction: Xml; notes: string[] }

function questionsOf(reading: Reading, parts: readonly Xml[]): (Asked | string)[] {
  const [first] = parts as [Xml]
  const isGap = ({ name }: Xml) => name === 'textEntryInteraction' || name === 'inlineChoiceInteraction'
  if (parts.every(isGap) && (parts.length > 1 || first.name === 'inlineChoiceInteraction'))
    return [asked(reading, first, notes => gapsInItem({ ...reading, notes }, parts))]
  return parts.map((part, index) =>
    asked(reading, part, notes => contentOf({ ...reading, notes }, part, index === 0)),
  )
}

function asked(
  _: Reading,
  interaction: Xml,
  read: (notes: string[]) => QuestionInput | string,
): Asked | string {
  const notes: string[] = []
  const content = read(notes)
  return typeof content === 'string' ? content : { ...content, interaction, notes }
}

/** The explanation: what the item shows after an answer that is right, else after any. */
function explanationOf(root: Xml): string {
  const shown = allIn(root, 'modalFeedback', 'feedbackBlock')
  const right = shown.find(({ attributes }) =>
    /^(?:correct|solution|explanation|right|general)/i.test(attributes.get('identifier') ?? ''),
  )
  const chosen = right ?? shown[0]
  return chosen ? htmlIn(chosen, withoutAsides) : ''
}

export const withoutAsides = (child: Xml): string | undefined => (asides.has(child.name) ? '' : undefined)

/** The text around an interaction, with its own prompt behind it. */
function promptOf({ root, body }: Reading, interaction: Xml, isFirst: boolean): string {
  const around = htmlIn(body, child =>
    interactions.includes(child.name) || (child.name === 'rubricBlock' && !isForStudents(child))
      ? ''
      : withoutAsides(child),
  )
  const own = childOf(interaction, 'prompt')
  const html = [isFirst ? around : '', own ? `<p>${htmlIn(own, withoutAsides)}</p>` : ''].join('')
  return plainOf(html) !== '' || /<(?:img|math|object)/.test(html)
    ? html
    : (root.attributes.get('title') ?? '')
}

const isForStudents = ({ attributes }: Xml) => /candidate/.test(attributes.get('view') ?? '')
const idOf = ({ attributes }: Xml) => attributes.get('identifier') ?? ''
const textOfChoice = (choice: Xml) => htmlIn(choice, withoutAsides)

function contentOf(reading: Reading, part: Xml, isFirst: boolean): QuestionInput | string {
  const { root, body, notes } = reading
  const prompt = promptOf(reading, part, isFirst)
  const { values, mapped, type } = declaredFor(root, part)
  const right = values.length ? values : mapped
  switch (part.name) {
    case 'choiceInteraction':
    case 'hottextInteraction': {
      const options = allIn(part, 'simpleChoice', 'hottext').map(choice => {
        const feedback = allIn(choice, 'feedbackInline')
          .map(each => htmlIn(each))
          .join(' ')
        return {
          text: textOfChoice(choice),
          correct: right.includes(idOf(choice)),
          ...(feedback && { feedback }),
        }
      })
      if (!options.some(({ correct }) => correct)) return 'the package does not say which option is right'
      const isSingle = part.attributes.get('maxChoices') === '1' && right.length === 1
      const text =
        part.name === 'hottextInteraction'
          ? htmlIn(part, child =>
              child.name === 'prompt' ? '' : child.name === 'hottext' ? htmlIn(child) : withoutAsides(child),
            )
          : ''
      return { kind: isSingle ? 'single' : 'multiple', prompt: prompt + text, options }
    }
    case 'orderInteraction': {
      const texts = new Map(allIn(part, 'simpleChoice').map(choice => [idOf(choice), textOfChoice(choice)]))
      const items = values.flatMap(value => texts.get(value) ?? [])
      return items.length === texts.size && items.length > 1
        ? { kind: 'order', prompt, items }
        : 'the package does not say which order is right for all of its parts'
    }
    case 'matchInteraction': {
      const [lefts, rights] = childrenOf(part, 'simpleMatchSet').map(set => choicesIn(set))
      return pairsOf(prompt, lefts, rights, right)
    }
    case 'associateInteraction': {
      const all = choicesIn(part)
      const used = new Set(right.map(pair => pair.split(/\s+/)[0] ?? ''))
      notes.push('students put its parts together in a list now')
      const lefts = new Map([...all].filter(([id]) => used.has(id)))
      return pairsOf(prompt, lefts, new Map([...all].filter(([id]) => !used.has(id))), right)
    }
    case 'gapMatchInteraction':
      return gapsInItem(reading, [part])
    case 'sliderInteraction': {
      const value = decimalOf(right[0] ?? '')
      notes.push('students write the number in the place of a slider')
      return value
        ? { kind: 'number', prompt, value, tolerance: toleranceOf(root) }
        : 'the package does not say which number is right'
    }
    case 'textEntryInteraction': {
      const isNumber = type === 'float' || type === 'integer'
      const value = isNumber && right[0] !== undefined ? decimalOf(right[0]) : null
      if (value) return { kind: 'number', prompt, value, tolerance: toleranceOf(root) }
      const accepted = answers(isNumber ? writtenNumbers([...values, ...mapped]) : [...values, ...mapped])
      if (accepted.length) return { kind: 'text', prompt, accepted }
      notes.push('the package does not say what is right: a reviewer decides')
      return { kind: 'open', prompt, guidance: '' }
    }
    case 'extendedTextInteraction':
    case 'uploadInteraction': {
      if (part.name === 'uploadInteraction') notes.push('students write an answer in the place of a file')
      const scorer = allIn(body, 'rubricBlock').find(({ attributes }) =>
        /scorer/.test(attributes.get('view') ?? ''),
      )
      return { kind: 'open', prompt, guidance: scorer ? plainOf(htmlIn(scorer)).slice(0, 4000) : '' }
    }
    case 'mediaInteraction':
    case 'endAttemptInteraction':
      return 'it plays a recording or ends the attempt, and asks nothing'
    case 'customInteraction':
    case 'portableCustomInteraction':
      return 'it is a program of its own'
    default:
      return 'its answers are drawings, or places in a picture'
  }
}

const choicesIn = (at: Xml) =>
  new Map(allIn(at, 'simpleAssociableChoice').map(each => [idOf(each), textOfChoice(each)] as const))

type Sides = ReadonlyMap<string, string>

function pairsOf(
  prompt: string,
  lefts: Sides | undefined,
  rights: Sides | undefined,
  values: readonly string[],
): QuestionInput | string {
  if (!lefts || !rights) return 'it has no two sides'
  const links = values.map(value => value.split(/\s+/) as [string, string])
  const facing = new Map(links)
  // A side that stands still may belong to several: then the others stand still.
  if (facing.size < links.length || facing.size !== lefts.size) {
    const turned = links.map(([one, other]): [string, string] => [other, one])
    if (new Map(turned).size < links.length || new Map(turned).size !== rights.size)
      return 'several of its parts belong together at once'
    return pairsOf(
      prompt,
      rights,
      lefts,
      turned.map(pair => pair.join(' ')),
    )
  }
  const pairs = [...lefts].flatMap(([id, left]) => {
    const right = rights.get(facing.get(id) ?? '')
    return right === undefined ? [] : [{ left, right }]
  })
  if (pairs.length < Math.max(2, lefts.size)) return 'the package does not say what belongs together'
  const used = new Set(pairs.map(({ right }) => plainOf(right)))
  const others = [...rights.values()].filter(text => !used.has(plainOf(text)))
  return { kind: 'match', prompt, pairs, others }
}

function toleranceOf(root: Xml): Extract<QuestionInput, { kind: 'number' }>['tolerance'] {
  const equal = firstIn(childOf(root, 'responseProcessing'), 'equal')
  const value = decimalOf(equal?.attributes.get('tolerance')?.split(/\s+/)[0] ?? '')
  const mode = equal?.attributes.get('toleranceMode')
  if (!value || Number(value) <= 0 || (mode !== 'absolute' && mode !== 'relative')) return null
  return { kind: mode === 'absolute' ? 'absolute' : 'percent', value }
}
