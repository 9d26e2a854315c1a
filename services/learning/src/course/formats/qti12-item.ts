// One item of IMS QTI 1.2: what it asks, and which answers its scoring rewards.
import { allIn, childOf, childrenOf, elementsOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { formulaInstance } from './formula-instance.ts'
import { choicesInText, clozeFromText } from './gaps.ts'
import { htmlIn } from './html-of-xml.ts'
import { answers, type DraftQuestion, decimalOf, plainOf, pointsOf } from './read-question.ts'
import { element, escaped } from './write-xml.ts'

/** The question of an item, or why it cannot be taken over. */
export function questionOf(item: Xml, data: ReadonlyMap<string, string>): DraftQuestion | string {
  const profile = (data.get('question_type') ?? data.get('cc_profile') ?? '').toLowerCase()
  const presentation = firstIn(item, 'presentation')
  if (!presentation) return 'it has no text'
  const notes: string[] = []
  const rules = rulesOf(item)
  const content = /calculated/.test(profile)
    ? formulaInstance(item, promptOf(presentation), notes)
    : contentOf(presentation, rules, { profile, notes })
  if (typeof content === 'string') return content
  const general = allIn(item, 'itemfeedback').filter(({ attributes }) =>
    /^general_(?:fb|correct_fb)$|^correct_fb$/.test(attributes.get('ident') ?? ''),
  )
  if (content.kind === 'single' || content.kind === 'multiple') withFeedback(content, presentation, item)
  const most = firstIn(childOf(item, 'resprocessing'), 'decvar')?.attributes.get('maxvalue')
  const points =
    pointsOf(data.get('points_possible')) ??
    pointsOf(data.get('cc_weighting')) ??
    // Canvas counts a hundred for each question; what others write are its points.
    (most === '100' ? null : pointsOf(most)) ??
    (rules.most !== null && rules.most !== 100 ? pointsOf(rules.most) : null) ??
    100
  if (data.get('points_possible') !== undefined && Number(data.get('points_possible')) === 0)
    notes.push('it counts nothing there, and a point here')
  return {
    ...{ content, points, notes },
    all_or_nothing: content.kind === 'multiple' && !/multiple_answers/.test(profile) && !rules.isPartial,
    explanation: general.map(each => htmlOfMaterial(each)).join(''),
  }
}

/** The HTML of all texts and pictures in an element. */
export function htmlOfMaterial(at: Xml | undefined, without: readonly string[] = []): string {
  if (!at) return ''
  return elementsOf(at)
    .map(child => {
      if (without.includes(child.name)) return ''
      if (child.name === 'matimage')
        return element('img', {
          src: child.attributes.get('uri') ?? '',
          alt: child.attributes.get('label') ?? '',
        })
      if (child.name === 'matbreak') return '<br>'
      if (child.name !== 'mattext') return htmlOfMaterial(child, without)
      if (child.children.some(each => typeof each !== 'string')) return `<p>${htmlIn(child)}</p>`
      const raw = child.children.join('')
      if (child.attributes.get('texttype') === 'text/html') return raw
      return escaped(raw.trim()).replaceAll('\n', '<br>')
    })
    .filter(html => html.trim() !== '')
    .join('<br>')
}

const promptOf = (presentation: Xml) =>
  htmlOfMaterial(presentation, ['response_lid', 'response_str', 'response_num', 'response_grp'])

/** An answer that the scoring asks for, by its response. */
interface Condition {
  response: string
  is: 'equal' | 'least' | 'most'
  value: string
}
interface Rules {
  conditions: Condition[]
  /** The most points that one rule sets. */
  most: number | null
  /** Whether parts of an answer earn something. */
  isPartial: boolean
}

function rulesOf(item: Xml): Rules {
  const rewarding = allIn(item, 'respcondition').flatMap(rule => {
    const sets = childrenOf(rule, 'setvar').filter(set => Number(textOf(set)) > 0)
    return sets.length ? [{ rule, sets }] : []
  })
  const values = rewarding.flatMap(({ sets }) => sets.map(set => Number(textOf(set))))
  const isAdded =
    rewarding.length > 1 &&
    rewarding.some(({ sets }) => sets.some(set => set.attributes.get('action') === 'Add'))
  return {
    conditions: rewarding.flatMap(({ rule }) => childrenOf(rule, 'conditionvar').flatMap(comparisonsOf)),
    most: values.length
      ? isAdded
        ? values.reduce((sum, each) => sum + each, 0)
        : Math.max(...values)
      : null,
    isPartial: isAdded,
  }
}

/** Comparisons below, but for those that are negated. */
function comparisonsOf(at: Xml): Condition[] {
  const kinds = { varequal: 'equal', vargte: 'least', vargt: 'least', varlte: 'most', varlt: 'most' } as const
  return elementsOf(at).flatMap((child): Condition[] => {
    if (child.name === 'not') return []
    if (!Object.hasOwn(kinds, child.name)) return comparisonsOf(child)
    const is = kinds[child.name as keyof typeof kinds]
    return [{ response: child.attributes.get('respident') ?? '', is, value: textOf(child) }]
  })
}

interface Reading {
  profile: string
  notes: string[]
}

function contentOf(
  presentation: Xml,
  { conditions }: Rules,
  { profile, notes }: Reading,
): QuestionInput | string {
  const prompt = promptOf(presentation)
  const choices = allIn(presentation, 'response_lid')
  const texts = allIn(presentation, 'response_str', 'response_num')
  if (/file_upload/.test(profile)) {
    notes.push('students write an answer in the place of a file: give it as homework to collect files')
    return { kind: 'open', prompt, guidance: '' }
  }
  if (/fill_in_multiple_blanks/.test(profile)) return blanks(prompt, choices, { conditions, notes })
  if (/dropdown/.test(profile)) return dropdowns(prompt, choices, { conditions, notes })
  if (choices.length > 1) return matching(prompt, choices, conditions)
  if (choices.length === 1) return choice(prompt, choices[0]!, conditions)
  if (allIn(presentation, 'response_xy', 'response_grp').length)
    return 'its answers are places in a picture, or groups'
  if (texts.length > 1) return 'it has several texts to write'
  if (texts.length === 0 && !/essay|open/.test(profile)) return 'nothing in it can be answered'
  return written(prompt, conditions, profile)
}

const labelsOf = (response: Xml) =>
  allIn(response, 'response_label').map(label => ({
    id: label.attributes.get('ident') ?? '',
    text: htmlOfMaterial(label),
  }))

const rightIn = (response: Xml, conditions: readonly Condition[]): Set<string> =>
  new Set(
    conditions
      .filter(each => each.is === 'equal' && each.response === (response.attributes.get('ident') ?? ''))
      .map(({ value }) => value),
  )

function choice(prompt: string, response: Xml, conditions: readonly Condition[]): QuestionInput | string {
  const right = rightIn(response, conditions)
  // A document with one response may call it otherwise in its rules.
  const named = right.size
    ? right
    : new Set(conditions.filter(({ is }) => is === 'equal').map(({ value }) => value))
  const options = labelsOf(response).map(({ id, text }) => ({ text, correct: named.has(id) }))
  const isMultiple = /multiple/i.test(response.attributes.get('rcardinality') ?? '')
  if (!options.some(({ correct }) => correct)) return 'the package does not say which option is right'
  if (options.length < 2) return 'it has fewer than two options'
  return { kind: isMultiple ? 'multiple' : 'single', prompt, options }
}

/** What students read who have chosen an option: Canvas names it by the option. */
function withFeedback(
  content: Extract<QuestionInput, { options: unknown }>,
  presentation: Xml,
  item: Xml,
): void {
  const texts = new Map(
    allIn(item, 'itemfeedback').map(each => [each.attributes.get('ident') ?? '', htmlOfMaterial(each)]),
  )
  for (const [index, { id }] of labelsOf(presentation).entries()) {
    const feedback = texts.get(`${id}_fb`)
    if (feedback && content.options[index]) content.options[index].feedback = feedback
  }
}

function matching(
  prompt: string,
  responses: readonly Xml[],
  conditions: readonly Condition[],
): QuestionInput | string {
  const sides = new Map<string, string>()
  for (const response of responses) for (const { id, text } of labelsOf(response)) sides.set(id, text)
  const pairs = responses.flatMap(response => {
    const [id] = rightIn(response, conditions)
    const left = htmlOfMaterial(response, ['render_choice'])
    const right = sides.get(id ?? '')
    return right && left !== '' ? [{ left, right }] : []
  })
  if (pairs.length < responses.length) return 'the package does not say what belongs to each of its sides'
  const used = new Set(pairs.map(({ right }) => plainOf(right)))
  const others = [...new Map([...sides.values()].map(text => [plainOf(text), text]))]
  return {
    ...{ kind: 'match', prompt, pairs },
    others: others.flatMap(([plain, text]) => (used.has(plain) || plain === '' ? [] : [text])),
  }
}

/** The names of the gaps of a text, as it has them in brackets, with their choices. */
const gapsOf = (responses: readonly Xml[], conditions: readonly Condition[]) =>
  responses.map(response => {
    const ident = response.attributes.get('ident') ?? ''
    const right = rightIn(response, conditions)
    const labels = labelsOf(response)
    return {
      name: plainOf(htmlOfMaterial(childOf(response, 'material'))) || ident.replace(/^response_/, ''),
      choices: labels.map(({ text }) => plainOf(text)),
      right: labels.filter(({ id }) => right.has(id)).map(({ text }) => plainOf(text)),
    }
  })

interface Gapped {
  conditions: readonly Condition[]
  notes: string[]
}

/** All texts that a blank lists are right, whatever its rules name. */
function blanks(
  prompt: string,
  responses: readonly Xml[],
  { conditions, notes }: Gapped,
): QuestionInput | string {
  const gaps = gapsOf(responses, conditions).map(({ name, choices }) => ({
    name,
    accepted: answers(choices),
  }))
  return clozeFromText(prompt, gaps, notes)
}

function dropdowns(
  prompt: string,
  responses: readonly Xml[],
  { conditions, notes }: Gapped,
): QuestionInput | string {
  return choicesInText(prompt, gapsOf(responses, conditions), notes)
}

function written(prompt: string, conditions: readonly Condition[], profile: string): QuestionInput {
  const equal = conditions.filter(({ is }) => is === 'equal').map(({ value }) => value)
  const bound = (which: Condition['is']) => conditions.find(({ is }) => is === which)?.value
  const [least, most] = [bound('least'), bound('most')]
  if (least !== undefined && most !== undefined && decimalOf(least) && decimalOf(most)) {
    const [from, to] = [Number(least), Number(most)]
    const value = decimalOf((from + to) / 2)
    const off = decimalOf(Math.abs(to - from) / 2)
    if (value && off) return { kind: 'number', prompt, value, tolerance: { kind: 'absolute', value: off } }
  }
  const number = /numeric/.test(profile) && equal[0] !== undefined ? decimalOf(equal[0]) : null
  if (number) return { kind: 'number', prompt, value: number, tolerance: null }
  const accepted = answers(equal)
  return accepted.length ? { kind: 'text', prompt, accepted } : { kind: 'open', prompt, guidance: '' }
}
