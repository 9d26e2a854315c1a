// Writes the questions that Common Cartridge 1.3 has in its profile of IMS QTI 1.2: one or several of options, a text, an
// essay.
import type { QuestionRow } from '../../assessment/questions/question.store.ts'
import type { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import { document, element as e, escaped } from './write-xml.ts'

const namespace = 'http://www.imsglobal.org/xsd/ims_qtiasiv1p2'

/** The assessment of a quiz, and the questions that the profile cannot have. */
export function writeAssessment(
  quiz: Quiz,
  questions: readonly QuestionRow[],
): { xml: string; skippedCount: number } {
  const items = questions.flatMap((question, index) => itemOf(question, index + 1) ?? [])
  const data = [
    field('cc_profile', 'cc.exam.v0p1'),
    field('qmd_assessmenttype', 'Examination'),
    ...(quiz.attempts_allowed ? [field('cc_maxattempts', String(quiz.attempts_allowed))] : []),
    ...(quiz.time_limit_seconds ? [field('qmd_timelimit', String(quiz.time_limit_seconds / 60))] : []),
  ]
  const section = e('section', { ident: 'root_section' }, ...items)
  const assessment = e(
    'assessment',
    { ident: quiz.id, title: quiz.title },
    e('qtimetadata', {}, ...data),
    section,
  )
  return {
    xml: document(e('questestinterop', { xmlns: namespace }, assessment)),
    skippedCount: questions.length - items.length,
  }
}

const field = (label: string, entry: string) =>
  e('qtimetadatafield', {}, e('fieldlabel', {}, label), e('fieldentry', {}, escaped(entry)))
const material = (text: string) => e('material', {}, e('mattext', { texttype: 'text/plain' }, escaped(text)))

function itemOf({ content, points, explanation, id }: QuestionRow, number: number): string | null {
  const parts = partsOf(content)
  if (!parts) return null
  const weight = field('cc_weighting', String(points / 100))
  const data = e('itemmetadata', {}, e('qtimetadata', {}, field('cc_profile', parts.profile), weight))
  const score = e(
    'outcomes',
    {},
    e('decvar', { maxvalue: 100, minvalue: 0, varname: 'SCORE', vartype: 'Decimal' }),
  )
  const full = e('setvar', { action: 'Set', varname: 'SCORE' }, '100')
  const rule = e('respcondition', { continue: 'No' }, e('conditionvar', {}, parts.right), full)
  return e(
    'item',
    { ident: id, title: `Question ${number}` },
    data,
    e('presentation', {}, material(content.prompt), parts.responseXml),
    parts.right ? e('resprocessing', {}, score, rule) : '',
    explanation ? e('itemfeedback', { ident: 'general_fb' }, e('flow_mat', {}, material(explanation))) : '',
  )
}

const equal = (value: string) => e('varequal', { respident: 'response1' }, escaped(value))

function partsOf(
  content: QuestionRow['content'],
): { profile: string; responseXml: string; right: string } | null {
  switch (content.kind) {
    case 'single':
    case 'multiple': {
      const isSingle = content.kind === 'single'
      const labels = content.options.map(({ id, text }) => e('response_label', { ident: id }, material(text)))
      const comparisons = content.options.map(({ id, correct }) =>
        correct ? equal(id) : e('not', {}, equal(id)),
      )
      const only = content.options.find(({ correct }) => correct)
      return {
        profile: isSingle ? 'cc.multiple_choice.v0p1' : 'cc.multiple_response.v0p1',
        responseXml: e(
          'response_lid',
          { ident: 'response1', rcardinality: isSingle ? 'Single' : 'Multiple' },
          e('render_choice', {}, ...labels),
        ),
        right: isSingle ? equal(only!.id) : e('and', {}, ...comparisons),
      }
    }
    case 'text':
      return {
        profile: 'cc.fib.v0p1',
        responseXml: written('Single'),
        right: content.accepted.map(equal).join(''),
      }
    case 'open':
      return { profile: 'cc.essay.v0p1', responseXml: written('Single'), right: '' }
    default:
      return null
  }
}

const written = (rcardinality: string) =>
  e('response_str', { ident: 'response1', rcardinality }, e('render_fib', { prompt: 'Box' }))
