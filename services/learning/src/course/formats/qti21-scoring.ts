// What an item of QTI 2 declares as right, what it counts, and whether a part of an answer earns something.
import { allIn, childOf, childrenOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { pointsOf } from './read-question.ts'

export interface Reading {
  root: Xml
  body: Xml
  notes: string[]
}

const declarationOf = (root: Xml, interaction: Xml) =>
  childrenOf(root, 'responseDeclaration').find(
    ({ attributes }) => attributes.get('identifier') === interaction.attributes.get('responseIdentifier'),
  )

/** The right answers of an interaction, and those that earn points. */
export function declaredFor(root: Xml, interaction: Xml) {
  const declared = declarationOf(root, interaction)
  const values = allIn(childOf(declared, 'correctResponse'), 'value').map(each => textOf(each))
  const mapped = allIn(childOf(declared, 'mapping'), 'mapEntry').flatMap(({ attributes }) =>
    Number(attributes.get('mappedValue')) > 0 ? [attributes.get('mapKey') ?? ''] : [],
  )
  return { values, mapped, type: declared?.attributes.get('baseType') ?? 'identifier' }
}

/** The points of a question in hundredths, and whether only the whole answer earns them; notes where parts count otherwise. */
export function scoringOf(
  { root, notes }: Reading,
  { kind }: QuestionInput,
  interaction: Xml,
): { points: number; isAllOrNothing: boolean } {
  const processing = childOf(root, 'responseProcessing')
  const template = processing?.attributes.get('template') ?? ''
  const hasParts = kind === 'multiple' || kind === 'match' || kind === 'cloze' || kind === 'order'
  const isMapped = /map_response/.test(template) || allIn(processing, 'mapResponse').length > 0
  const mapping = childOf(declarationOf(root, interaction), 'mapping')
  const weights = allIn(mapping, 'mapEntry').map(({ attributes }) => Number(attributes.get('mappedValue')))
  const others = Number(mapping?.attributes.get('defaultValue') ?? 0)
  if (hasParts && isMapped && weights.length) noteWeights(kind, { weights, others }, notes)
  const positive = weights.filter(weight => weight > 0)
  const sum =
    kind === 'single' || kind === 'text'
      ? Math.max(0, ...positive)
      : positive.reduce((all, each) => all + each, 0)
  const points =
    pointsOf(defaultOf(root, 'MAXSCORE')) ??
    pointsOf(outcomeOf(root, 'SCORE')?.attributes.get('normalMaximum')) ??
    (isMapped ? (pointsOf(mapping?.attributes.get('upperBound')) ?? pointsOf(sum)) : null) ??
    pointsOf(setIn(processing)) ??
    100
  return { points, isAllOrNothing: hasParts && !isMapped }
}

function noteWeights(
  kind: QuestionInput['kind'],
  { weights, others }: { weights: readonly number[]; others: number },
  notes: string[],
): void {
  const positive = weights.filter(weight => weight > 0)
  if (new Set(positive.map(each => each.toFixed(6))).size > 1)
    notes.push('its parts count differently there, and alike here')
  const costs = [...weights.filter(weight => weight <= 0), others]
  if (kind === 'multiple' && costs.every(cost => cost === 0))
    notes.push('a wrong option costs nothing there; here it takes away what a right one earns')
}

const outcomeOf = (root: Xml, name: string) =>
  childrenOf(root, 'outcomeDeclaration').find(({ attributes }) => attributes.get('identifier') === name)

function defaultOf(root: Xml, name: string): string | undefined {
  const value = firstIn(childOf(outcomeOf(root, name), 'defaultValue'), 'value')
  return value && textOf(value)
}

/** The largest number that rules set as the score. */
function setIn(processing: Xml | undefined): number | undefined {
  const scores = allIn(processing, 'setOutcomeValue').filter(
    ({ attributes }) => attributes.get('identifier') === 'SCORE',
  )
  const values = scores.flatMap(score => childrenOf(score, 'baseValue').map(value => Number(textOf(value))))
  return values.length ? Math.max(...values) : undefined
}
