// Allowed imports between packages: a rule without a test is soon broken.
import { isBuiltin } from 'node:module'
import { contracts } from '@lms/api'
import { allServices } from '@lms/testing/all-services'
import { services as launched } from '../../packages/cli/src/services.ts'
import { circleOf } from './circles.ts'
import {
  type Import,
  importsOf,
  type Package,
  packageOf,
  packages,
  type Source,
  sources,
  targetOf,
} from './sources.ts'

const services = packages.filter(({ isService }) => isService)
const nameOf = (folder: string) => `@lms/${folder.split('/').at(-1)}`

/**
 * The packages of the repository that each package may import, without tests. `services` stands for any service's
 * contract.
 */
const mayImport: Record<string, readonly string[]> = {
  '@lms/contract': [],
  '@lms/local': [],
  '@lms/pdf': [],
  '@open-school/client': [],
  '@lms/html': ['@lms/contract'],
  '@lms/content': ['@lms/contract'],
  '@lms/archive': ['@lms/content'],
  '@lms/events': ['@lms/contract'],
  '@lms/service-host': ['@lms/contract', '@lms/events'],
  service: [
    '@lms/contract',
    '@lms/events',
    '@lms/service-host',
    '@lms/pdf',
    '@lms/html',
    '@lms/content',
    '@lms/archive',
    '@lms/agent',
    'contracts of services',
  ],
  '@lms/agent': ['@lms/contract', '@lms/content', '@lms/api'],
  '@lms/api': ['@lms/contract', 'contracts of services'],
  '@lms/gateway': [
    '@lms/contract',
    '@lms/events',
    '@lms/service-host',
    '@lms/api',
    '@lms/html',
    '@lms/content',
    'contracts of services',
  ],
  '@lms/console': ['@lms/contract', '@lms/api'],
  '@lms/cli': [
    '@lms/contract',
    '@lms/events',
    '@lms/service-host',
    '@lms/api',
    '@lms/agent',
    '@lms/gateway',
    '@lms/local',
    'contracts of services',
  ],
}

function kindOf(specifier: string): string {
  const service = services.find(({ folder }) => packageOf(specifier) === nameOf(folder))
  if (!service) return packageOf(specifier)
  return specifier === `${service.name}/contract` ? 'contracts of services' : 'whole services'
}

const production = ({ sources }: Package) => sources.filter(({ forTests }) => !forTests)
const show = ({ from, specifier }: Import) => `${from.path} imports ${specifier}`

test('the rules know every package', () => {
  const sharedPackages = packages.filter(({ name, isService }) => !isService && name !== '@lms/testing')
  expect(sharedPackages.map(({ name }) => name).filter(name => !(name in mayImport))).toEqual([])
  expect(packages.flatMap(production).flatMap(importsOf).length).toBeGreaterThan(100)
})

describe.each(packages.filter(({ name }) => name !== '@lms/testing').map(one => [one.name, one] as const))(
  '%s',
  (name, one) => {
    const imports = production(one).flatMap(importsOf)

    test('imports from the system only modules that its layer allows', () => {
      const allowed = mayImport[one.isService ? 'service' : name]!
      // A thread of its own may load all contracts: the process does not have them.
      const inThread = ({ from, specifier }: Import) =>
        specifier === '@lms/api' && from.path === 'services/service/src/archives/openapi-thread.ts'
      const wrong = imports.filter(
        each =>
          each.specifier.startsWith('@lms/') && !allowed.includes(kindOf(each.specifier)) && !inThread(each),
      )
      expect(wrong.map(show)).toEqual([])
    })

    test('declares its imports', () => {
      const outside = imports
        .map(({ specifier }) => specifier)
        .filter(specifier => !/^\.|^node:/.test(specifier) && !isBuiltin(specifier))
      const used = new Set(outside.map(packageOf))
      const { dependencies, peerDependencies } = one.manifest
      const declared = new Set(Object.keys({ ...dependencies, ...peerDependencies }))
      expect([...used].filter(dependency => !declared.has(dependency))).toEqual([])
    })

    test('imports no other folder by a relative path', () => {
      const wrong = imports.filter(
        each => each.specifier.startsWith('.') && !targetOf(each).startsWith(`${one.folder}/`),
      )
      expect(wrong.map(show)).toEqual([])
    })

    test('imports nothing that is for tests', () => {
      const tests = new Set(sources.filter(({ forTests }) => forTests).map(({ path }) => path))
      expect(imports.filter(each => tests.has(targetOf(each))).map(show)).toEqual([])
    })
  },
)

test('tests of one service do not import from inside another', () => {
  const wrong = services.flatMap(service =>
    service.sources
      .flatMap(importsOf)
      .filter(each => each.specifier.startsWith('.') && !targetOf(each).startsWith(`${service.folder}/`)),
  )
  expect(wrong.map(show)).toEqual([])
})

test('a service exports its contract and itself, and nothing else', () => {
  for (const { manifest } of services)
    expect(Object.keys(manifest.exports ?? {}).sort()).toEqual(['./contract', './service'])
})

test('only migrate reads migrations, from their folder: a running service loads none', () => {
  const loading = services.flatMap(production).flatMap(importsOf)
  expect(loading.filter(each => targetOf(each).includes('/migrations/')).map(show)).toEqual([])
})

test('services are independent: none is built on another', () => {
  const names = services.map(({ name }) => name)
  const wrong = services.flatMap(({ name, manifest }) =>
    Object.keys(manifest.dependencies ?? {}).filter(each => names.includes(each) && each !== name),
  )
  expect(wrong).toEqual([])
})

test('packages have no import cycles', () => {
  const edges = new Map(
    packages
      .filter(({ name }) => name !== '@lms/testing')
      .map(one => [
        one.name,
        [
          ...new Set(
            production(one)
              .flatMap(importsOf)
              .filter(
                ({ specifier }) =>
                  specifier.startsWith('@lms/') && kindOf(specifier) !== 'contracts of services',
              )
              .map(({ specifier }) => packageOf(specifier)),
          ),
        ],
      ]),
  )
  expect(circleOf(edges)).toBeNull()
})

test("contracts import no server code: the integrator's package opens no port and no database", () => {
  const byPath = new Map(sources.map(source => [source.path, source]))
  for (const service of services) {
    const reached = new Set<Source>()
    const walk = (source: Source | undefined) => {
      if (!source || reached.has(source)) return
      reached.add(source)
      for (const each of importsOf(source))
        if (!each.typeOnly && each.specifier.startsWith('.')) walk(byPath.get(targetOf(each)))
    }
    walk(byPath.get(`${service.folder}/src/contract.ts`))
    const outside = [...reached]
      .flatMap(importsOf)
      .filter(({ typeOnly, specifier }) => !typeOnly && !specifier.startsWith('.'))
    const heavy = outside.filter(
      ({ specifier }) =>
        !['zod', '@lms/contract', '@lms/contract/language', 'node:crypto', 'node:net', 'node:url'].includes(
          specifier,
        ) && kindOf(specifier) !== 'contracts of services',
    )
    expect(heavy.map(show)).toEqual([])
  }
})

test('every service is known to the API, to the launcher and to the tests', () => {
  const folders = services.map(({ folder }) => folder.split('/')[1]!).sort()
  expect(contracts.map(({ service }) => service).sort()).toEqual(folders)
  expect(launched.map(({ name }) => name).sort()).toEqual(folders)
  expect(allServices.map(({ contract }) => contract.service).sort()).toEqual(folders)
})
