// What a resource of a manifest is for a course: a part of a lesson, a companion of another one, or nothing that is taken.

import type { ContentPackage, Resource } from '../formats/content-package.ts'
import { isPage, isPart } from '../formats/media.ts'
import { bankLabel } from '../formats/parsed-quiz.ts'
import type { PartSource } from './plan.ts'
import type { ItemKind } from './report.ts'

export type Role =
  | { kind: ItemKind; source: PartSource; isBank?: boolean }
  /** It is read with the resource of this id, or of the course as a whole. */
  | { kind: ItemKind; companionOf: string }
  | { kind: ItemKind; leftOut: string }
  /** A file that people read, where nothing else shows it. */
  | { kind: 'file'; path: string }
  /** A test asks it, and has it in the report. */
  | { kind: 'question'; isAsked: true }

/** The type of a test of QTI 2 or 3. */
export const isQti2 = /^imsqti_(?:test|assessment)_xmlv[23]p/i
const isItem2 = /^(?:imsqti_item_xmlv[23]p|imsqti_apipitem)/i
const quizFile = /(?:^|\/)non_cc_assessments\/([^/]+)\.xml\.qti$/

/** The roles of all resources, by their ids. */
export function rolesOf(
  { resources }: ContentPackage,
  archivePaths: readonly string[],
  asked: ReadonlySet<string>,
): Map<string, Role> {
  const paths = new Set(archivePaths)
  const byId = new Map(resources.map(resource => [resource.id, resource]))
  const owner = new Map<string, Resource>()
  for (const resource of resources)
    for (const id of resource.dependencies) if (!owner.has(id)) owner.set(id, resource)
  return new Map(resources.map(resource => [resource.id, roleOf(resource, { byId, owner, paths, asked })]))
}

interface Package {
  byId: ReadonlyMap<string, Resource>
  owner: ReadonlyMap<string, Resource>
  paths: ReadonlySet<string>
  /** Paths of items that a test asks. */
  asked: ReadonlySet<string>
}

function roleOf(resource: Resource, within: Package): Role {
  const { type, href, files, id } = resource
  const { byId, owner, paths, asked } = within
  const has = (name: RegExp) => [href, ...files].find(file => name.test(file))
  if (resource.variantOf && byId.has(resource.variantOf))
    return { kind: 'page', companionOf: resource.variantOf }
  if (/^imsqti_xmlv1p|^assessment$/i.test(type)) return quizRole(resource, within)
  if (isQti2.test(type)) return { kind: 'quiz', source: { as: 'test', path: href } }
  if (isItem2.test(type))
    return asked.has(href)
      ? { kind: 'question', isAsked: true }
      : { kind: 'question', source: { as: 'items', paths: [href] } }
  if (/^imswl_/i.test(type)) return { kind: 'link', source: { as: 'link', path: href } }
  if (/^imsdt_/i.test(type)) return { kind: 'discussion', source: { as: 'discussion', path: href } }
  if (/^assignment_xmlv/i.test(type))
    return { kind: 'assignment', source: { as: 'assignment', path: href, page: null } }
  if (/^imsbasiclti_/i.test(type) || /lti/i.test(type))
    return {
      kind: 'tool',
      leftOut:
        'it is a tool of another site (LTI), which lessons do not have: put a link to it into a lesson',
    }
  if (resource.use === 'syllabus' || has(/course_settings\/syllabus\.html$/))
    return { kind: 'page', source: { as: 'page', path: has(/syllabus\.html$/) ?? href, files: [] } }
  if (has(/(?:^|\/)course_settings\/[^/]+$/)) return { kind: 'settings', companionOf: 'the course' }
  const settings = has(/(?:^|\/)assignment_settings\.xml$/)
  if (settings) {
    const page = files.find(isPage) ?? (isPage(href) ? href : null)
    return { kind: 'assignment', source: { as: 'assignment', path: settings, page } }
  }
  const ownerOf = owner.get(id)
  if (ownerOf) return { kind: 'settings', companionOf: ownerOf.id }
  const bank = has(quizFile)
  if (bank) {
    const ident = quizFile.exec(bank)![1]!
    return {
      ...{ kind: 'question_bank', isBank: true },
      source: { as: 'quiz12', paths: [bank], settings: null, bank: bankLabel(ident) },
    }
  }
  if (/learning-application-resource$/i.test(type) && /\.json$/i.test(href))
    return { kind: 'tool', leftOut: 'it is a tool of another site (LTI), which lessons do not have' }
  if (isPage(href)) return { kind: 'page', source: { as: 'page', path: href, files } }
  if (href === '') return { kind: 'other', leftOut: 'it names no file of the package' }
  if (!paths.has(href))
    return { kind: 'file', leftOut: `its file ${href.slice(0, 150)} is not in the package` }
  if (isPart(href))
    return {
      kind: 'other',
      leftOut: 'it is a description, or a part of a program, and nothing that people read',
    }
  return { kind: 'file', path: href }
}

/** A quiz or bank of QTI 1.2: of the forms in which Canvas writes one, that with all kinds of questions counts. */
function quizRole({ id, type, href, files, dependencies }: Resource, { byId, paths }: Package): Role {
  const near = dependencies.flatMap(each => byId.get(each)?.files ?? [])
  const canvas = [...near, ...files].find(file => quizFile.test(file)) ?? `non_cc_assessments/${id}.xml.qti`
  const settings = [...near, ...files].find(file => /(?:^|\/)assessment_meta\.xml$/.test(file)) ?? null
  const isBank = /question-bank/i.test(type)
  // A quiz without a document of its own has one by its id.
  const own = href && !/assessment_meta\.xml$/.test(href) ? [href] : [`${id}/assessment_qti.xml`]
  const documents = [canvas, ...own]
  const source: PartSource = {
    as: 'quiz12',
    paths: documents,
    settings: settings && paths.has(settings) ? settings : null,
    bank: null,
  }
  return isBank
    ? { kind: 'question_bank', isBank, source: { ...source, bank: bankLabel(id) } }
    : { kind: 'quiz', source }
}

/** Whether a file of the archive only describes the package, or is read with another one. */
export const isDescription = (path: string) =>
  /\.(?:xsd|dtd|xsl)$/i.test(path) ||
  /^__MACOSX\/|(?:^|\/)\.DS_Store$|(?:^|\/)course_settings\/|non_cc_assessments\//.test(path)

/** A title for a resource that the tree does not name. */
export function nameOf({ title, href, files, id }: Resource): string {
  const path = files.find(file => /\.html?$/.test(file)) || href
  const file = path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+(?:\.qti)?$/, '')
  const name =
    title || (/^(?:assessment_qti|assignment|assignment_settings|qti)$/.test(file) ? '' : file) || id
  return name.replace(/[-_]+/g, ' ').trim().slice(0, 200) || 'Lesson'
}
