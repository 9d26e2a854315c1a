// What all packages for other products have: a tree of lessons, resources, files beside their pages.
import { filesOfQuestion } from '../../assessment/questions/question-media.ts'
import { contentManifestPath } from '../formats/content-package.ts'
import type { PageFile } from '../formats/page.ts'
import { element as e, escaped } from '../formats/write-xml.ts'
import type { CourseContent, LessonContent, Written } from './course-content.ts'
import { ZipWriting } from './zip-writing.ts'

export interface Leaf {
  title: string
  resource: string
}
export type Lesson = CourseContent['lessons'][number]

/** Writes lesson by lesson, and the manifest last: it names what they have become. */
export function writePackage(
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
    if (folders.keepsFiles) for (const file of content.files.values()) zip.file(pathOf(file), file)
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
    inside === '' ? '' : e('item', { identifier: `folder_${id}` }, e('title', {}, escaped(title)), inside)
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

interface Described {
  /** What opens first; absent where the type of the resource has only its file. */
  readonly href?: string
  readonly files?: readonly string[]
  readonly metadata?: string
  readonly attributes?: Readonly<Record<string, string>>
}

export const resourceOf = (id: string, type: string, { href, metadata = '', ...more }: Described) =>
  e(
    'resource',
    { identifier: id, type, href, ...more.attributes },
    metadata,
    ...(more.files ?? (href === undefined ? [] : [href])).map(file => e('file', { href: file })),
  )

/** Tells that pictures and recordings of questions stay behind: only the own format takes them along. */
export function tellMedia(
  { title }: LessonContent['quizzes'][number]['quiz'],
  questions: LessonContent['quizzes'][number]['questions'],
  warnings: string[],
): void {
  const count = questions.filter(({ content }) => filesOfQuestion(content).length > 0).length
  if (count) warnings.push(`“${title}”: the pictures and recordings of ${count} questions are left out.`)
}

/** The addresses of files, from a page at the root of the package. */
export const filesFrom =
  ({ files }: CourseContent) =>
  (id: string): PageFile | undefined => {
    const file = files.get(id)
    return file && { ...file, href: pathOf(file) }
  }

/** Where a file lies: without characters that need an escape, as importers take addresses as names of files. */
export function pathOf({ id, name }: { id: string; name: string }): string {
  const dot = name.lastIndexOf('.')
  const [stem, end] = dot > 0 ? [name.slice(0, dot), name.slice(dot + 1)] : [name, '']
  const safe = (text: string, most: number) =>
    text
      .normalize('NFKD')
      .replace(/\p{M}/gu, '')
      .replace(/[^A-Za-z0-9_-]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, most)
  return `files/${id}/${safe(stem, 80) || 'file'}${safe(end, 10) && `.${safe(end, 10)}`}`
}
