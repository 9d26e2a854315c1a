import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operations } from '../operations.ts'
import { codeSamples } from './code-samples.ts'
import { openApiDocument } from './document.ts'

const samples = operations.flatMap(entry =>
  codeSamples(entry).map(sample => ({ ...sample, at: `${entry.resourceName}.${entry.name}` })),
)
const of = (lang: string) => samples.filter(sample => sample.lang === lang)

test('a path has ids of its own objects', () => {
  const paths = of('Shell').map(({ at, source }) => [at, /https:\S+/.exec(source)![0]] as const)
  const odd = paths.filter(([, url]) => /\/(Text|id|\w+Id|%7B)(\/|$)/.test(url))
  expect(odd).toEqual([])
})

test('every operation of the document has a sample in each language', () => {
  const described = Object.values(openApiDocument().paths).flatMap(item => Object.values(item))
  expect(described).toHaveLength(404)
  for (const operation of described)
    expect((operation['x-codeSamples'] as { lang: string }[]).map(({ lang }) => lang)).toEqual([
      'Shell',
      'TypeScript',
      'Python',
    ])
})

test('the samples of the client are TypeScript', () => {
  for (const { at, source } of of('TypeScript'))
    expect([at, stripTypeScriptTypes(source)]).toEqual([at, source])
  expect(of('TypeScript').find(({ at }) => at === 'orders.cancel')!.source).toContain(
    "await lms.orders.cancel('ord_",
  )
})

test('the samples of a shell are commands that it understands', () => {
  // As functions of one script: a fault is named by its line.
  const script = of('Shell').map(({ source }, index) => `sample_${index}() {\n${source}\n}\n`)
  const { status, stderr } = spawnSync('sh', ['-n'], { input: script.join(''), encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  expect(of('Shell')).toHaveLength(operations.length)
})

test('the samples of Python compile, where it is installed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lms-samples-'))
  try {
    const program = join(folder, 'all.json')
    writeFileSync(program, JSON.stringify(of('Python').map(({ at, source }) => [at, source])))
    const check = `import json,sys\nfor at, source in json.load(open(sys.argv[1])): compile(source, at, 'exec')\nprint('ok')`
    const { error, stdout, stderr } = spawnSync('python3', ['-c', check, program], { encoding: 'utf8' })
    if (!error) expect([stdout.trim(), stderr]).toEqual(['ok', ''])
    expect(of('Python').every(({ source }) => source.includes('requests.'))).toBe(true)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
