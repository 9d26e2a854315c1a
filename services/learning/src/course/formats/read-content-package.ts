// Reads the manifest of an IMS Content Package, in the thread of packages.
import { allIn, childOf, childrenOf, firstIn, readXml, textOf, type Xml } from '@lms/archive/xml'
import {
  type ContentPackage,
  contentManifestPath,
  type Item,
  pathOf,
  type Resource,
} from './content-package.ts'

/** Reads the manifest; throws `ArchiveRefused`. */
export function contentPackageIn(bytes: Uint8Array): ContentPackage {
  const root = readXml(bytes, contentManifestPath)
  const metadata = childOf(root, 'metadata')
  const general = firstIn(metadata, 'general')
  const organizations = childOf(root, 'organizations')
  const defaultId = organizations?.attributes.get('default')
  const all = childrenOf(organizations, 'organization')
  const organization = all.find(({ attributes }) => attributes.get('identifier') === defaultId) ?? all[0]
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
  const entries = allIn(parent, 'resource').map(({ attributes, children }): [string, Resource] => {
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
  return new Map(entries)
}
