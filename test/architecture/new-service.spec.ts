// A service exists because its folder does. The test creates a folder in a copy of the tree and changes nothing else by
// hand. A resource is its files and a line in each list.
import { execFile } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { root, trackedFiles } from './sources.ts'

let copy: string
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'lms-new-service-'))
  for (const path of trackedFiles()) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  linkModules()
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

/** The result of `npm install`: libraries from here, and the workspaces of the copy. */
function linkModules(): void {
  const workspaces = [
    '.',
    'gateway',
    ...['packages', 'services'].flatMap(parent =>
      readdirSync(join(root, parent)).map(name => `${parent}/${name}`),
    ),
  ]
  for (const workspace of workspaces) {
    const from = join(root, workspace, 'node_modules')
    if (!existsSync(from)) continue
    mkdirSync(join(copy, workspace, 'node_modules'))
    for (const name of readdirSync(from))
      if (name !== '@lms') symlinkSync(join(from, name), join(copy, workspace, 'node_modules', name))
  }
  mkdirSync(join(copy, 'node_modules/@lms'))
  link('gateway', 'gateway')
  for (const parent of ['packages', 'services'])
    for (const name of readdirSync(join(copy, parent))) link(name, `${parent}/${name}`)
}

const link = (name: string, folder: string) =>
  symlinkSync(`../../${folder}`, join(copy, 'node_modules/@lms', name))
const read = (path: string) => readFileSync(join(copy, path), 'utf8')

const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', ...args], {
    cwd: copy,
    timeout: 170_000,
    maxBuffer: 16 * 1024 * 1024,
  }).catch(error => {
    throw new Error(`${args.join(' ')}: ${error.stdout}${error.stderr}`)
  })
const lms = async (...args: string[]) =>
  JSON.parse((await run('packages/cli/lms.mjs', ...args, '--json')).stdout)

/** Starts it with its own databases and bus, asks for its state, and creates a shelf. */
const starting = `
  import { libraryContract } from '@lms/library/contract'
  import { allServices } from '@lms/testing/all-services'
  import { startSystem } from '@lms/testing'
  const service = allServices.find(({ contract }) => contract.service === 'library')
  const system = await startSystem({ services: [service] })
  const { port } = system.services.library
  const answer = await fetch('http://127.0.0.1:' + port + '/readyz')
  const { shelves } = system.client('library', libraryContract.resources, system.caller())
  const shelf = await shelves.create({ body: { name: 'First' } })
  const { data } = await shelves.list()
  process.stdout.write(JSON.stringify({ status: answer.status, body: await answer.json(), shelf, data }))
  await system.stop()
  process.exit(0)
`

test('a new service is its folder: it is generated, compiles, and starts', async () => {
  const { written } = await lms('generate', 'service', 'library', "Books and teachers' shelves")
  expect(written.every((path: string) => path.startsWith('services/library/'))).toBe(true)
  await expect(lms('generate')).rejects.toThrow('Run npm install first')
  link('library', 'services/library')

  const generated = await lms('generate')
  const inChart = (path: string) => path.startsWith('deploy/chart/')
  expect(generated.written).toContain('deploy/chart/templates/library.yaml')
  expect(generated.written.filter((path: string) => !inChart(path)).sort()).toEqual([
    'deploy/nats-users.conf',
    'deploy/observe/targets.json',
    'docker-compose.yml',
    'package-lock.json',
    'packages/api/package.json',
    'packages/api/src/contracts.ts',
    'packages/api/src/parts.ts',
    'services/library/README.md',
    'test/services/library.spec.ts',
  ])
  expect(await lms('generate')).toEqual({ written: [] })
  expect(read('docker-compose.yml')).toContain('command: [services/library/src/main.ts]')
  expect(await lms('installation')).toHaveProperty('LIBRARY_SECRET_KEYS')

  const resource = ['generate', 'resource', 'library', 'shelves', 'shelf', 'shl']
  const output = await lms(...resource)
  expect(output.written).toHaveLength(4)
  expect(output.changed).toEqual([
    'packages/contract/src/prefixes.ts',
    'services/library/src/contract.ts',
    'services/library/src/builder.ts',
    'services/library/src/service.ts',
  ])
  await expect(lms(...resource)).rejects.toThrow('already exists')
  expect(await lms('generate', 'migration', 'library', 'shelves')).toMatchObject({
    written: expect.stringMatching(/shelves\.sql$/),
  })

  // With what it imports: the types of the whole tree take minutes.
  const types = { extends: './tsconfig.json', include: ['services/library'] }
  writeFileSync(join(copy, 'tsconfig.library.json'), JSON.stringify(types))
  await run('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'tsconfig.library.json', '--singleThreaded')

  writeFileSync(join(copy, 'test/starting.ts'), starting)
  const { stdout } = await run('test/starting.ts')
  const { status, body, shelf, data } = JSON.parse(stdout)
  expect({ status, body }).toMatchObject({ status: 200, body: { status: 'ready' } })
  expect(shelf.id).toMatch(/^shl_/)
  expect(data).toEqual([shelf])
}, 300_000)
