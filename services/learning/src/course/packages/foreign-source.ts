// Packages of other products: Common Cartridge 1.1 to 1.3, QTI 1.2 and 2.1, SCORM 1.2 and 2004. Each leaf of their tree is a
// lesson. What can run stays behind, and is told.
import { type Archive, ArchiveRefused } from '@lms/archive'
import { noRules } from '../../study/openings/rule-schema.ts'
import {
  type ContentPackage,
  contentManifestPath,
  type Item,
  type Resource,
} from '../formats/content-package.ts'
import { isPart, typeOfFile } from '../formats/media.ts'
import { lessonOfResource } from './foreign-lesson.ts'
import type { Manifest } from './package-format.ts'
import { readDocument } from './read-document.ts'
import { checkedManifest, type Source } from './source.ts'

const [maxModules, maxFiles] = [100, 2000]

/** Names inside of the package, by numbers: they are the same at each reading. */
const makeId = <P extends 'mod' | 'les' | 'fil'>(prefix: P, number: number): `${P}_${string}` =>
  `${prefix}_${String(number).padStart(26, '0')}`

interface Leaf {
  title: string
  resource: Resource
}

export async function foreignSource(archive: Archive, school: string): Promise<Source> {
  if (!archive.paths.includes(contentManifestPath))
    throw new ArchiveRefused(`The package has neither course.json nor ${contentManifestPath}.`)
  const content = await readDocument('content', contentManifestPath, { archive, school }, {})
  const problems: string[] = []
  const groups = groupsOf(content, problems)
  const leaves = groups.flatMap(group => group.leaves)
  if (leaves.length === 0)
    throw new ArchiveRefused(`${contentManifestPath} names nothing that can become a lesson.`)
  const paths = archive.paths.filter(path => !isPart(path)).slice(0, maxFiles)
  const idOf = new Map(paths.map((path, index) => [path, makeId('fil', index)]))
  let number = 0
  const manifest: Manifest = {
    ...{ format: 'open-school-course', version: 1 },
    course: {
      ...{ title: content.title, description: content.description, cover_file_id: null },
      ...{ authors: [], time_zone: null, after_access: 'nothing' as const, visibility: 'everyone' as const },
      grade_categories: [],
    },
    modules: groups.map(({ title, leaves }, index) => ({
      ...{ key: makeId('mod', index), title, description: '', access_rules: noRules },
      lessons: leaves.map(() => makeId('les', number++)),
    })),
    files: paths.map((path, index) => ({
      ...{ id: makeId('fil', index), name: path.slice(path.lastIndexOf('/') + 1).slice(0, 200) || 'file' },
      ...{ content_type: typeOfFile(path), alt: '' },
    })),
  }
  const leafOf = (key: string) => leaves[Number(key.slice('les_'.length))]!
  return {
    manifest: checkedManifest(manifest),
    problems,
    pathOf: file => paths[Number(file.slice('fil_'.length))] ?? '',
    placeOf: key => leafOf(key).title.slice(0, 120),
    lesson: (key, tell) => {
      const { title, resource } = leafOf(key)
      return lessonOfResource({ title, resource }, { archive, content, school, idOf, tell })
    },
  }
}

/** Modules with their lessons: the upper folders of the tree, and what no folder names. */
function groupsOf(content: ContentPackage, problems: string[]): { title: string; leaves: Leaf[] }[] {
  const usedIds = new Set<string>()
  const leafOf = (item: Item): Leaf[] => {
    const resource = item.resource === null ? undefined : content.resources.get(item.resource)
    if (!resource) return []
    usedIds.add(resource.id)
    return [{ title: item.title || resource.id.slice(0, 200) || 'Lesson', resource }]
  }
  const leavesOf = (item: Item): Leaf[] => [...leafOf(item), ...item.items.flatMap(leavesOf)]
  // Cartridges have one item without a title around all others.
  const [only] = content.items
  const top =
    content.items.length === 1 && only!.resource === null && only!.items.length ? only!.items : content.items
  const groups: { title: string; leaves: Leaf[] }[] = []
  let loose: Leaf[] | null = null
  for (const item of top) {
    const leaves = leavesOf(item)
    if (leaves.length === 0) continue
    if (item.items.length > 0) {
      groups.push({ title: item.title || content.title, leaves })
      loose = null
    } else if (loose) loose.push(...leaves)
    else {
      loose = [...leaves]
      groups.push({ title: content.title, leaves: loose })
    }
  }
  const others = questionsLeft(content, usedIds)
  if (others.length) groups.push({ title: 'Questions', leaves: others })
  if (groups.length > maxModules) {
    problems.push(`Folders after the ${maxModules}th became one module.`)
    const rest = groups.splice(maxModules - 1)
    groups.push({ title: rest[0]!.title, leaves: rest.flatMap(({ leaves }) => leaves) })
  }
  return groups
}

/** Tests and banks of questions that the tree does not name; items of a test come with it. */
function questionsLeft({ resources }: ContentPackage, usedIds: ReadonlySet<string>): Leaf[] {
  const unused = [...resources.values()].filter(({ id }) => !usedIds.has(id))
  const tests = unused.filter(({ type }) => /^imsqti_(test|assessment)_xmlv2p1|^imsqti_xmlv1p/.test(type))
  const items = unused.filter(({ type }) => /^imsqti_item_xmlv2p[012]/.test(type))
  const titled = (resource: Resource): Leaf => ({ title: 'Quiz', resource })
  if (tests.some(({ type }) => type.includes('v2p')) || items.length === 0) return tests.map(titled)
  // Items without a test are one quiz.
  const all = { ...items[0]!, type: 'imsqti_items', files: items.map(({ href }) => href) }
  return [...tests.map(titled), titled(all)]
}
