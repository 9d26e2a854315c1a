// One word for one thing, and a word that others use: docs/glossary.md has them.
import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { root, sources, trackedFiles } from './sources.ts'

/** Metaphors of our own, and the field's word for each. */
const metaphors: Readonly<Record<string, string>> = {
  lane: 'queue or channel',
  deed: 'action',
  handing: 'sending',
  departure: 'erasure or removal',
  stretch: 'interval',
  shelf: 'the collection that it is',
}
/** Participles that say nothing of what they hold. */
const participles =
  'made given whole known wanted asked found told left held kept shown said taken gone named begun'
const bare = new Set(participles.split(' '))

const wordsOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
const singular = (word: string) => word.replace(/^shelves$/, 'shelf').replace(/s$/, '')

function faultOf(name: string): string | null {
  const words = wordsOf(name)
  const metaphor = words.map(singular).find(word => word in metaphors)
  if (metaphor) return `${name}: say ${metaphors[metaphor]}`
  return words.length === 1 && bare.has(words[0]!) ? `${name}: say what it is` : null
}

// The host's specs have an invented resource, shelves of notes. Names of migrations are in databases.
const isOurs = (path: string) =>
  !path.startsWith('packages/service-host/src/spec/') && !path.includes('/migrations/')
const faults = (names: readonly string[]) => [...new Set(names)].flatMap(name => faultOf(name) ?? [])

test.each([
  ['laneOf', 'laneOf: say queue or channel'],
  ['run_lanes', 'run_lanes: say queue or channel'],
  ['Made', 'Made: say what it is'],
  ['isKnown', null],
  ['planeOf', null],
])('%s', (name, fault) => {
  expect(faultOf(name)).toBe(fault)
})

test('no file has a private word for a name', () => {
  const names = trackedFiles().filter(path => path.endsWith('.ts') && isOurs(path))
  expect(faults(names.map(path => basename(path).split('.')[0]!))).toEqual([])
})

test('nothing that is exported has a private word for a name', () => {
  const exported = /^export (?:async )?(?:const|let|function|class|interface|type) (\w+)/gm
  const names = sources
    .filter(({ path }) => isOurs(path))
    .flatMap(({ text }) => [...text.matchAll(exported)].map(([, name]) => name!))
  expect(names.length).toBeGreaterThan(5000)
  expect(faults(names)).toEqual([])
})

test('no table has a private word for a name', () => {
  const names = sources
    .filter(({ path }) => isOurs(path) && !path.startsWith('packages/'))
    .flatMap(({ text }) => [...text.matchAll(/"\w+"\."(\w+)"|[eE]ntity\(\s*'\w+',\s*'(\w+)'/g)])
    .map(([, inSql, ofEntity]) => (inSql ?? ofEntity)!)
  expect(names.length).toBeGreaterThan(100)
  expect(faults(names)).toEqual([])
})

test('the glossary names places that are there', () => {
  const places = [...readFileSync(join(root, 'docs/glossary.md'), 'utf8').matchAll(/`([\w.-]+\/[\w./-]+)`/g)]
  expect(places.length).toBeGreaterThan(30)
  const paths = places.map(([, path]) => path!.replace(/^service-host\//, 'packages/service-host/'))
  expect(paths.filter(path => !existsSync(join(root, path)))).toEqual([])
})
