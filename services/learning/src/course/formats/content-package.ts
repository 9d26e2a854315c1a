// The manifest of an IMS Content Package, which Common Cartridges, QTI packages and SCORM packages share: a tree of titles,
// and the resources that its leaves name.

export const contentManifestPath = 'imsmanifest.xml'

export interface Resource {
  id: string
  type: string
  /** In the archive; empty for a resource without a file to begin with. */
  href: string
  files: string[]
  /** Other resources that belong to it. */
  dependencies: string[]
  /** The resource of which it is another form. */
  variantOf: string | null
  use: string
  /** Whether it is a SCORM object that talks to its player. */
  isSco: boolean
  title: string
}
export interface Item {
  id: string
  title: string
  resource: string | null
  isHidden: boolean
  items: Item[]
}
export interface ContentPackage {
  /** What names the package in its source. */
  id: string
  title: string
  description: string
  schema: string
  items: Item[]
  /** In their order; two with one id count once. */
  resources: Resource[]
  /** Files of its own, besides the first of its organizations. */
  notes: string[]
}

/** The title of a package that has none. */
export const untitled = 'Imported course'

/**
 * What names the course of a package in its source. Only Canvas' ids are those of courses: others call each the same. Tests
 * without a title are told apart by what they begin with.
 */
export function originOf(
  { schema, id, title, items, resources: [first] }: ContentPackage,
  isOfCanvas: boolean,
): string {
  if (isOfCanvas) return `canvas ${id}`
  const isNamed = title !== untitled || items.length > 0 || !first
  return `${schema} ${id} ${isNamed ? title : `${first.id} ${first.href}`}`
}

const root = 'http://package.invalid/'

/** A path in the archive: an address in a document there, without query and fragment. Empty for one outside. */
export function pathOf(base: string, href: string): string {
  if (href.trim() === '' || !URL.canParse(href, root + base)) return ''
  const { origin, pathname } = new URL(href, root + base)
  if (origin !== 'http://package.invalid') return ''
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return pathname.slice(1)
  }
}

const fileBase = /^(?:\$|%24)(?:IMS|1EdTech)[-_]CC[-_]FILE[-_]?BASE(?:\$|%24)\/?/i

/** Names of an end of a path by which a file is found. */
const maxEnd = 8

/** The folders in which files of the package may lie that a document names by the base of all files. */
const bases = ['web_resources/', '']

/** Finds the file that a document means; null for what is not in the package. */
export function fileFinder(paths: readonly string[]): (base: string, href: string) => string | null {
  const all = new Set(paths)
  const byEnd = new Map<string, string | null>()
  const endsOf = (path: string) => {
    const names = path.split('/')
    // Longer ends than these mean nothing more.
    const first = Math.max(1, names.length - maxEnd)
    return names.slice(first).map((_, index) => names.slice(first + index).join('/'))
  }
  // Only the only file of an end is meant by it.
  for (const path of paths) for (const end of endsOf(path)) byEnd.set(end, byEnd.has(end) ? null : path)
  return (base, href) => {
    const rest = fileBase.test(href) ? href.replace(fileBase, '') : null
    const candidates =
      rest === null ? [pathOf(base, href), pathOf('', href)] : bases.map(each => pathOf('', each + rest))
    const [first] = candidates.filter(path => all.has(path))
    if (first !== undefined) return first
    const [last = ''] = candidates.toReversed()
    if (last === '') return null
    const name = last.slice(last.lastIndexOf('/') + 1)
    return byEnd.get(last) ?? (rest === null ? null : (byEnd.get(name) ?? null))
  }
}

/** Whether an address means something of the other product: a page, an assignment, a course. */
export const isInside = (href: string): boolean =>
  /^(?:\$|%24)\w[\w-]*(?:\$|%24)/.test(href) && !fileBase.test(href)
