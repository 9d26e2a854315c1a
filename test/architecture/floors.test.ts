// The direction of imports. Type imports count: they bind a reader in the same way, and the first value import beside
// them would close a cycle.
import { circleOf } from './circles.ts'
import { importsOf, type Source, sources, targetOf } from './sources.ts'

const edges = new Map(sources.map(source => [source.path, importsOf(source).map(targetOf)]))

test('no file imports itself through others, in the whole tree', () => {
  expect(edges.get('services/users/src/contract.ts')).toContain('packages/contract/src/index.ts')
  expect(circleOf(edges)).toBeNull()
})

test('a cycle would be found', () => {
  const ofLetters = (pairs: Record<string, string[]>) => circleOf(new Map(Object.entries(pairs)))
  expect(ofLetters({ a: ['b'], b: ['c'], c: ['b'] })).toEqual(['b', 'c', 'b'])
  expect(ofLetters({ a: ['b', 'c'], b: ['c'], c: [] })).toBeNull()
})

const host = 'packages/service-host/src/'

/** The layers of the service host, the lowest first. A file imports from its own folder and from lower layers. */
const floors: readonly (readonly string[])[] = [
  ['kernel/', 'list/', 'outside/'],
  ['database/'],
  ['work/'],
  ['tasks/', 'directory/'],
  ['service.ts'],
  ['resource.'],
  ['define-service.ts'],
  ['crud.'],
  ['http/'],
  ['run/'],
  ['index.ts', 'front.ts', 'misuse-types.test.ts', 'spec/'],
]

const isIn = (part: string, path: string) => path.startsWith(host) && path.slice(host.length).startsWith(part)
const partOf = (path: string) => floors.flat().find(part => isIn(part, path))
const floorOf = (path: string) => floors.findIndex(parts => parts.some(part => isIn(part, path)))

/** Imports that do not point down, without those of tests, which may use higher layers. */
const upward = (from: Pick<Source, 'path' | 'forTests'>, targets: readonly string[]) =>
  from.forTests
    ? []
    : targets
        .filter(target => target.startsWith(host) && partOf(target) !== partOf(from.path))
        .filter(target => floorOf(target) >= floorOf(from.path))
        .map(target => `${from.path} imports ${target}`)

const ofHost = sources.filter(({ path }) => path.startsWith(host))

test('every file of the service host belongs to a layer', () => {
  expect(ofHost.length).toBeGreaterThan(50)
  expect(ofHost.map(({ path }) => path).filter(path => floorOf(path) < 0)).toEqual([])
})

test('inside the service host imports point down', () => {
  expect(ofHost.flatMap(source => upward(source, edges.get(source.path)!))).toEqual([])
})

test('an import that points up or across would be found', () => {
  const find = (from: string, to: string) =>
    upward({ path: host + from, forTests: false }, [host + to]).length
  expect(find('database/page.ts', 'work/store.ts')).toBe(1)
  expect(find('tasks/queue.ts', 'directory/people.ts')).toBe(1)
  expect(find('kernel/vault.ts', 'list/cursor.ts')).toBe(1)
  expect(find('run/run.ts', 'http/server.ts')).toBe(0)
  expect(find('work/store.ts', 'work/work.ts')).toBe(0)
})
