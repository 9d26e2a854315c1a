// What questions are in other formats, and what becomes of them on the way back.
import { ArchiveRefused } from '@lms/archive'
import { readXml } from '@lms/archive/xml'
import { nameParts } from '../../assessment/questions/part-ids.rules.ts'
import type { QuestionInput } from '../../assessment/questions/question-content.ts'
import { withoutPartIds } from '../../assessment/questions/without-part-ids.ts'
import { readTest } from './qti-test.ts'
import { readQti12 } from './qti12.ts'
import { readItem } from './qti21.ts'
import { writeItem, writeTest } from './write-qti21.ts'

const xml = async (text: string) => readXml(Buffer.from(text), 'a.xml')

const questions: QuestionInput[] = [
  {
    ...{ kind: 'single', prompt: 'Which paper?\nOf <these> & "those"' },
    options: [
      { text: '640 g', correct: true },
      { text: '90 g < 640 g', correct: false },
    ],
  },
  {
    ...{ kind: 'multiple', prompt: 'Which are warm?' },
    options: [
      { text: 'Red', correct: true },
      { text: 'Blue', correct: false },
      { text: 'Orange', correct: true },
    ],
  },
  { kind: 'text', prompt: 'The capital of France', accepted: ['Paris', 'Lutetia'] },
  { kind: 'number', prompt: 'Pi', value: '3.14', tolerance: { kind: 'absolute', value: '0.01' } },
  { kind: 'number', prompt: 'A gross', value: '144', tolerance: null },
  { kind: 'number', prompt: 'About', value: '-20', tolerance: { kind: 'percent', value: '5' } },
  {
    ...{ kind: 'match', prompt: 'Match', others: ['None'] },
    pairs: [
      { left: '640 g', right: 'Heavy' },
      { left: '90 g', right: 'Light' },
    ],
  },
  {
    ...{ kind: 'cloze', prompt: 'Fill in', text: 'The {2} sat\non the {1}.' },
    gaps: [{ accepted: ['mat', 'rug'] }, { accepted: ['cat'] }],
  },
  { kind: 'order', prompt: 'In order', items: ['One', 'Two', 'Three'] },
  { kind: 'open', prompt: 'Why?', guidance: 'Two reasons.' },
]

test.each(questions.map((content): [string, QuestionInput] => [content.kind, content]))(
  'a question of the kind %s is the same after QTI 2.1',
  async (kind, input) => {
    const question = {
      content: nameParts(input),
      all_or_nothing: kind === 'order',
      explanation: 'So it is.',
    }
    const [{ question: parsedItem, notes }] = readItem(
      await xml(writeItem('Q1', 'Question 1', question)),
      'a.xml',
    ) as any
    expect(notes).toEqual([])
    // The test that asks it multiplies its point.
    expect(parsedItem).toMatchObject({
      points: 100,
      explanation: 'So it is.',
      all_or_nothing: kind === 'order',
    })
    // Gaps are numbered in the order in which they stand.
    const renumbered = input.kind === 'cloze' && {
      text: 'The {1} sat\non the {2}.',
      gaps: input.gaps.toReversed(),
    }
    expect(parsedItem.content).toEqual({ ...withoutPartIds(nameParts(input)), ...renumbered })
  },
)

test('a test names its items in their order, with their points, and draws from those with a label', async () => {
  const quiz = {
    ...{ id: 'quz_1' as never, title: 'Papers', attempts_allowed: 2, time_limit_seconds: 600 },
    ...{ shuffle_questions: false, draws: [{ label: 'Pool', count: 1 }] },
  }
  const item = (identifier: string, points: number, label: string | null = null) => ({
    ...{ identifier, href: `${identifier}.xml`, points, label },
  })
  const items = [item('b', 250), item('c', 100, 'Pool'), item('d', 100, 'Pool'), item('a', 50)]
  const { quiz: parsed, items: read } = readTest(await xml(writeTest(quiz, items)), 'Quiz')
  expect(parsed).toMatchObject({ title: 'Papers', time_limit_seconds: 600, attempts_allowed: 2, notes: [] })
  const [{ label } = { label: '' }] = parsed.draws
  expect(parsed.draws).toMatchObject([{ count: 1 }])
  expect(read).toEqual([
    { href: 'b.xml', label: null, weight: 2.5 },
    { href: 'a.xml', label: null, weight: 0.5 },
    { href: 'c.xml', label, weight: 1 },
    { href: 'd.xml', label, weight: 1 },
  ])
})

