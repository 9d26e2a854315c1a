// A course with questions of all kinds, as writers of packages put it down.
import { openArchive } from '@lms/archive'
import { allIn, childOf, readXml, textOf, type Xml } from '@lms/archive/xml'
import { nameParts } from '../assessment/questions/part-ids.rules.ts'
import type { QuestionInput } from '../assessment/questions/question-content.ts'
import type { CourseContent, Written } from '../course/packages/course-content.ts'

const options = [
  { text: '1 < 2', correct: true, feedback: 'Well read.' },
  { text: 'Blue', correct: false, feedback: 'Look again.' },
  { text: 'Grey', correct: false },
]
const contents: QuestionInput[] = [
  { kind: 'single', prompt: 'Is a < b?\nSay it.', options },
  {
    ...{ kind: 'multiple', format: 'html', prompt: '<p>Which <strong>two</strong>?</p>' },
    options: options.map(option => ({ ...option, text: option.text.replace('<', '&lt;') })),
  },
  { kind: 'text', prompt: 'Where?', accepted: ['Rome', 'Roma'] },
  { kind: 'open', prompt: 'Why?', guidance: 'Two reasons.' },
  { kind: 'number', prompt: 'How many?', value: '4', tolerance: null },
  { kind: 'order', prompt: 'In order', items: ['One', 'Two'] },
  {
    kind: 'match',
    prompt: 'Pair',
    pairs: [
      { left: 'a', right: '1' },
      { left: 'b', right: '2' },
    ],
    others: [],
  },
  { kind: 'cloze', prompt: 'Fill', text: 'The {1}.', gaps: [{ accepted: ['cat'] }] },
]
export const questions = contents.map((content, index) => ({
  ...{ id: `qst_${index}`, content: nameParts(content), points: index === 0 ? 250 : 100, label: null },
  ...{ all_or_nothing: content.kind === 'multiple', explanation: 'So it is.', credit: null },
}))
const file = { id: 'fil_1', name: 'Пейзаж 1 (sky).PNG', content_type: 'image/png', alt: 'Sky', size: 3 }
const page = [
  { kind: 'text', html: '<p>Wet the paper.</p>' },
  { kind: 'file', file_id: file.id, title: 'Sky' },
]
const quiz = {
  ...{ id: 'quz_1', title: 'Papers', description: '', attempts_allowed: null, time_limit_seconds: 90 },
  ...{ shuffle_questions: false, draws: [] },
}
const homework = { id: 'asg_1', title: 'A sky', text: 'Three washes.\nNo more.', max_score: 1000 }
const content = {
  course: {
    id: 'crs_1',
    title: 'Water & colour',
    description: 'All of it',
    updated_at: '2026-01-01T00:00:00Z',
  },
  modules: [{ id: 'mod_1', title: 'Washes' }],
  lessons: [
    { id: 'les_1', module_id: 'mod_1', title: 'Flat', status: 'published' },
    { id: 'les_2', module_id: 'mod_1', title: 'Later', status: 'draft' },
  ],
  files: new Map([[file.id, file]]),
  lesson: async (id: string) =>
    id === 'les_1'
      ? { blocks: page, quizzes: [{ quiz, questions }], assignments: [homework] }
      : { blocks: page, quizzes: [], assignments: [] },
  bytesOf: async function* () {
    yield Buffer.from('sky')
  },
}

export interface WrittenPackage {
  paths: readonly string[]
  /** A document of XML by its path. */
  xml: (path: string) => Promise<Xml>
  text: (path: string) => Promise<string>
  manifest: Xml
  raw: string
  warnings: string[]
}

/** Reads what a writer makes of that course. */
export async function packageOf(write: (content: CourseContent) => Written): Promise<WrittenPackage> {
  const { stream, warnings } = write({ ...content, warnings: [] } as never)
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const archive = await openArchive(
    async ({ start, length }) => bytes.subarray(start, start + length),
    bytes.length,
    { school: 'sch_1' },
  )
  const text = async (path: string) => String(await archive.bytes(path))
  const xml = async (path: string) => readXml(Buffer.from(await text(path)), path)
  const raw = await text('imsmanifest.xml')
  return { paths: archive.paths, xml, text, raw, manifest: await xml('imsmanifest.xml'), warnings }
}
export type Rule = [rule: string, check: (written: WrittenPackage) => Promise<void> | void]

export const at = (node: Xml | undefined, name: string) => node?.attributes.get(name)
export const resources = ({ manifest }: WrittenPackage) => allIn(manifest, 'resource')
export const resource = (written: WrittenPackage, id: string) =>
  resources(written).find(each => at(each, 'identifier') === id)
export const texts = (node: Xml | undefined, name: string) => allIn(node, name).map(each => textOf(each))
export const fields = (node: Xml | undefined) =>
  Object.fromEntries(
    allIn(node, 'qtimetadatafield').map(each => [
      textOf(childOf(each, 'fieldlabel')),
      textOf(childOf(each, 'fieldentry')),
    ]),
  )
