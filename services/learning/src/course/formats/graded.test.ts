// Questions of other products are graded as their source grades them: answers by their words, as a student gives them.
import { readXml } from '@lms/archive/xml'
import type { Answer } from '../../assessment/questions/answer-schema.ts'
import { checkQuestion, nameParts } from '../../assessment/questions/part-ids.rules.ts'
import { QuestionInput } from '../../assessment/questions/question-content.ts'
import { shareOf } from '../../assessment/questions/scoring.rules.ts'
import {
  ask,
  declare,
  gift,
  item21,
  moodle,
  option,
  type QuestionDocument,
  qti21,
  sourceQuestions,
} from '../../testing/source-questions.ts'
import { readAiken, readGift } from './gift.ts'
import { readMoodleXml } from './moodle-xml.ts'
import type { ParsedItem, ParsedQuestion } from './parsed-quiz.ts'
import { readQti12 } from './qti12.ts'
import { readItem } from './qti21.ts'

const xml = (text: string) => readXml(Buffer.from(text), 'a.xml')

/** The share that words earn: of options, of pairs and gaps in their order, of a text or number. */
function shareFor({ content: input, all_or_nothing }: ParsedQuestion, words: readonly string[]): number {
  expect(QuestionInput.safeParse(input).error).toBeUndefined()
  checkQuestion(input)
  const content = nameParts(input)
  const answer = ((): Answer => {
    switch (content.kind) {
      case 'single':
        return { kind: 'single', option_id: idOf(content.options, words[0]!) }
      case 'multiple':
        return { kind: 'multiple', option_ids: words.map(word => idOf(content.options, word)) }
      case 'match': {
        const rights = [...content.pairs.map(({ right }) => right), ...content.others]
        const pairs = content.pairs.map(({ left }, at) => ({
          left_id: left.id,
          right_id: idOf(rights, words[at]!),
        }))
        return { kind: 'match', pairs }
      }
      case 'cloze':
        return { kind: 'cloze', gaps: content.gaps.map(({ id }, at) => ({ gap_id: id, text: words[at]! })) }
      case 'order':
        return { kind: 'order', item_ids: words.map(word => idOf(content.items, word)) }
      case 'number':
        return { kind: 'number', number: words[0]! }
      default:
        return { kind: 'text', text: words[0]! }
    }
  })()
  const share = shareOf({ content, all_or_nothing }, answer)!
  return share.of / share.all
}
const idOf = (parts: readonly { id: string; text: string }[], word: string) =>
  parts.find(({ text }) => text.replace(/<[^>]*>/g, '').trim() === word)!.id

const readers: Record<QuestionDocument['as'], (text: string) => ParsedItem[]> = {
  qti12: text => readQti12(xml(text), 'Quiz').items,
  qti21: text => readItem(xml(text), 'i.xml'),
  moodle: text => readMoodleXml(xml(text), 'Quiz').flatMap(({ items }) => items),
  gift: text => readGift(text, 'Quiz').flatMap(({ items }) => items),
  aiken: text => readAiken(text, 'Quiz').flatMap(({ items }) => items),
}
const itemsOf = ({ as, text }: QuestionDocument): ParsedItem[] => readers[as](text)

test.each(sourceQuestions)('%s', (_, document, answers) => {
  const [item] = itemsOf(document)
  expect(item?.question).not.toBeNull()
  expect(answers.map(([words]) => shareFor(item!.question!, words))).toEqual(
    answers.map(([, share]) => share),
  )
})

test('feedback and solutions are no part of the question; formulas and pictures stay', () => {
  const feedback = (name: string) =>
    `<${name} outcomeIdentifier="F" identifier="solution" showHide="show"><p>It is b.</p></${name}>`
  const [item] = itemsOf(
    qti21(
      item21(
        declare('R', 'identifier', ['b']),
        `<p>Look: <img src="a/b.png" alt="Map"/> <m:math xmlns:m="http://www.w3.org/1998/Math/MathML"><m:semantics><m:mi>x</m:mi><m:annotation>x raw</m:annotation></m:semantics></m:math></p>${feedback('feedbackBlock')}
       <choiceInteraction responseIdentifier="R" maxChoices="1"><prompt>Which?</prompt><simpleChoice identifier="a">a ${feedback('feedbackInline')}</simpleChoice><simpleChoice identifier="b">b</simpleChoice></choiceInteraction>`,
      ),
    ),
  )
  expect(item).toMatchObject({
    notes: [],
    question: {
      explanation: expect.stringContaining('It is b.'),
      content: {
        format: 'html',
        media: [{ file_id: 'a/b.png', alt: 'Map' }],
        options: [{ text: 'a' }, { text: 'b' }],
      },
    },
  })
  const { prompt } = item!.question!.content
  expect(prompt).toContain('<math><mi>x</mi></math>')
  expect(prompt).toContain('Which?')
  expect(prompt).not.toMatch(/It is b|raw/)
})

test('an item that cannot be taken costs itself, and says why', () => {
  const items = itemsOf(
    moodle(
      ask('calculated', '') +
        ask('coderunner', '') +
        ask('truefalse', option(100, 'true') + option(0, 'false')),
    ),
  )
  expect(items.map(({ question, notes }) => [question !== null, notes.length])).toEqual([
    [false, 1],
    [false, 1],
    [true, 0],
  ])
  expect(itemsOf(gift('Broken } { question\n\nFine{T}')).map(({ question }) => question !== null)).toEqual([
    false,
    true,
  ])
})

test.each([
  ['GIFT', readGift, 'Is it {T}\n\n'],
  ['Aiken', readAiken, 'Is it\nA. Yes\nB. No\nANSWER: A\n'],
] as const)('what a file in %s has beyond its bound is told', (_, read, question) => {
  const [quiz] = read(question.repeat(5003).trim(), 'Long')
  expect(quiz!.items).toHaveLength(5001)
  expect(quiz!.items.at(-1)).toMatchObject({
    name: 'The last 3 questions',
    notes: [expect.stringContaining('split it')],
  })
})
