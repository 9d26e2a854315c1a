// What the importers of Canvas and Moodle require of cartridges, as their sources have it, and what they would lose.
// Canvas: lib/canvas/migration/package_identifier.rb, lib/cc/importer/standard. Moodle: backup/converter/imscc11, backup/cc
// with its schemas.
import { allIn, childOf, childrenOf, firstIn, textOf } from '@lms/archive/xml'
import {
  at,
  fields,
  packageOf,
  type Rule,
  resource,
  resources,
  texts,
  type WrittenPackage,
} from '../../testing/written-package.ts'
import { wholeWeights } from '../formats/write-qti12.ts'
import type { CourseContent, Written } from './course-content.ts'
import { writeCartridge, writeCartridgeOfMoodle } from './write-cartridge.ts'

const assessment = (written: WrittenPackage) => written.xml('quz_1/assessment.xml')
const items = async (written: WrittenPackage) => allIn(await assessment(written), 'item')

/** Of cartridges of any version. */
const ofCartridges: Rule[] = [
  [
    'a manifest says which standard it follows',
    ({ manifest }) => {
      expect(textOf(firstIn(manifest, 'schema'))).toBe('IMS Common Cartridge')
    },
  ],
  [
    'all identifiers are names of XML, each once',
    ({ manifest }) => {
      const ids = ['manifest', 'organization', 'item', 'resource'].flatMap(name =>
        [...(name === 'manifest' ? [manifest] : allIn(manifest, name))].map(each => at(each, 'identifier')!),
      )
      expect(new Set(ids).size).toBe(ids.length)
      for (const id of ids) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/)
    },
  ],
  [
    'one item without a title holds all others, and those have titles',
    ({ manifest }) => {
      const organization = firstIn(manifest, 'organization')
      const roots = childrenOf(organization!, 'item')
      expect(roots).toHaveLength(1)
      expect(childOf(roots[0], 'title')).toBeUndefined()
      for (const item of allIn(roots[0], 'item')) expect(textOf(childOf(item, 'title'))).not.toBe('')
      expect(at(organization, 'structure')).toBe('rooted-hierarchy')
    },
  ],
  [
    'addresses of files are their paths as they are',
    written => {
      const files = allIn(written.manifest, 'file').map(each => at(each, 'href')!)
      for (const href of files) expect(href).toMatch(/^[\w./-]+$/)
      expect(files.toSorted()).toEqual(written.paths.filter(path => path !== 'imsmanifest.xml').toSorted())
    },
  ],
  [
    'an assessment is found by its file, and has no address of its own',
    written => {
      const quiz = resource(written, 'quz_1')
      expect(at(quiz, 'href')).toBeUndefined()
      expect(at(childOf(quiz, 'file'), 'href')).toBe('quz_1/assessment.xml')
    },
  ],
  [
    'links of pages lead to files of the package',
    async written => {
      expect(await written.text('les_1.html')).toContain('src="files/fil_1/1-sky.PNG"')
    },
  ],
  [
    'what students do not see is for the role of instructors',
    written => {
      const roles = (id: string) => texts(firstIn(resource(written, id), 'intendedEndUserRole'), 'value')
      expect([roles('les_1'), roles('les_2')]).toEqual([[], ['Instructor']])
    },
  ],
  [
    'items are children of the section of the assessment, with names',
    async written => {
      const document = await assessment(written)
      const section = childOf(childOf(document, 'assessment'), 'section')
      const found = childrenOf(section!, 'item')
      expect(found.map(each => at(each, 'title'))).toEqual([
        'Question 1',
        'Question 2',
        'Question 3',
        'Question 4',
      ])
    },
  ],
  [
    'kinds are profiles of the standard',
    async written => {
      expect((await items(written)).map(each => fields(each).cc_profile)).toEqual([
        ...['cc.multiple_choice.v0p1', 'cc.multiple_response.v0p1', 'cc.fib.v0p1', 'cc.essay.v0p1'],
      ])
    },
  ],
  [
    'points are whole numbers up to 99, and time whole minutes',
    async written => {
      expect((await items(written)).map(each => fields(each).cc_weighting)).toEqual(['5', '2', '2', '2'])
      const { cc_maxattempts, qmd_timelimit } = fields(
        childOf(childOf(await assessment(written), 'assessment'), 'qtimetadata'),
      )
      expect([cc_maxattempts, qmd_timelimit]).toEqual(['unlimited', '2'])
    },
  ],
  [
    'texts are HTML',
    async written => {
      const [one, several] = await items(written)
      expect(texts(childOf(one, 'presentation'), 'mattext').slice(0, 2)).toEqual([
        'Is a &lt; b?<br/>Say it.',
        '1 &lt; 2',
      ])
      expect(texts(childOf(several, 'presentation'), 'mattext')[0]).toBe('<p>Which <strong>two</strong>?</p>')
      for (const text of allIn(one, 'mattext')) expect(at(text, 'texttype')).toBe('text/html')
    },
  ],
  [
    'the rule with the score is the last that names a right option',
    async written => {
      const [one] = await items(written)
      const rules = allIn(one, 'respcondition').map(rule => [
        ...[texts(rule, 'varequal').join(), texts(rule, 'setvar').join(), at(rule, 'continue')],
        allIn(rule, 'displayfeedback')
          .map(each => at(each, 'linkrefid'))
          .join(),
      ])
      expect(rules).toEqual([
        ['', '', 'Yes', 'general_fb'],
        ['A1', '100', 'No', 'A1_fb'],
        ['A2', '', 'No', 'A2_fb'],
      ])
    },
  ],
  [
    'right options of several are those compared by case, and not negated',
    async written => {
      const [, several] = await items(written)
      const scoring = allIn(several, 'respcondition').find(rule => texts(rule, 'setvar').join() === '100')
      const negated = new Set(allIn(scoring, 'not').flatMap(each => allIn(each, 'varequal')))
      const right = allIn(scoring, 'varequal').filter(
        each => at(each, 'case') === 'Yes' && !negated.has(each),
      )
      expect(right.map(each => textOf(each))).toEqual(['A1'])
    },
  ],
  [
    'all right texts stand in one rule of 100',
    async written => {
      const [, , text] = await items(written)
      const scoring = allIn(text, 'respcondition').find(rule => texts(rule, 'setvar').join() === '100')
      expect(childrenOf(childOf(scoring, 'conditionvar')!, 'varequal').map(each => textOf(each))).toEqual([
        'Rome',
        'Roma',
      ])
    },
  ],
  [
    'the explanation is shown by a rule that goes on, also of an essay',
    async written => {
      for (const item of await items(written)) {
        const rule = allIn(item, 'respcondition').find(each => at(each, 'continue') === 'Yes')
        expect(at(childOf(rule, 'displayfeedback'), 'linkrefid')).toBe('general_fb')
        const feedback = allIn(item, 'itemfeedback').find(each => at(each, 'ident') === 'general_fb')
        expect(texts(childOf(feedback, 'flow_mat'), 'mattext')).toEqual(['So it is.'])
      }
    },
  ],
  [
    'what it cannot have is told',
    ({ warnings }) => {
      expect(warnings.slice(0, 3)).toEqual([
        '“Papers”: 4 questions are of kinds that Common Cartridge does not have.',
        '“Papers”: points are whole numbers there, up to 99: they are in the same ratio.',
        '“Papers”: what reviewers look for is left out of 1 questions.',
      ])
    },
  ],
]

