// The manifest of an IMS Content Package, which Common Cartridges, QTI packages and SCORM packages share: a tree of titles,
// and the resources that its leaves name.
import type { Archive } from '@lms/archive'
import { ArchiveRefused } from '@lms/archive'
import { allIn, childOf, childrenOf, firstIn, readXml, textOf, type Xml } from '@lms/archive/xml'

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

export async function readContentPackage(archive: Archive): Promise<ContentPackage> {
  const bytes = await archive.bytes(contentManifestPath)
  if (!bytes) throw new ArchiveRefused(`The package has neither course.json nor ${contentManifestPath}.`)
  const root = await readXml(bytes, contentManifestPath)
  const metadata = childOf(root, 'metadata')
  const general = firstIn(metadata, 'general')
  const organizations = childOf(root, 'organizations')
  const wanted = organizations?.attributes.get('default')
  const all = childrenOf(organizations, 'organization')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === wanted) ?? all[0]
  const title = textOf(childOf(general, 'title')) || textOf(childOf(organization, 'title'))
  return {
    title: title.slice(0, 200) || 'Imported course',
    description: textOf(childOf(general, 'description')).slice(0, 10_000),
    schema: textOf(childOf(metadata, 'schema')),
    items: itemsOf(organization),
    resources: resourcesOf(childOf(root, 'resources')),
  }
}

function itemsOf(parent: Xml | undefined): Item[] {
  return childrenOf(parent, 'item').map(item => ({
    title: textOf(childOf(item, 'title')).slice(0, 200),
    resource: item.attributes.get('identifierref') ?? null,
    items: itemsOf(item),
  }))
}

function resourcesOf(parent: Xml | undefined): Map<string, Resource> {
  const base = parent?.attributes.get('base') ?? ''
  const found = allIn(parent, 'resource').map(({ attributes, children }): [string, Resource] => {
    const own = base + (attributes.get('base') ?? '')
    const files = children.flatMap(child =>
      typeof child !== 'string' && child.name === 'file' ? [child.attributes.get('href') ?? ''] : [],
    )
    const href = attributes.get('href') ?? files[0] ?? ''
    const scorm = attributes.get('scormtype') ?? attributes.get('scormType') ?? ''
    const id = attributes.get('identifier') ?? ''
    return [
      id,
      {
        ...{ id, type: attributes.get('type') ?? '', isSco: scorm.toLowerCase() === 'sco' },
        ...{ href: pathOf(own, href), files: files.map(file => pathOf(own, file)) },
      },
    ]
  })
  return new Map(found)
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
