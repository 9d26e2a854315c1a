// The manifest of an IMS Content Package, which Common Cartridges, QTI packages and SCORM packages share: a tree of titles,
// and the resources that its leaves name.

export const contentManifestPath = 'imsmanifest.xml'

export interface Resource {
  id: string
  type: string
  /** In the archive; empty for a resource without a file to begin with. */
  href: string
  files: string[]
  /** Whether it is a SCORM object that talks to its player. */
  isSco: boolean
}

export interface Item {
  title: string
  resource: string | null
  items: Item[]
}

export interface ContentPackage {
  title: string
  description: string
  schema: string
  items: Item[]
  resources: ReadonlyMap<string, Resource>
}

/** A path in the archive: an address in a document there, without query and fragment. Empty for one outside. */
export function pathOf(base: string, href: string): string {
  const root = 'http://package.invalid/'
  if (!URL.canParse(href, root + base)) return ''
  const { origin, pathname } = new URL(href, root + base)
  if (origin !== 'http://package.invalid' || href.trim() === '') return ''
  try {
    return decodeURIComponent(pathname.slice(1))
  } catch {
    return pathname.slice(1)
  }
}
