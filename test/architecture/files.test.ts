// Rules about files: short, without console output, and about the product only.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { contracts } from '@lms/api'
import type { Contract, Operation } from '@lms/contract'
import { z } from 'zod'
import { packages, root, sources, trackedFiles } from './sources.ts'

const goodLength = 300
const maxLength = 400

test('no file is longer than 400 lines, and files above 300 are listed', () => {
  const lengths = sources.map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  const long = lengths.filter(({ lines }) => lines > goodLength)
  if (long.length)
    process.stdout.write(
      `Longer than ${goodLength} lines:\n${long.map(({ path, lines }) => `  ${path} ${lines}`).join('\n')}\n`,
    )
  expect(long.filter(({ lines }) => lines > maxLength)).toEqual([])
})

// CONTRIBUTING says what each is for.
const suffixes = new Set([
  ...[
    'contract',
    'object',
    'lifecycle',
    'entity',
    'store',
    'rules',
    'handlers',
    'resource',
    'task',
    'run',
    'data',
    'words',
  ],
  ...['examples', 'test', 'spec'],
])

test('a file has none but the known suffixes', () => {
  const inFolders = /^(services|packages|gateway|test)\//
  const odd = sources.filter(({ path }) => {
    const [, ...extensions] = path
      .split('/')
      .at(-1)!
      .replace(/(\.d)?\.ts$/, '')
      .split('.')
    return inFolders.test(path) && extensions.some(suffix => !suffixes.has(suffix))
  })
  expect(odd.map(({ path }) => path)).toEqual([])
})

test('servers write to their log, never to the console', () => {
  const quiet = /^(services|gateway|packages\/(service-host|events|contract|api))\//
  const loud = sources.filter(
    ({ path, text, forTests }) => !forTests && quiet.test(path) && /\bconsole\.\w+\(/.test(text),
  )
  expect(loud.map(({ path }) => path)).toEqual([])
})

// Concatenated, so that this file does not match itself.
const forbidden: readonly (readonly [string, RegExp])[] = [
  [
    'a path of one machine',
    new RegExp(`(?<![\\w.])/(${['work', 'home/\\w+', 'Users/\\w+', 'root'].join('|')})/`),
  ],
  ['a folder beside the repository', new RegExp(`\\.\\./${'shared'}\\b`)],
  ['a host of a package registry', new RegExp(`${'registry'}\\.[a-z]+\\.(org|com|io)|artifact${'ory'}`)],
  [
    'an unfinished thought',
    new RegExp(
      `\\b(${['TO', 'FIX'].map(half => `${half}${half === 'TO' ? 'DO' : 'ME'}`).join('|')}|HA${'CK'})\\b`,
    ),
  ],
]
const isText = (path: string) => !/(^|\/)(package-lock\.json|LICENSE)$|\.(png|ico|woff2)$/.test(path)

test.each(forbidden)('no file contains %s', (_, pattern) => {
  const matches = trackedFiles()
    .filter(isText)
    .filter(path => pattern.test(readFileSync(join(root, path), 'utf8')))
  expect(matches).toEqual([])
})

// An older Node fails at the extension .ts, before a line of the file can report it. Programs that a person calls
// directly are plain JavaScript, or `npx` provides a Node that can read them.
test("programs for a user's own Node are not TypeScript", () => {
  const programs = sources.filter(({ text }) => text.startsWith('#!'))
  expect(programs.map(({ path }) => path)).toEqual([])
  const called = trackedFiles()
    .filter(path => path.endsWith('.md'))
    .filter(path => /(?<!npx )\bnode [^`\n]*\.ts\b/.test(readFileSync(join(root, path), 'utf8')))
  expect(called).toEqual([])
})

test('random values of tests come from the seed of their run', () => {
  const unseeded = /import \{[^}]*\brandom\w+[^}]*\} from 'node:crypto'|\bcrypto\.(random|getRandomValues)/
  const drawing = sources.filter(
    ({ path, text, forTests }) => forTests && !path.startsWith('test/bench/') && unseeded.test(text),
  )
  expect(drawing.map(({ path }) => path)).toEqual([])
})

test('every service and package has a description', () => {
  const silent = packages.filter(
    ({ folder, isService }) => isService && !existsSync(join(root, folder, 'README.md')),
  )
  expect(silent.map(({ folder }) => folder)).toEqual([])
  expect(packages.filter(({ manifest }) => !(manifest as { description?: string }).description)).toEqual([])
})

const operations: [string, Operation][] = contracts.flatMap(({ resources }) =>
  Object.values(resources as Contract['resources']).flatMap(resource =>
    Object.values(resource).map((one): [string, Operation] => [one.route, one]),
  ),
)
const lists = operations.filter(([, { list }]) => list)

test.each(lists)('%s sorts by fields that always exist', (_, { list, returns }) => {
  // A null position compares with nothing: the walk would end there.
  const { shape } = returns as unknown as z.ZodObject
  const empty = list!.sorts.filter(name => !shape[name] || shape[name].safeParse(null).success)
  expect(empty).toEqual([])
  const fallback = list!.defaultSort?.replace(/^-/, '')
  if (fallback) expect(list!.sorts).toContain(fallback)
})

test.each(operations)(
  '%s is declared like the others',
  (route, { class: name, list, path, permission, readOnly, returns, summary }) => {
    expect(path).toMatch(/^\/v1(\/([a-z][a-z-]*|\{[a-z][A-Za-z]*\}))+$/)
    expect(summary).toMatch(/^[A-Z][^\n]{5,120}[^.]$/)
    if (permission) expect(permission).toMatch(/^[a-z][a-z-]*:(read|write)$/)
    if (permission) expect(permission.endsWith(':read')).toBe(route.startsWith('GET ') || readOnly)
    expect(returns).toBeInstanceOf(z.ZodObject)
    if (list) expect(['L', 'LN']).toContain(name)
  },
)

test('the index of decisions names each of them', () => {
  const index = readFileSync(join(root, 'docs/decisions/README.md'), 'utf8')
  const decisions = trackedFiles().filter(path => /(^|\/)decisions\/\d{4}-/.test(path))
  expect(decisions.length).toBeGreaterThan(100)
  expect(decisions.filter(path => !index.includes(`${path.split('/').at(-1)})`))).toEqual([])
})

test('a decision is 20 lines at most, and a page of a room one page', () => {
  const linesOf = (path: string) => readFileSync(join(root, path), 'utf8').trimEnd().split('\n').length
  const tooLong = trackedFiles().flatMap(path => {
    const most = /(^|\/)decisions\/\d{4}-/.test(path) ? 20 : /\/src\/.+\/README\.md$/.test(path) ? 66 : null
    return most !== null && linesOf(path) > most ? `${path}: ${linesOf(path)} lines` : []
  })
  expect(tooLong).toEqual([])
})

test('files that documents name are there', () => {
  const files = trackedFiles()
  const paths = new Set(files.map(path => `/${path}`))
  const isThere = (name: string) => [...paths].some(path => path.endsWith(`/${name.replace(/^[./]+/, '')}`))
  const documents = files.filter(path => path.endsWith('.md') && !/history|CHANGELOG/.test(path))
  const lost = documents.flatMap(path =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/`([\w./-]+\/[\w.-]+\.tsx?)`/g)].flatMap(
      ([, name]) => (isThere(name!) ? [] : `${path}: ${name}`),
    ),
  )
  expect(lost).toEqual([])
})
