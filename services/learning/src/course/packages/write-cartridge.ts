// A course as a Common Cartridge: 1.3, which Canvas takes with homework, or 1.1, the newest that Moodle takes.
import { lessonPage } from '../formats/page.ts'
import { writeAssessment } from '../formats/write-qti12.ts'
import { document, element as e, escaped } from '../formats/write-xml.ts'
import { paragraphsOf } from '../formats/written-text.ts'
import type { CourseContent, LessonContent, Written } from './course-content.ts'
import {
  filesFrom,
  type Leaf,
  type Lesson,
  pathOf,
  resourceOf,
  tellMedia,
  writePackage,
} from './foreign-package.ts'
import type { ZipWriting } from './zip-writing.ts'

type Assignment = LessonContent['assignments'][number]
type Version = '1' | '3'

export const writeCartridge = (content: CourseContent): Written => cartridge(content, '3')
export const writeCartridgeOfMoodle = (content: CourseContent): Written => cartridge(content, '1')

function cartridge(content: CourseContent, version: Version): Written {
  const { warnings } = content
  const fileOf = filesFrom(content)
  const lesson = (row: Lesson, { blocks, quizzes, assignments }: LessonContent, zip: ZipWriting) => {
    const leaves: Leaf[] = []
    const resources: string[] = []
    const add = (id: string, title: string, resource: string) => {
      leaves.push({ title, resource: id })
      resources.push(resource)
    }
    const hidden = row.status === 'draft' ? forTeachers : ''
    if (blocks.length > 0 || quizzes.length + assignments.length === 0) {
      const path = `${row.id}.html`
      zip.text(path, lessonPage(row.title, blocks, { fileOf }))
      add(row.id, row.title, resourceOf(row.id, 'webcontent', { href: path, metadata: hidden }))
    }
    for (const { quiz, questions } of quizzes) {
      tellMedia(quiz, questions, warnings)
      const { xml, losses } = writeAssessment(quiz, questions)
      warnings.push(...losses.map(loss => `“${quiz.title}”: ${loss}`))
      const path = `${quiz.id}/assessment.xml`
      zip.text(path, xml)
      const type = `imsqti_xmlv1p2/imscc_xmlv1p${version}/assessment`
      add(quiz.id, quiz.title, resourceOf(quiz.id, type, { files: [path], metadata: hidden }))
    }
    for (const assignment of assignments) {
      const { path, type, text } = version === '3' ? homework(assignment) : homeworkPage(assignment)
      zip.text(path, text)
      if (version === '1')
        warnings.push(`“${assignment.title}”: the homework is a page, as Common Cartridge 1.1 has none.`)
      add(assignment.id, assignment.title, resourceOf(assignment.id, type, { href: path, metadata: hidden }))
    }
    return { leaves, resources }
  }
  const media = [...content.files.values()].map(file =>
    resourceOf(file.id, 'webcontent', { href: pathOf(file) }),
  )
  const manifest = (tree: string, resources: readonly string[]) =>
    document(manifestOf(content, version, tree, [...resources, ...media]))
  return writePackage(content, lesson, manifest, { isDeep: true, keepsFiles: true })
}

/** What students do not see: by this role both importers hide it. */
const forTeachers = e(
  'metadata',
  {},
  e(
    'lom:lom',
    {},
    e(
      'lom:educational',
      {},
      e(
        'lom:intendedEndUserRole',
        {},
        e('lom:source', {}, 'IMSGLC_CC_Rolesv1p1'),
        e('lom:value', {}, 'Instructor'),
      ),
    ),
  ),
)

/** Its identifier, title and organizations stand in the order of the schema; readers sniff the first bytes. */
function manifestOf({ course }: CourseContent, version: Version, tree: string, resources: readonly string[]) {
  const lom = `http://ltsc.ieee.org/xsd/imsccv1p${version}/LOM`
  const namespaces = {
    xmlns: `http://www.imsglobal.org/xsd/imsccv1p${version}/imscp_v1p1`,
    'xmlns:lomimscc': `${lom}/manifest`,
    'xmlns:lom': `${lom}/resource`,
  }
  const string = (text: string) => e('lomimscc:string', {}, escaped(text))
  const general = e(
    'lomimscc:general',
    {},
    e('lomimscc:title', {}, string(course.title)),
    e('lomimscc:description', {}, string(course.description)),
  )
  const schema = e('schema', {}, 'IMS Common Cartridge') + e('schemaversion', {}, `1.${version}.0`)
  const organization = { identifier: 'org', structure: 'rooted-hierarchy' }
  return e(
    'manifest',
    { identifier: course.id, ...namespaces },
    e('metadata', {}, schema, e('lomimscc:lom', {}, general)),
    e('organizations', {}, e('organization', organization, e('item', { identifier: 'root' }, tree))),
    e('resources', {}, ...resources),
  )
}

function homework({ id, title, text, max_score }: Assignment) {
  const gradable =
    max_score === null
      ? e('gradable', {}, 'false')
      : e('gradable', { points_possible: max_score / 100 }, 'true')
  const xml = e(
    'assignment',
    { xmlns: 'http://www.imsglobal.org/xsd/imscc_extensions/assignment', identifier: id },
    e('title', {}, escaped(title)),
    // Canvas takes the text as HTML, whatever its type says.
    e('text', { texttype: 'text/html' }, escaped(paragraphsOf(text))),
    gradable,
    e('submission_formats', {}, e('format', { type: 'file' })),
  )
  return { path: `${id}/assignment.xml`, type: 'assignment_xmlv1p0', text: document(xml) }
}

function homeworkPage({ id, title, text }: Assignment) {
  const page = lessonPage(title, [{ kind: 'text', html: paragraphsOf(text) }], { fileOf: () => undefined })
  return { path: `${id}.html`, type: 'webcontent', text: page }
}
