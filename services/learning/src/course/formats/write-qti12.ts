// Writes the questions that Common Cartridge has in its profile of IMS QTI 1.2: one or several of options, a text, an essay.
// The order and attributes are those by which the importers of Canvas and Moodle find text, key, points and feedback.
import type { QuestionRow } from '../../assessment/questions/question.store.ts'
import type { Quiz } from '../../assessment/quizzes/quiz.contract.ts'
import { document, element as e, escaped } from './write-xml.ts'
import { inlineOf } from './written-text.ts'

const namespace = 'http://www.imsglobal.org/xsd/ims_qtiasiv1p2'

/** The assessment of a quiz, and what of it the profile cannot have. */
export function writeAssessment(
  quiz: Quiz,
  questions: readonly QuestionRow[],
): { xml: string; losses: string[] } {
  const ofProfile = questions.filter(({ content }) => profileOf(content) !== null)
  const weights = wholeWeights(ofProfile.map(({ points }) => points))
  const items = ofProfile.map((question, index) => itemOf(question, index + 1, weights[index]!))
  const data = [
    field('cc_profile', 'cc.exam.v0p1'),
    field('qmd_assessmenttype', 'Examination'),
    field('cc_maxattempts', quiz.attempts_allowed === null ? 'unlimited' : String(quiz.attempts_allowed)),
    ...(quiz.time_limit_seconds
      ? [field('qmd_timelimit', String(Math.ceil(quiz.time_limit_seconds / 60)))]
      : []),
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
    losses: lossesOf(quiz, questions, ofProfile, weights),
  }
}

function lossesOf(
  { description, draws }: Quiz,
  questions: readonly QuestionRow[],
  ofProfile: readonly QuestionRow[],
  weights: readonly number[],
): string[] {
  const omittedCount = questions.length - ofProfile.length
  const guidanceCount = ofProfile.filter(
    ({ content }) => content.kind === 'open' && content.guidance !== '',
  ).length
  const isWeighed = ofProfile.some(({ points }, index) => points !== weights[index]! * 100)
  return [
    ...(omittedCount ? [`${omittedCount} questions are of kinds that Common Cartridge does not have.`] : []),
    ...(isWeighed ? ['points are whole numbers there, up to 99: they are in the same ratio.'] : []),
    ...(draws.length ? ['it draws questions; there all of its own are asked.'] : []),
    ...(description ? ['its description is left out.'] : []),
    ...(guidanceCount ? [`what reviewers look for is left out of ${guidanceCount} questions.`] : []),
  ]
}

const field = (label: string, entry: string) =>
  e('qtimetadatafield', {}, e('fieldlabel', {}, label), e('fieldentry', {}, escaped(entry)))
/** All texts are HTML: importers take a text as it stands. */
const material = (html: string) => e('material', {}, e('mattext', { texttype: 'text/html' }, escaped(html)))

type Content = QuestionRow['content']
const idOf = (index: number) => `A${index + 1}`

function profileOf({ kind }: Content): string | null {
  const profiles: Partial<Record<Content['kind'], string>> = {
    single: 'cc.multiple_choice.v0p1',
    multiple: 'cc.multiple_response.v0p1',
    text: 'cc.fib.v0p1',
    open: 'cc.essay.v0p1',
  }
  return profiles[kind] ?? null
}

function itemOf({ content, explanation, id }: QuestionRow, number: number, weight: number): string {
  const html = (text: string) => inlineOf(text, content.format)
  const profile = field('cc_profile', profileOf(content)!)
  const data = e('itemmetadata', {}, e('qtimetadata', {}, profile, field('cc_weighting', String(weight))))
  const shown = explanation ? [e('respcondition', { continue: 'Yes' }, anyAnswer, display('general_fb'))] : []
  const rules = [...shown, ...rulesOf(content)]
  const options = content.kind === 'single' || content.kind === 'multiple' ? content.options : []
  const feedback = [
    ...(explanation ? [feedbackOf('general_fb', html(explanation))] : []),
    ...options.flatMap((option, index) =>
      option.feedback ? [feedbackOf(`${idOf(index)}_fb`, html(option.feedback))] : [],
    ),
  ]
  return e(
    'item',
    { ident: id, title: `Question ${number}` },
    data,
    e('presentation', {}, material(html(content.prompt)), responseOf(content, html)),
    rules.length ? e('resprocessing', {}, score, ...rules) : '',
    ...feedback,
  )
}

const feedbackOf = (ident: string, html: string) =>
  e('itemfeedback', { ident }, e('flow_mat', {}, material(html)))
const score = e(
  'outcomes',
  {},
  e('decvar', { maxvalue: 100, minvalue: 0, varname: 'SCORE', vartype: 'Decimal' }),
)
const anyAnswer = e('conditionvar', {}, e('other'))
const display = (linkrefid: string) => e('displayfeedback', { feedbacktype: 'Response', linkrefid })
const full = e('setvar', { action: 'Set', varname: 'SCORE' }, '100')
const equal = (value: string, compare: 'Yes' | 'No' = 'Yes') =>
  e('varequal', { respident: 'response1', case: compare }, escaped(value))
/** Ends the rules where it holds. */
const rule = (condition: string, ...outcome: readonly string[]) =>
  e('respcondition', { continue: 'No' }, e('conditionvar', {}, condition), ...outcome)

function rulesOf(content: Content): string[] {
  switch (content.kind) {
    case 'single':
      // One rule for each option: Moodle takes the score of the last that names it.
      return content.options.flatMap(({ correct, feedback }, index) => {
        const outcome = [...(correct ? [full] : []), ...(feedback ? [display(`${idOf(index)}_fb`)] : [])]
        return outcome.length ? [rule(equal(idOf(index)), ...outcome)] : []
      })
    case 'multiple': {
      const all = content.options.map(({ correct }, index) =>
        correct ? equal(idOf(index)) : e('not', {}, equal(idOf(index))),
      )
      const wrong = content.options.flatMap(({ feedback }, index) =>
        feedback ? [rule(equal(idOf(index)), display(`${idOf(index)}_fb`))] : [],
      )
      return [rule(e('and', {}, ...all), full), ...wrong]
    }
    case 'text':
      return [rule(content.accepted.map(text => equal(text, 'No')).join(''), full)]
    default:
      return []
  }
}

function responseOf(content: Content, html: (text: string) => string): string {
  if (content.kind === 'single' || content.kind === 'multiple') {
    const labels = content.options.map(({ text }, index) =>
      e('response_label', { ident: idOf(index) }, material(html(text))),
    )
    const rcardinality = content.kind === 'single' ? 'Single' : 'Multiple'
    return e('response_lid', { ident: 'response1', rcardinality }, e('render_choice', {}, ...labels))
  }
  const box = e('render_fib', { prompt: 'Box' }, e('response_label', { ident: 'answer1', rshuffle: 'No' }))
  return e('response_str', { ident: 'response1', rcardinality: 'Single' }, box)
}

const gcd = (one: number, other: number): number => (other === 0 ? one : gcd(other, one % other))

/** The largest weight of a question in Common Cartridge. */
const maxWeight = 99

/** Points of questions, in hundredths, as the whole numbers up to 99 that a cartridge has: in their ratio. */
export function wholeWeights(points: readonly number[]): number[] {
  const isWhole = points.every(each => each % 100 === 0)
  const unit = isWhole ? 100 : Math.max(1, points.reduce(gcd, 0))
  const ratio = points.map(each => each / unit)
  const most = Math.max(...ratio)
  return most <= maxWeight ? ratio : ratio.map(each => Math.max(1, Math.round((each * maxWeight) / most)))
}
