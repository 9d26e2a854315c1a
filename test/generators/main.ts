// `npm run generators`: the programs that integrators give the OpenAPI document to, each with its default options, in the
// versions of tools.json, which are installed for it and for nothing else: Redocly and Spectral find no error,
// openapi-typescript, hey-api and orval write sources that compile strictly, and hey-api's client sells a course. The own
// client is compiled by TypeScript 5.9 and runs in workerd.
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openApiDocument } from '@lms/api'
import { startCluster } from '@lms/testing/all-services'
import { newSchool } from '@lms/testing/gateway'
import { packedClient, remove } from '../client/empty-project.ts'
import { compileExamples, listInWorkerd } from './client-elsewhere.ts'

const execute = promisify(execFile)
const say = (line: string) => void process.stdout.write(`${line}\n`)
const folder = mkdtempSync(join(tmpdir(), 'lms-generators-'))

/** Runs a program in the folder; its output is printed only if it fails. */
function run(program: string, ...words: string[]): string {
  try {
    return execFileSync(program, words, { cwd: folder, encoding: 'utf8', stdio: 'pipe', timeout: 600_000 })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    throw new Error(`${program} ${words.join(' ')} failed:\n${stdout}${stderr}`.slice(0, 20_000))
  }
}
const write = (name: string, text: string) => writeFileSync(join(folder, name), text)

/** Runs a step, and prints its time. */
async function step(name: string, work: () => unknown): Promise<void> {
  const began = performance.now()
  await work()
  say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

const compilerOptions = {
  ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'], target: 'es2022', module: 'esnext' },
  ...{ moduleResolution: 'bundler', lib: ['es2023', 'dom', 'dom.iterable'], outDir: 'out' },
}

try {
  cpSync(new URL('tools.json', import.meta.url), join(folder, 'package.json'))
  await step('install', () => run('npm', 'install', '--no-audit', '--no-fund', '--ignore-scripts'))
  write('openapi.json', JSON.stringify(openApiDocument({ serverUrl: 'https://school.example/api' }), null, 2))
  await step('redocly', () => run('npx', 'redocly', 'lint', 'openapi.json'))
  write('.spectral.yaml', 'extends: ["spectral:oas"]\n')
  await step('spectral', () => run('npx', 'spectral', 'lint', 'openapi.json'))
  await step('openapi-typescript', () => run('npx', 'openapi-typescript', 'openapi.json', '-o', 'types.ts'))
  await step('hey-api', () => run('npx', 'openapi-ts', '-i', 'openapi.json', '-o', 'hey'))
  mkdirSync(join(folder, 'orval'))
  const orval = { input: './openapi.json', output: { target: './orval/client.ts', client: 'fetch' } }
  write('orval.config.mjs', `export default { school: ${JSON.stringify(orval)} }\n`)
  await step('orval', () => run('npx', 'orval'))
  const files = ['types.ts', 'hey/index.ts', 'orval/client.ts', 'sale.ts']
  cpSync(new URL('sale.ts', import.meta.url), join(folder, 'sale.ts'))
  write('tsconfig.json', JSON.stringify({ compilerOptions, files }))
  await step('TypeScript 5.9', () => run('npx', 'tsc', '-p', '.'))
  const packed = packedClient()
  const tools = join(folder, 'node_modules')
  try {
    await step('the own client in TypeScript 5.9', () => compileExamples(packed, tools))
    await step('the own client in workerd', () =>
      listInWorkerd(packed, tools, project =>
        run(
          'npx',
          'esbuild',
          join(project, 'worker.js'),
          '--bundle',
          '--format=esm',
          `--outfile=${join(project, 'bundle.js')}`,
        ),
      ),
    )
  } finally {
    remove(packed)
  }
  await step('a sale by the client of hey-api', async () => {
    const cluster = await startCluster()
    try {
      const { key } = await newSchool(cluster.gateway, 'School', 'localhost')
      const { port } = new URL(cluster.gateway.baseUrl)
      run('npx', 'esbuild', 'sale.ts', '--bundle', '--format=esm', '--platform=node', '--outfile=sale.mjs')
      const { stdout } = await execute(process.execPath, ['sale.mjs', `http://localhost:${port}/api`, key], {
        cwd: folder,
        timeout: 120_000,
      })
      if (stdout.trim() !== 'paid 4900 EUR') throw new Error(`The sale printed: ${stdout}`)
    } finally {
      await cluster.stop()
    }
  })
} finally {
  rmSync(folder, { recursive: true, force: true })
}
