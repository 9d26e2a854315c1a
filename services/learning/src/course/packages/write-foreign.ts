// Packages for other products: QTI 2.1, SCORM 1.2. What they cannot have is left out, and told.
import { lessonPage } from '../formats/page.ts'
import { writeItem, writeTest } from '../formats/write-qti21.ts'
import { document, element as e, escaped } from '../formats/write-xml.ts'
import type { CourseContent, LessonContent, Written } from './course-content.ts'
import { filesFrom, type Lesson, pathOf, resourceOf, tellMedia, writePackage } from './foreign-package.ts'
import { completionScript } from './scorm-script.ts'
import type { ZipWriting } from './zip-writing.ts'

/** The quizzes of a course as tests with their items. */
export function writeQti(content: CourseContent): Written {
  const { course } = content
  const lesson = (_: Lesson, { quizzes }: LessonContent, zip: ZipWriting) => {
    const resources: string[] = []
    for (const { quiz, questions } of quizzes) {
      tellMedia(quiz, questions, content.warnings)
      if (quiz.draws.some(({ source }) => source !== undefined && source !== 'quiz'))
        content.warnings.push(`“${quiz.title}”: what it draws from other quizzes is left out.`)
      const items = questions.map(({ id, points, label }) => ({
        ...{ identifier: id, href: `${id}.xml` },
        ...{ points, label },
      }))
      for (const [index, question] of questions.entries())
        zip.text(items[index]!.href, writeItem(question.id, `Question ${index + 1}`, question))
      zip.text(`${quiz.id}.xml`, writeTest(quiz, items))
      resources.push(
        resourceOf(quiz.id, 'imsqti_test_xmlv2p1', { href: `${quiz.id}.xml` }),
        ...questions.map(({ id, content: { kind } }) =>
          resourceOf(id, 'imsqti_item_xmlv2p1', { href: `${id}.xml`, metadata: interactionOf(kind) }),
        ),
      )
    }
    return { leaves: [], resources }
  }
  const schema = e('schema', {}, 'QTIv2.1 Package') + e('schemaversion', {}, '1.0.0')
  const namespaces = {
    xmlns: 'http://www.imsglobal.org/xsd/imscp_v1p1',
    'xmlns:imsqti': 'http://www.imsglobal.org/xsd/imsqti_v2p1',
  }
  return writePackage(
    content,
    lesson,
    (_, resources) =>
      document(
        e(
          'manifest',
          { identifier: course.id, ...namespaces },
          e('metadata', {}, schema) + e('organizations'),
          e('resources', {}, ...resources),
        ),
      ),
    { isDeep: false, keepsFiles: false },
  )
}

/** Canvas finds all interactions in the item by itself, but for this one. */
const interactionOf = (kind: string) =>
  kind === 'order'
    ? e('metadata', {}, e('imsqti:qtiMetadata', {}, e('imsqti:interactionType', {}, 'orderInteraction')))
    : ''

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
    const resource = resourceOf(row.id, 'webcontent', {
      ...{ href: files[0]!, files },
      attributes: { 'adlcp:scormtype': 'sco' },
    })
    return { leaves: [{ title: row.title, resource: row.id }], resources: [resource] }
  }
  const metadata = e('metadata', {}, e('schema', {}, 'ADL SCORM') + e('schemaversion', {}, '1.2'))
  return writePackage(
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
  return file ? [pathOf(file)] : []
}
