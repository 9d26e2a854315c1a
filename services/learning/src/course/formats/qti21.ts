// Reads items and tests of IMS QTI 2.1 (Question and Test Interoperability 2.1: Assessment, Section and Item Information
// Model).

import { allIn, childOf, childrenOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { answers, cut, decimalOf, hundredthsOf, type ParsedQuestion } from './read-question.ts'

const interactions = [
  ...['choiceInteraction', 'orderInteraction', 'matchInteraction', 'textEntryInteraction'],
  ...['inlineChoiceInteraction', 'extendedTextInteraction', 'gapMatchInteraction', 'hottextInteraction'],
  ...['associateInteraction', 'sliderInteraction', 'uploadInteraction', 'drawingInteraction'],
  ...['hotspotInteraction', 'graphicOrderInteraction', 'customInteraction', 'mediaInteraction'],
]

/** What a test says, and the addresses of its items in their order. */
export function readTest(root: Xml): { title: string; items: string[]; time_limit_seconds: number | null } {
  const seconds = Number(childOf(root, 'timeLimits')?.attributes.get('maxTime'))
  return {
    title: root.attributes.get('title')?.trim() || 'Quiz',
    items: allIn(root, 'assessmentItemRef').map(({ attributes }) => attributes.get('href') ?? ''),
    time_limit_seconds: seconds >= 30 && seconds <= 86_400 ? Math.round(seconds) : null,
  }
}

/** The question of an item; null for one of a kind that cannot be taken over. */
export function readItem(root: Xml): ParsedQuestion | null {
  const body = childOf(root, 'itemBody')
  const responseElements = allIn(body, ...interactions)
  const content = body && responseElements.length ? contentOf(root, body, responseElements) : null
  if (!content) return null
  const rules = childOf(root, 'responseProcessing')?.attributes.get('template') ?? ''
  const partial = ['multiple', 'match', 'cloze', 'order'].includes(content.kind)
  return {
    content,
    points: hundredthsOf(maxOf(root)),
    all_or_nothing: partial && rules.endsWith('/match_correct'),
    explanation: cut(
      allIn(root, 'modalFeedback')
        .map(each => textOf(each))
        .filter(Boolean)[0] ?? '',
      4000,
    ),
  }
}

function maxOf(root: Xml): string | undefined {
  const outcomes = childrenOf(root, 'outcomeDeclaration')
  const outcomeNamed = (name: string) =>
    outcomes.find(({ attributes }) => attributes.get('identifier') === name)
  const most = firstIn(childOf(outcomeNamed('MAXSCORE'), 'defaultValue'), 'value')
  return most ? textOf(most) : outcomeNamed('SCORE')?.attributes.get('normalMaximum')
}

/** The declaration of the response of an interaction. */
function declaredFor(root: Xml, interaction: Xml) {
  const id = interaction.attributes.get('responseIdentifier')
  const declared = childrenOf(root, 'responseDeclaration').find(
    ({ attributes }) => attributes.get('identifier') === id,
  )
  const values = allIn(childOf(declared, 'correctResponse'), 'value').map(each => textOf(each))
  const mapped = allIn(childOf(declared, 'mapping'), 'mapEntry').flatMap(({ attributes }) =>
    Number(attributes.get('mappedValue')) > 0 ? [attributes.get('mapKey') ?? ''] : [],
  )
  return { values, mapped, type: declared?.attributes.get('baseType') ?? 'identifier' }
}

function contentOf(root: Xml, body: Xml, responseElements: Xml[]): QuestionInput | null {
  const [first] = responseElements as [Xml]
  const around = textOf(body, [...interactions, 'rubricBlock'])
  const own = textOf(childOf(first, 'prompt'))
  const prompt = cut([around, own].filter(Boolean).join('\n'), 5000) || root.attributes.get('title') || '?'
  const { values, mapped, type } = declaredFor(root, first)
  const isGap = ({ name }: Xml) => name === 'textEntryInteraction' || name === 'inlineChoiceInteraction'
  if (
    responseElements.every(isGap) &&
    (responseElements.length > 1 || first.name === 'inlineChoiceInteraction')
  )
    return clozeOf(root, body, responseElements)
  if (responseElements.length > 1) return null
  const textIn = (element: Xml) => cut(textOf(element, ['feedbackInline']), 500)
  const idOf = (element: Xml) => element.attributes.get('identifier') ?? ''
  switch (first.name) {
    case 'choiceInteraction': {
      const right = new Set(values.length ? values : mapped)
      const options = allIn(first, 'simpleChoice').map(choice => ({
        ...{ text: textIn(choice), correct: right.has(idOf(choice)) },
      }))
      const isSingle = first.attributes.get('maxChoices') === '1'
      return { kind: isSingle ? 'single' : 'multiple', prompt, options }
    }
    case 'orderInteraction': {
      const texts = new Map(allIn(first, 'simpleChoice').map(choice => [idOf(choice), textIn(choice)]))
      const items = values.flatMap(value => texts.get(value) ?? [])
      return items.length === texts.size ? { kind: 'order', prompt, items } : null
    }
    case 'matchInteraction':
      return matchOf(first, prompt, values.length ? values : mapped, textIn)
    case 'textEntryInteraction': {
      const accepted = answers([...values, ...mapped])
      const isNumber = type === 'float' || type === 'integer'
      const value = isNumber && accepted[0] !== undefined ? decimalOf(accepted[0]) : null
      if (value) return { kind: 'number', prompt, value, tolerance: toleranceOf(root) }
      return accepted.length ? { kind: 'text', prompt, accepted } : { kind: 'open', prompt, guidance: '' }
    }
    case 'extendedTextInteraction': {
      const guidance = allIn(body, 'rubricBlock').find(
        ({ attributes }) => attributes.get('view') === 'scorer',
      )
      return { kind: 'open', prompt, guidance: cut(textOf(guidance), 4000) }
    }
    default:
      return null
  }
}

function matchOf(
  interaction: Xml,
  prompt: string,
  values: readonly string[],
  textIn: (element: Xml) => string,
): QuestionInput | null {
  const [lefts, rights] = childrenOf(interaction, 'simpleMatchSet').map(
    set =>
      new Map(
        allIn(set, 'simpleAssociableChoice').map(each => [
          each.attributes.get('identifier') ?? '',
          textIn(each),
        ]),
      ),
  )
  if (!lefts || !rights) return null
  const pairs = values.map(value => value.split(/\s+/) as [string, string])
  const rightOf = new Map(pairs)
  if (rightOf.size < pairs.length || rightOf.size !== lefts.size) return null
  const matchedPairs = [...lefts].flatMap(([id, left]) => {
    const right = rights.get(rightOf.get(id) ?? '')
    return right === undefined ? [] : [{ left, right }]
  })
  const used = new Set(rightOf.values())
  const others = [...rights].flatMap(([id, text]) => (used.has(id) ? [] : [text]))
  return matchedPairs.length === lefts.size ? { kind: 'match', prompt, pairs: matchedPairs, others } : null
}

function toleranceOf(root: Xml): Extract<QuestionInput, { kind: 'number' }>['tolerance'] {
  const equal = firstIn(childOf(root, 'responseProcessing'), 'equal')
  const value = decimalOf(equal?.attributes.get('tolerance')?.split(/\s+/)[0] ?? '')
  const mode = equal?.attributes.get('toleranceMode')
  if (!value || Number(value) <= 0 || (mode !== 'absolute' && mode !== 'relative')) return null
  return { kind: mode === 'absolute' ? 'absolute' : 'percent', value }
}

/** The text around the gaps, with numbers in their places; a block before it that has no gap is the prompt. */
function clozeOf(root: Xml, body: Xml, responseElements: Xml[]): QuestionInput | null {
  const gaps = responseElements.map(gap => {
    const { values, mapped } = declaredFor(root, gap)
    if (gap.name === 'textEntryInteraction') return { accepted: answers([...values, ...mapped]) }
    const right = allIn(gap, 'inlineChoice').filter(({ attributes }) =>
      values.includes(attributes.get('identifier') ?? ''),
    )
    return { accepted: answers(right.map(each => textOf(each))) }
  })
  if (gaps.some(({ accepted }) => accepted.length === 0)) return null
  const numbered = (at: Xml): Xml => ({
    ...at,
    children: at.children.map(child => {
      if (typeof child === 'string') return child.replace(/\{(\d+)\}/g, '($1)')
      const index = responseElements.indexOf(child)
      return index < 0 ? numbered(child) : `{${index + 1}}`
    }),
  })
  const [before, ...rest] = textOf(numbered(body)).split('\n')
  const isPrompt = rest.length > 0 && !/\{\d+\}/.test(before!)
  const [prompt, text] = isPrompt
    ? [before!, rest.join('\n')]
    : ['Fill in the gaps.', [before, ...rest].join('\n')]
  return { kind: 'cloze', prompt: cut(prompt, 5000), text: cut(text, 5000), gaps }
}
