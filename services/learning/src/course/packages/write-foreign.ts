// Packages for other products: Common Cartridge 1.3, QTI 2.1, SCORM 1.2. What they cannot have is left out, and told.

import { filesOfQuestion } from '../../assessment/questions/question-media.ts'
import { contentManifestPath } from '../formats/content-package.ts'
import { lessonPage, type PageFile } from '../formats/page.ts'
import { writeAssessment } from '../formats/write-qti12.ts'
import { writeItem, writeTest } from '../formats/write-qti21.ts'
import { document, element as e, escaped } from '../formats/write-xml.ts'
import type { CourseContent, LessonContent, Written } from './course-content.ts'
import { completionScript } from './scorm-script.ts'
import { ZipWriting } from './zip-writing.ts'

interface Leaf {
  title: string
  resource: string
}
type Lesson = CourseContent['lessons'][number]

/** Writes lesson by lesson, and the manifest last: it names what they have become. */
function written(
  content: CourseContent,
  each: (lesson: Lesson, read: LessonContent, zip: ZipWriting) => { leaves: Leaf[]; resources: string[] },
  manifest: (tree: string, resources: readonly string[]) => string,
  folders: { isDeep: boolean; keepsFiles: boolean },
): Written {
  const zip = new ZipWriting(content)
  const stream = zip.streamOf(async () => {
    const leaves = new Map<string, Leaf[]>()
    const resources: string[] = []
    for (const lesson of content.lessons) {
      const output = each(lesson, await content.lesson(lesson.id), zip)
      leaves.set(lesson.id, output.leaves)
      resources.push(...output.resources)
    }
    if (folders.keepsFiles)
      for (const file of content.files.values()) zip.file(`files/${file.id}/${file.name}`, file)
    zip.text(contentManifestPath, manifest(treeOf(content, leaves, folders), resources))
  })
  return { stream, warnings: content.warnings, objects: content.lessons.length }
}

/** Items for modules and their lessons; of a lesson that has become several things, one each. */
function treeOf(
  { modules, lessons }: CourseContent,
  leaves: ReadonlyMap<string, Leaf[]>,
  { isDeep }: { isDeep: boolean },
): string {
  const leaf = ({ title, resource }: Leaf) =>
    e('item', { identifier: `item_${resource}`, identifierref: resource }, e('title', {}, escaped(title)))
  const folder = (id: string, title: string, inside: string) =>
    inside === '' ? '' : e('item', { identifier: `item_${id}` }, e('title', {}, escaped(title)), inside)
  const tree = modules.map(module => {
    const inside = lessons
      .filter(({ module_id }) => module_id === module.id)
      .map(({ id, title }) => {
        const items = (leaves.get(id) ?? []).map(leaf).join('')
        return isDeep && leaves.get(id)!.length > 1 ? folder(id, title, items) : items
      })
    return folder(module.id, module.title, inside.join(''))
  })
  return tree.join('')
}

const resourceOf = (
  id: string,
  type: string,
  href: string,
  extra: Record<string, string> = {},
  files = [href],
) =>
  e(
    'resource',
    { identifier: id, type, href, ...extra },
    ...files.map(file => e('file', { href: encodeURI(file) })),
  )

/** Tells that pictures and recordings of questions stay behind: only the own format takes them along. */
function tellMedia(
  { title }: LessonContent['quizzes'][number]['quiz'],
  questions: LessonContent['quizzes'][number]['questions'],
  warnings: string[],
): void {
  const count = questions.filter(({ content }) => filesOfQuestion(content).length > 0).length
  if (count) warnings.push(`“${title}”: the pictures and recordings of ${count} questions are left out.`)
}

/** The addresses of files, from a page at the root of the package. */
const filesFrom =
  ({ files }: CourseContent) =>
  (id: string): PageFile | undefined => {
    const file = files.get(id)
    return file && { ...file, href: pathOf(file) }
  }
const pathOf = ({ id, name }: { id: string; name: string }) => `files/${id}/${encodeURIComponent(name)}`