const ofMoodle: Rule[] = [
  [
    'its first 500 bytes name the namespace of 1.1',
    ({ raw, manifest }) => {
      expect(raw.slice(0, 500)).toContain('xmlns="http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"')
      expect(textOf(firstIn(manifest, 'schemaversion'))).toBe('1.1.0')
      expect(raw).toContain('xmlns:lomimscc="http://ltsc.ieee.org/xsd/imsccv1p1/LOM/manifest"')
      expect(raw).toContain('xmlns:lom="http://ltsc.ieee.org/xsd/imsccv1p1/LOM/resource"')
    },
  ],
  [
    'its schema knows these types of resources alone',
    written => {
      const types = new Set(resources(written).map(each => at(each, 'type')))
      expect([...types].toSorted()).toEqual(['imsqti_xmlv1p2/imscc_xmlv1p1/assessment', 'webcontent'])
    },
  ],
  [
    'homework is a page, and that is told',
    async ({ text, warnings }) => {
      expect(await text('asg_1.html')).toContain('<p>Three washes.</p><p>No more.</p>')
      expect(warnings.at(-1)).toBe('“A sky”: the homework is a page, as Common Cartridge 1.1 has none.')
    },
  ],
]

const ofCanvas: Rule[] = [
  [
    'its version is one that Canvas knows',
    ({ manifest }) => {
      expect(textOf(firstIn(manifest, 'schemaversion'))).toBe('1.3.0')
    },
  ],
  [
    'homework has its text as HTML, its points, and files as its form',
    async written => {
      expect(at(resource(written, 'asg_1'), 'type')).toBe('assignment_xmlv1p0')
      const task = await written.xml('asg_1/assignment.xml')
      expect(textOf(childOf(task, 'text'))).toBe('<p>Three washes.</p><p>No more.</p>')
      expect(at(childOf(task, 'gradable'), 'points_possible')).toBe('10')
      expect(at(firstIn(task, 'format'), 'type')).toBe('file')
    },
  ],
]

const tables: [string, (content: CourseContent) => Written, Rule[]][] = [
  ['Common Cartridge 1.1, for Moodle', writeCartridgeOfMoodle, [...ofCartridges, ...ofMoodle]],
  ['Common Cartridge 1.3, for Canvas', writeCartridge, [...ofCartridges, ...ofCanvas]],
]
describe.each(tables)('%s', (_, write, rules) => {
  let written: WrittenPackage
  beforeAll(async () => {
    written = await packageOf(write)
  })
  test.each(rules)('%s', async (_, check) => {
    await check(written)
  })
})

test.each([
  [
    [100, 300],
    [1, 3],
  ],
  [
    [250, 100, 50],
    [5, 2, 1],
  ],
  [
    [10_000, 100],
    [99, 1],
  ],
  [
    [33, 100],
    [33, 99],
  ],
])('points %p are the weights %p', (points, weights) => {
  expect(wholeWeights(points)).toEqual(weights)
})