const mattext = (text: string) => `<material><mattext texttype="text/html">${text}</mattext></material>`
const item = (profile: string, presentation: string, rules: string) => `
  <item ident="i" title="One"><itemmetadata><qtimetadata>
    <qtimetadatafield><fieldlabel>question_type</fieldlabel><fieldentry>${profile}</fieldentry></qtimetadatafield>
    <qtimetadatafield><fieldlabel>points_possible</fieldlabel><fieldentry>2.5</fieldentry></qtimetadatafield>
  </qtimetadata></itemmetadata><presentation>${mattext('&lt;p&gt;Which &lt;b&gt;one&lt;/b&gt;?&lt;/p&gt;')}${presentation}</presentation>
  <resprocessing><respcondition><conditionvar>${rules}</conditionvar><setvar varname="SCORE">100</setvar></respcondition></resprocessing></item>`
const lid = (ident: string, kind = 'Single', material = '') =>
  `<response_lid ident="${ident}" rcardinality="${kind}">${material}<render_choice>
    <response_label ident="a">${mattext('Red')}</response_label><response_label ident="b">${mattext('Blue')}</response_label>
  </render_choice></response_lid>`
const is = (respident: string, value: string) => `<varequal respident="${respident}">${value}</varequal>`
const both = [
  { text: 'Red', correct: true },
  { text: 'Blue', correct: false },
]

test.each<[string, string, object | null]>([
  ['one option', item('multiple_choice_question', lid('r'), is('r', 'a')), { kind: 'single', options: both }],
  [
    'several options',
    item(
      'multiple_answers_question',
      lid('r', 'Multiple'),
      `<and>${is('r', 'a')}<not>${is('r', 'b')}</not></and>`,
    ),
    { kind: 'multiple', options: both },
  ],
  [
    'pairs',
    item(
      'matching_question',
      lid('x', 'Single', mattext('Warm')) + lid('y', 'Single', mattext('Cold')),
      is('x', 'a') + is('y', 'b'),
    ),
    {
      kind: 'match',
      pairs: [
        { left: 'Warm', right: 'Red' },
        { left: 'Cold', right: 'Blue' },
      ],
      others: [],
    },
  ],
  [
    'a text',
    item('short_answer_question', '<response_str ident="r"><render_fib/></response_str>', is('r', 'Paris')),
    { kind: 'text', accepted: ['Paris'] },
  ],
  [
    'a number',
    item(
      'numerical_question',
      '<response_str ident="r"><render_fib/></response_str>',
      '<vargte respident="r">2.5</vargte><varlte respident="r">3.5</varlte>',
    ),
    { kind: 'number', value: '3', tolerance: { kind: 'absolute', value: '0.5' } },
  ],
  [
    'an essay',
    item('essay_question', '<response_str ident="r"><render_fib/></response_str>', ''),
    { kind: 'open' },
  ],
  ['a group of places', item('x', '<response_xy ident="r"/>', ''), null],
])('QTI 1.2: %s', async (_, text, content) => {
  const root = await xml(
    `<questestinterop><assessment title="Bank"><section>${text}</section></assessment></questestinterop>`,
  )
  const { title, items } = readQti12(root, 'Quiz')
  expect(title).toBe('Bank')
  expect(items).toMatchObject([
    content
      ? {
          notes: [],
          question: {
            points: 250,
            content: { prompt: '<p>Which <strong>one</strong>?</p>', format: 'html', ...content },
          },
        }
      : { question: null, notes: [expect.any(String)] },
  ])
})
test.each([
  ['a document type', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an entity of its own', '<a>&x;</a>'],
  ['51 levels', `${'<a>'.repeat(51)}${'</a>'.repeat(51)}`],
  ['no end', '<a><b></a>'],
  ['no element', ' '],
  ['more than 16 MiB', `<a>${' '.repeat(16 * 1024 * 1024)}</a>`],
])('XML with %s is refused', async (_, text) => {
  await expect(xml(text)).rejects.toThrow(ArchiveRefused)
})
