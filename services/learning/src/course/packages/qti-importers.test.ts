// What Canvas requires of packages of QTI 2.1 (its QTI Migration Tool, gems/plugins/qti_exporter), and what it would lose.
import { allIn, childOf, childrenOf, firstIn, textOf } from '@lms/archive/xml'
import {
  at,
  packageOf,
  questions,
  type Rule,
  resources,
  texts,
  type WrittenPackage,
} from '../../testing/written-package.ts'
import { writeQti } from './write-foreign.ts'

const item = (written: WrittenPackage, number: number) => written.xml(`qst_${number}.xml`)
const ofCanvasQti: Rule[] = [
  [
    'its schema or namespace says QTI 2, or it is read as QTI 1.2',
    ({ manifest, raw }) => {
      expect(textOf(firstIn(manifest, 'schema'))).toMatch(/^QTIv2\./)
      expect(raw).toContain('="http://www.imsglobal.org/xsd/imsqti_v2p1"')
    },
  ],
  [
    'a test names items by their own identifiers, with their points',
    async written => {
      const test = await written.xml('quz_1.xml')
      const references = allIn(test, 'assessmentItemRef').map(each => [
        at(each, 'identifier'),
        at(childOf(each, 'weight'), 'value'),
      ])
      expect(references.slice(0, 2)).toEqual([
        ['qst_0', '2.5'],
        ['qst_1', '1'],
      ])
      for (const [index] of questions.entries())
        expect(at(await item(written, index), 'identifier')).toBe(`qst_${index}`)
    },
  ],
  [
    'the title of a section is no question',
    async written => {
      for (const section of allIn(await written.xml('quz_1.xml'), 'assessmentSection'))
        expect(at(section, 'visible')).toBe('false')
    },
  ],
  [
    'attempts and time are those of the test',
    async written => {
      const test = await written.xml('quz_1.xml')
      expect(at(firstIn(test, 'itemSessionControl'), 'maxAttempts')).toBe('0')
      expect(at(firstIn(test, 'timeLimits'), 'maxTime')).toBe('90')
    },
  ],
  [
    'the question is a paragraph or division of the body',
    async written => {
      for (const [index] of questions.entries()) {
        const body = childOf(await item(written, index), 'itemBody')!
        expect([...childrenOf(body, 'p'), ...childrenOf(body, 'div')].length).toBeGreaterThan(0)
        expect(allIn(body, 'prompt')).toEqual([])
      }
    },
  ],
  [
    'an order says its interaction in the manifest, others do not',
    written => {
      const types = resources(written).flatMap(each =>
        texts(each, 'interactionType').map(text => [at(each, 'identifier'), text]),
      )
      expect(types).toEqual([['qst_5', 'orderInteraction']])
    },
  ],
  [
    'keys are right answers as declared',
    async written => {
      const keys = async (index: number) => texts(await item(written, index), 'correctResponse')
      expect(await keys(0)).toHaveLength(1)
      const values = async (index: number) =>
        allIn(await item(written, index), 'correctResponse').flatMap(each => texts(each, 'value'))
      expect([await values(0), await values(5), await values(6)]).toEqual([
        ['C1'],
        ['I1', 'I2'],
        ['L1 R1', 'L2 R2'],
      ])
    },
  ],
  [
    'feedback of the question and of an option has names that are read',
    async written => {
      const one = await item(written, 0)
      expect(at(firstIn(one, 'modalFeedback'), 'identifier')).toBe('general_fb')
      expect(texts(one, 'feedbackInline')).toEqual(['Well read.', 'Look again.'])
    },
  ],
]

let written: WrittenPackage
beforeAll(async () => {
  written = await packageOf(writeQti)
})
test.each(ofCanvasQti)('%s', async (_, check) => {
  await check(written)
})
