// Reads the manifest of an IMS Content Package, in the thread of packages.
import { ArchiveRefused } from '@lms/archive/refused'
import { allIn, childOf, childrenOf, firstIn, readXml, textOf, type Xml } from '@lms/archive/xml'
import { type ContentPackage, type Item, pathOf, type Resource, untitled } from './content-package.ts'

/** Reads the manifest at a path of the archive; throws `ArchiveRefused`. */
export function contentPackageIn(bytes: Uint8Array, path: string): ContentPackage {
  const root = readXml(bytes, path)
  const folder = path.slice(0, path.lastIndexOf('/') + 1)
  const metadata = childOf(root, 'metadata')
  const general = firstIn(metadata, 'general')
  const organizations = childOf(root, 'organizations')
  const defaultId = organizations?.attributes.get('default')
  const all = childrenOf(organizations, 'organization')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === defaultId) ?? all[0]
  const title = textOf(childOf(general, 'title')) || textOf(childOf(organization, 'title'))
  return {
    id: (root.attributes.get('identifier') ?? '').slice(0, 200),
    title: title.slice(0, 200) || untitled,
    description: textOf(childOf(general, 'description')).slice(0, 10_000),
    schema: textOf(childOf(metadata, 'schema')),
    items: itemsOf(organization, { items: 0 }),
    resources: resourcesOf(childOf(root, 'resources'), folder + (root.attributes.get('base') ?? '')),
    notes:
      all.length > 1
        ? [
            `it has ${all.length} tables of contents: only “${textOf(childOf(organization, 'title')).slice(0, 100)}” is taken`,
          ]
        : [],
  }
}

/** Maximum items of a table of contents, and resources. */
const maxItems = 20_000

function itemsOf(parent: Xml | undefined, count: { items: number }): Item[] {
  const children = childrenOf(parent, 'item')
  count.items += children.length
  if (count.items > maxItems) throw new ArchiveRefused(`The manifest has more than ${maxItems} items.`)
  return children.map(item => ({
    id: item.attributes.get('identifier') ?? '',
    title: textOf(childOf(item, 'title')).slice(0, 200),
    resource: item.attributes.get('identifierref') ?? null,
    isHidden: item.attributes.get('isvisible') === 'false',
    items: itemsOf(item, count),
  }))
}

function resourcesOf(parent: Xml | undefined, folder: string): Resource[] {
  const base = folder + (parent?.attributes.get('base') ?? '')
  const found = new Map<string, Resource>()
  const all = allIn(parent, 'resource')
  if (all.length > maxItems) throw new ArchiveRefused(`The manifest has more than ${maxItems} resources.`)
  for (const [index, resource] of all.entries()) {
    const { attributes } = resource
    const own = base + (attributes.get('base') ?? '')
    const files = childrenOf(resource, 'file').map(({ attributes }) => attributes.get('href') ?? '')
    const href = attributes.get('href') ?? files[0] ?? ''
    const scorm = attributes.get('scormtype') ?? attributes.get('scormType') ?? ''
    const id = attributes.get('identifier') || `resource ${index + 1}`
    const key = found.has(id) ? `${id} ${index + 1}` : id
    found.set(key, {
      ...{ id: key, type: attributes.get('type') ?? '', isSco: scorm.toLowerCase() === 'sco' },
      ...{ href: pathOf(own, href), files: files.map(file => pathOf(own, file)) },
      dependencies: childrenOf(resource, 'dependency').map(
        ({ attributes }) => attributes.get('identifierref') ?? '',
      ),
      variantOf: childOf(resource, 'variant')?.attributes.get('identifierref') ?? null,
      use: (attributes.get('intendeduse') ?? attributes.get('intendedUse') ?? '').toLowerCase(),
      title: textOf(childOf(firstIn(childOf(resource, 'metadata'), 'general'), 'title')).slice(0, 200),
    })
  }
  return [...found.values()]
}
