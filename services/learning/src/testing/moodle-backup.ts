// A small backup of a course of Moodle with one of all that is taken over, for specs.
import { createHash } from 'node:crypto'

const escaped = (html: string) => html.replace(/[&<]/g, character => (character === '&' ? '&amp;' : '&lt;'))
const element = (name: string, content: string | number) => `<${name}>${content}</${name}>`
const fields = (all: Record<string, string | number>) =>
  Object.entries(all)
    .map(([name, content]) => element(name, content))
    .join('')

const notes = 'Blue and yellow'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const hashOf = (bytes: string | Buffer) => createHash('sha1').update(bytes).digest('hex')
const pathOf = (bytes: string | Buffer) => `files/${hashOf(bytes).slice(0, 2)}/${hashOf(bytes)}`
const file = (bytes: string | Buffer, more: Record<string, string | number>) =>
  `<file>${fields({ contenthash: hashOf(bytes), filepath: '/', ...more })}</file>`

const activities: readonly [number, number, string, string][] = [
  [11, 1, 'label', 'Welcome'],
  [12, 1, 'page', 'Reading'],
  [13, 1, 'resource', 'Notes'],
  [14, 2, 'assign', 'A sky'],
  [15, 2, 'quiz', 'Check'],
  [16, 2, 'h5pactivity', 'Exercise'],
  [17, 2, 'url', 'Museum'],
]
const folderOf = ([id, , module]: (typeof activities)[number]) => `activities/${module}_${id}`
const activity = (id: number, module: string, inside: Record<string, string | number>) =>
  `<activity id="${id}" moduleid="${id}" modulename="${module}" contextid="${id}0"><${module} id="${id}">${fields(inside)}</${module}></activity>`

const answer = (id: number, text: string, fraction: number) =>
  `<answer id="${id}">${fields({ answertext: text, answerformat: 1, fraction, feedback: '' })}</answer>`
const entry = (id: number, type: string, inside: string, text = 'Which?') =>
  `<question_bank_entry id="${id}"><question_version><question_versions><version>1</version><questions><question id="${id}0">
   ${fields({ name: `Q${id}`, questiontext: escaped(text), questiontextformat: 1, generalfeedback: '', defaultmark: 1, qtype: type })}
   <plugin_qtype_${type}_question>${inside}</plugin_qtype_${type}_question></question></questions></question_versions></question_version></question_bank_entry>`
const choice = (id: number, text?: string) =>
  entry(
    id,
    'multichoice',
    `<answers>${answer(id, 'Red', 1)}${answer(id + 100, 'Blue', 0)}</answers><multichoice><single>1</single></multichoice>`,
    text,
  )
const number = (id: number) =>
  entry(
    id,
    'numerical',
    `<answers>${answer(id, '3.14', 1)}</answers><numerical_records><numerical_record><answer>${id}</answer><tolerance>0.01</tolerance></numerical_record></numerical_records>`,
  )
const slot = (index: number, inside: string, mark = 2) =>
  `<question_instance id="${index}">${fields({ slot: index, maxmark: mark })}${inside}</question_instance>`
const reference = (id: number) =>
  `<question_reference>${element('questionbankentryid', id)}</question_reference>`
const drawn = `<question_set_reference>${element('filtercondition', escaped('{"questioncategoryid":"8"}'))}</question_set_reference>`

export const moodleBackupFiles: Readonly<Record<string, string | Buffer>> = {
  'moodle_backup.xml': `<moodle_backup><information><original_course_fullname>Watercolour</original_course_fullname><contents>
    <activities>${activities.map(each => `<activity>${fields({ moduleid: each[0], sectionid: each[1], modulename: each[2], title: each[3], directory: folderOf(each) })}</activity>`).join('')}</activities>
    <sections>${[1, 2].map(id => `<section>${fields({ sectionid: id, title: id, directory: `sections/section_${id}` })}</section>`).join('')}</sections>
    </contents></information></moodle_backup>`,
  'sections/section_1/section.xml': `<section id="1">${fields({ name: 'Basics', summary: escaped('<p>First steps.</p>'), visible: 1, sequence: '13,11,12' })}</section>`,
  'sections/section_2/section.xml': `<section id="2">${fields({ name: '$@NULL@$', summary: '', visible: 1, sequence: '14,15,16,17' })}</section>`,
  'files.xml': `<files>${file(notes, { contextid: 130, component: 'mod_resource', filearea: 'content', itemid: 0, filename: 'notes.txt' })}
    ${file(picture, { contextid: 120, component: 'mod_page', filearea: 'content', itemid: 0, filename: 'sky.png' })}
    ${file(picture, { contextid: 5, component: 'question', filearea: 'questiontext', itemid: '10', filename: 'sky.png' })}</files>`,
  [pathOf(notes)]: notes,
  [pathOf(picture)]: picture,
  'activities/label_11/label.xml': activity(11, 'label', {
    name: 'Welcome',
    intro: escaped('<p>Welcome!</p>'),
  }),
  'activities/page_12/page.xml': activity(12, 'page', {
    ...{ name: 'Reading', intro: '' },
    content: escaped(
      '<h1>Paper</h1><p><img src="@@PLUGINFILE@@/sky.png" alt="The sky"></p><p><iframe src="https://player.vimeo.com/video/76979871"></iframe></p>',
    ),
  }),
  'activities/page_12/module.xml': `<module id="12">${fields({ visible: 0, availability: '$@NULL@$' })}</module>`,
  'activities/resource_13/resource.xml': activity(13, 'resource', { name: 'Notes', intro: '' }),
  'activities/assign_14/assign.xml': activity(14, 'assign', {
    name: 'A sky',
    intro: escaped('<p>Three washes.</p>'),
    grade: 50,
    duedate: 1_801_000_000,
    cutoffdate: 0,
  }),
  'activities/quiz_15/quiz.xml': activity(15, 'quiz', {
    ...{
      name: 'Check',
      intro: escaped('<p>Take your time.</p>'),
      timelimit: 600,
      attempts_number: 2,
      grademethod: 4,
      shuffleanswers: 1,
    },
    question_instances: [
      slot(1, reference(1)),
      slot(2, reference(2)),
      slot(3, drawn),
      slot(4, reference(99)),
    ].join(''),
  }),
  'activities/url_17/url.xml': activity(17, 'url', {
    name: 'Museum',
    intro: '',
    externalurl: 'https://museum.example/',
  }),
  'questions.xml': `<question_categories>
    <question_category id="7">${element('name', 'Colours')}<question_bank_entries>${choice(1, '<p>Which? <img src="@@PLUGINFILE@@/sky.png" alt="The sky"></p>')}${number(2)}${choice(3)}</question_bank_entries></question_category>
    <question_category id="8">${element('name', 'Drawn')}<question_bank_entries>${choice(4)}${choice(5)}</question_bank_entries></question_category></question_categories>`,
}

/** A tar of these files, with a folder, a long name and the names of pax before them. */
export function tarred(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const all: [string, string, Buffer][] = [
    ['folder/', '5', Buffer.alloc(0)],
    ...Object.entries(files).map(([name, content]): [string, string, Buffer] => [
      name,
      '0',
      Buffer.from(content),
    ]),
  ]
  return Buffer.concat([
    ...all.flatMap(([name, type, bytes]) => entryOf(name, type, bytes)),
    Buffer.alloc(1024),
  ])
}

function entryOf(name: string, type: string, bytes: Buffer): Buffer[] {
  const header = Buffer.alloc(512)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write(`${bytes.length.toString(8).padStart(11, '0')}\0`, 124)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return [header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]
}
