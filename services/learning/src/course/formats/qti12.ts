// Reads IMS QTI 1.2, as Common Cartridges and Canvas write it (IMS Question & Test Interoperability: ASI XML Binding 1.2;
// Common Cartridge 1.3, 5: Assessment).

import { allIn, childOf, childrenOf, elementsOf, firstIn, textOf, type Xml } from '@lms/archive/xml'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import {
  answers,
  cut,
  decimalOf,
  hundredthsOf,
  type ParsedQuestion,
  type ParsedQuiz,
  plainOf,
} from './read-question.ts'

/** The quiz or bank of questions of a document; tells which items cannot be taken over. */
export function readQti12(root: Xml, title: string, tell: (message: string) => void): ParsedQuiz {
  const container = firstIn(root, 'assessment', 'objectbank') ?? root
  const data = metadataOf(childOf(container, 'qtimetadata'))
  const minutes = Number(data.get('qmd_timelimit'))
  const attempts = Number(data.get('cc_maxattempts'))
  return {
    title: container.attributes.get('title')?.trim() || data.get('bank_title') || title,
    time_limit_seconds: minutes > 0 ? Math.min(86_400, Math.max(30, Math.round(minutes * 60))) : null,
    attempts_allowed: Number.isInteger(attempts) && attempts > 0 ? Math.min(100, attempts) : null,
    questions: allIn(root, 'item').flatMap((item, index) => {
      const name = item.attributes.get('title') || item.attributes.get('ident') || String(index + 1)
      const question = questionOf(item)
      if (!question) tell(`the question “${name}” is of a kind that cannot be taken over`)
      return question ?? []
    }),
  }
}

function metadataOf(data: Xml | undefined): Map<string, string> {
  const fields = allIn(data, 'qtimetadatafield').map((field): [string, string] => [
    textOf(childOf(field, 'fieldlabel')).toLowerCase(),
    textOf(childOf(field, 'fieldentry')),
  ])
  return new Map(fields)
}

function questionOf(item: Xml): ParsedQuestion | null {
  const data = metadataOf(firstIn(item, 'qtimetadata'))
  const profile = (data.get('question_type') ?? data.get('cc_profile') ?? '').toLowerCase()
  const presentation = firstIn(item, 'presentation')
  const content = presentation && contentOf(presentation, conditionsOf(item), profile)
  if (!content) return null
  const weight = data.get('points_possible') ?? data.get('cc_weighting')
  const explanation = allIn(item, 'itemfeedback').find(
    ({ attributes }) => attributes.get('ident') === 'general_fb',
  )
  return {
    content,
    points: hundredthsOf(weight),
    all_or_nothing: false,
    explanation: cut(materialOf(explanation), 4000),
  }
}

/** The text of all `mattext` in an element. */
function materialOf(element: Xml | undefined, without: readonly string[] = []): string {
  const texts = (at: Xml): string[] =>
    elementsOf(at).flatMap(child => {
      if (without.includes(child.name)) return []
      if (child.name !== 'mattext') return texts(child)
      const isHtml = child.attributes.get('texttype') === 'text/html'
      const raw = child.children.filter(each => typeof each === 'string').join('')
      return isHtml ? [plainOf(raw)] : [textOf(child)]
    })
  return element ? texts(element).join('\n').trim() : ''
}

/** What a rule of the scoring asks for, by response: only rules that give points count. */
interface Condition {
  response: string
  is: 'equal' | 'least' | 'most'
  value: string
}

function conditionsOf(item: Xml): Condition[] {
  const rules = allIn(item, 'respcondition').filter(rule => {
    const sets = childrenOf(rule, 'setvar')
    return sets.some(set => Number(textOf(set)) > 0)
  })
  return rules.flatMap(rule => childrenOf(rule, 'conditionvar').flatMap(comparisonsOf))
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

function contentOf(presentation: Xml, conditions: Condition[], profile: string): QuestionInput | null {
  const prompt = cut(materialOf(presentation, ['response_lid', 'response_str', 'response_num']), 5000) || '?'
  const choices = allIn(presentation, 'response_lid')
  const texts = allIn(presentation, 'response_str', 'response_num')
  if (choices.length > 1 && /blank/.test(profile)) return clozeOf(prompt, choices, conditions)
  if (choices.length > 1) return matchOf(prompt, choices, conditions)
  if (choices.length === 1) return choiceOf(prompt, choices[0]!, conditions)
  if (texts.length === 0 && !/essay|open|text_only/.test(profile)) return null
  if (/text_only/.test(profile)) return null
  return writtenOf(prompt, conditions, profile)
}

const labelsOf = (response: Xml) =>
  allIn(response, 'response_label').map(label => ({
    id: label.attributes.get('ident') ?? '',
    text: cut(materialOf(label), 500),
  }))

function choiceOf(prompt: string, response: Xml, conditions: Condition[]): QuestionInput {
  const right = new Set(conditions.filter(({ is }) => is === 'equal').map(({ value }) => value))
  const options = labelsOf(response).map(({ id, text }) => ({ text, correct: right.has(id) }))
  const isMultiple = /multiple/i.test(response.attributes.get('rcardinality') ?? '')
  return { kind: isMultiple ? 'multiple' : 'single', prompt, options }
}

function matchOf(prompt: string, responses: Xml[], conditions: Condition[]): QuestionInput | null {
  const rightOf = new Map(conditions.map(({ response, value }) => [response, value]))
  const sides = new Map<string, string>()
  for (const response of responses) for (const { id, text } of labelsOf(response)) sides.set(id, text)
  const used = new Set<string>()
  const pairs = responses.flatMap(response => {
    const id = rightOf.get(response.attributes.get('ident') ?? '') ?? ''
    const [left, right] = [cut(materialOf(response, ['render_choice']), 500), sides.get(id)]
    if (!right || left === '') return []
    used.add(id)
    return [{ left, right }]
  })
  const others = [...sides].flatMap(([id, text]) => (used.has(id) || text === '' ? [] : [text]))
  return pairs.length === responses.length ? { kind: 'match', prompt, pairs, others } : null
}

/** Gaps stand in the text as `[name]`, and their responses are named so (Canvas). */
function clozeOf(prompt: string, responses: Xml[], conditions: Condition[]): QuestionInput | null {
  let text = prompt.replace(/\{(\d+)\}/g, '($1)')
  const gaps: { accepted: string[] }[] = []
  for (const response of responses) {
    const ident = response.attributes.get('ident') ?? ''
    const name = `[${materialOf(childOf(response, 'material')) || ident.replace(/^response_/, '')}]`
    const right = new Set(conditions.filter(each => each.response === ident).map(({ value }) => value))
    const accepted = answers(labelsOf(response).flatMap(({ id, text }) => (right.has(id) ? [text] : [])))
    if (!text.includes(name) || accepted.length === 0) return null
    gaps.push({ accepted })
    text = text.replace(name, `{${gaps.length}}`)
  }
  return { kind: 'cloze', prompt: 'Fill in the gaps.', text: cut(text, 5000), gaps }
}

function writtenOf(prompt: string, conditions: Condition[], profile: string): QuestionInput {
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