export function writeCartridge(content: CourseContent): Written {
  const { course, warnings } = content
  const fileOf = filesFrom(content)
  const lesson = (row: Lesson, { blocks, quizzes, assignments }: LessonContent, zip: ZipWriting) => {
    const leaves: Leaf[] = []
    const resources: string[] = []
    const add = (id: string, title: string, resource: string) => {
      leaves.push({ title, resource: id })
      resources.push(resource)
    }
    if (blocks.length > 0 || quizzes.length + assignments.length === 0) {
      zip.text(`${row.id}.html`, lessonPage(row.title, blocks, { fileOf }))
      add(row.id, row.title, resourceOf(row.id, 'webcontent', `${row.id}.html`))
    }
    for (const { quiz, questions } of quizzes) {
      tellMedia(quiz, questions, warnings)
      const { xml, skippedCount: omittedCount } = writeAssessment(quiz, questions)
      if (omittedCount)
        warnings.push(
          `“${quiz.title}”: ${omittedCount} questions are of kinds that Common Cartridge does not have.`,
        )
      zip.text(`${quiz.id}/assessment.xml`, xml)
      add(
        quiz.id,
        quiz.title,
        resourceOf(quiz.id, 'imsqti_xmlv1p2/imscc_xmlv1p3/assessment', `${quiz.id}/assessment.xml`),
      )
    }
    for (const { id, title, text, max_score } of assignments) {
      const gradable =
        max_score === null
          ? e('gradable', {}, 'false')
          : e('gradable', { points_possible: max_score / 100 }, 'true')
      const xml = e(
        'assignment',
        { xmlns: 'http://www.imsglobal.org/xsd/imscc_extensions/assignment', identifier: id },
        e('title', {}, escaped(title)),
        e('text', { texttype: 'text/plain' }, escaped(text)),
        gradable,
        e('submission_formats', {}, e('format', { type: 'file' })),
      )
      zip.text(`${id}/assignment.xml`, document(xml))
      add(id, title, resourceOf(id, 'assignment_xmlv1p0', `${id}/assignment.xml`))
    }
    return { leaves, resources }
  }
  const cc = 'http://www.imsglobal.org/xsd/imsccv1p3/imscp_v1p1'
  const lom = 'http://ltsc.ieee.org/xsd/imsccv1p3/LOM/manifest'
  const string = (text: string) => e('lomimscc:string', {}, escaped(text))
  const general = e(
    'lomimscc:general',
    {},
    e('lomimscc:title', {}, string(course.title)),
    e('lomimscc:description', {}, string(course.description)),
  )
  const metadata = e(
    'metadata',
    {},
    e('schema', {}, 'IMS Common Cartridge') + e('schemaversion', {}, '1.3.0'),
    e('lomimscc:lom', {}, general),
  )
  const media = [...content.files.values()].map(file =>
    resourceOf(file.id, 'webcontent', encodeURI(`files/${file.id}/${file.name}`), {}, [
      `files/${file.id}/${file.name}`,
    ]),
  )
  return written(
    content,
    lesson,
    (tree, resources) =>
      document(
        e(
          'manifest',
          { identifier: course.id, xmlns: cc, 'xmlns:lomimscc': lom },
          metadata,
          e(
            'organizations',
            {},
            e(
              'organization',
              { identifier: 'org', structure: 'rooted-hierarchy' },
              e('item', { identifier: 'root' }, tree),
            ),
          ),
          e('resources', {}, ...resources, ...media),
        ),
      ),
    { isDeep: true, keepsFiles: true },
  )
}

/** The quizzes of a course as tests with their items. */
export function writeQti(content: CourseContent): Written {
  const { course } = content
  const lesson = (_: Lesson, { quizzes }: LessonContent, zip: ZipWriting) => {
    const resources: string[] = []
    for (const { quiz, questions } of quizzes) {
      tellMedia(quiz, questions, content.warnings)
      const items = questions.map(({ id }) => `${id}.xml`)
      for (const [index, question] of questions.entries())
        zip.text(items[index]!, writeItem(question.id, `Question ${index + 1}`, question))
      zip.text(
        `${quiz.id}.xml`,
        writeTest({ identifier: quiz.id, title: quiz.title, seconds: quiz.time_limit_seconds }, items),
      )
      resources.push(
        resourceOf(quiz.id, 'imsqti_test_xmlv2p1', `${quiz.id}.xml`),
        ...questions.map(({ id }) => resourceOf(id, 'imsqti_item_xmlv2p1', `${id}.xml`)),
      )
    }
    return { leaves: [], resources }
  }
  const metadata = e('metadata', {}, e('schema', {}, 'IMS Content') + e('schemaversion', {}, '1.1'))
  return written(
    content,
    lesson,
    (_, resources) =>
      document(
        e(
          'manifest',
          { identifier: course.id, xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1' },
          metadata + e('organizations'),
          e('resources', {}, ...resources),
        ),
      ),
    { isDeep: false, keepsFiles: false },
  )
}

/** One object of SCORM 1.2 for each lesson; quizzes and homework stay with the school. */
export function writeScorm(content: CourseContent): Written {
  const { course, warnings } = content
  const fileOf = filesFrom(content)
  const lesson = (row: Lesson, { blocks, quizzes, assignments }: LessonContent, zip: ZipWriting) => {
    if (quizzes.length + assignments.length)
      warnings.push(`“${row.title}”: its quizzes and homework are left out, as SCORM has none.`)
    const head = `<script>${completionScript}</script>`
    zip.text(`${row.id}.html`, lessonPage(row.title, blocks, { fileOf, head }))
    const files = [`${row.id}.html`, ...filesIn(blocks).flatMap(id => fileIn(content, id))]
    const resource = resourceOf(row.id, 'webcontent', files[0]!, { 'adlcp:scormtype': 'sco' }, files)
    return { leaves: [{ title: row.title, resource: row.id }], resources: [resource] }
  }
  const metadata = e('metadata', {}, e('schema', {}, 'ADL SCORM') + e('schemaversion', {}, '1.2'))
  return written(
    content,
    lesson,
    (tree, resources) =>
      document(
        e(
          'manifest',
          {
            ...{ identifier: course.id, version: '1.0' },
            xmlns: 'http://www.imsproject.org/xsd/imscp_rootv1p1p2',
            'xmlns:adlcp': 'http://www.adlnet.org/xsd/adlcp_rootv1p2',
          },
          metadata,
          e(
            'organizations',
            { default: 'org' },
            e('organization', { identifier: 'org' }, e('title', {}, escaped(course.title)), tree),
          ),
          e('resources', {}, ...resources),
        ),
      ),
    { isDeep: false, keepsFiles: true },
  )
}

const filesIn = (blocks: LessonContent['blocks']): string[] =>
  blocks.flatMap(block =>
    ['file_id', 'captions_file_id'].flatMap(name => {
      const id = (block as Record<string, unknown>)[name]
      return typeof id === 'string' ? [id] : []
    }),
  )
const fileIn = ({ files }: CourseContent, id: string): string[] => {
  const file = files.get(id)
  return file ? [`files/${file.id}/${file.name}`] : []
}
