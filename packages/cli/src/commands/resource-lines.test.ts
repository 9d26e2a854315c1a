// The lines of a new resource are entered in the lists as people write them: on one line, on several, or empty.
import type { ResourceNames } from './resource-files.ts'
import { linesOf, withLines } from './resource-lines.ts'

const names: ResourceNames = {
  service: 'commerce',
  prefix: 'lbl',
  path: 'labels',
  area: 'catalog',
  folder: 'catalog/labels',
  source: '../..',
  file: 'label',
  table: 'labels',
  words: { one: 'label', several: 'labels' },
  operations: 'labels',
  resource: 'labelResource',
  object: 'Label',
  store: 'LabelStore',
  full: 'labels_limit_reached',
}
const [prefixes, contract, builder, area] = linesOf(names)

test('a list on one line takes an entry, and its import stands in the order of the paths', () => {
  const text = `import { offerResource } from './offers/offer.resource.ts'

export const catalogResources = [offerResource]
`
  expect(area!.path).toBe('services/commerce/src/catalog/resources.ts')
  expect(withLines(text, area!)).toBe(`import { labelResource } from './labels/label.resource.ts'
import { offerResource } from './offers/offer.resource.ts'

export const catalogResources = [offerResource,
  labelResource,]
`)
})

test('a list on several lines takes an entry at its end, inside of its own brackets', () => {
  const text = `export const prefixes = {
  evt: 'event',
  sch: 'school',
} as const
`
  expect(withLines(text, prefixes!)).toBe(`export const prefixes = {
  evt: 'event',
  sch: 'school',
  lbl: 'label',} as const
`)
  const nested = `import { contract } from '@lms/contract'

export const a = contract({ references: { owns: [] }, resources: { b: { c } }, settings })
`
  expect(withLines(nested, contract!)).toContain('resources: { b: { c },\n  labels,}, settings })')
})

test('an empty list takes its first entry', () => {
  const text = `import { defineService } from '@lms/service-host'

export const builder = defineService({})
`
  expect(withLines(text, builder!)).toBe(`import { defineService } from '@lms/service-host'
import { LabelStore } from './catalog/labels/label.store.ts'

export const builder = defineService({
  labels: LabelStore,})
`)
})

test('a file without the list is refused', () => {
  expect(() => withLines('export {}', area!)).toThrow(
    'services/commerce/src/catalog/resources.ts has no list',
  )
})
