import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { findNatsServer } from './nats-find.ts'
import type { Release } from './nats-release.ts'
import { run } from './programs.ts'
import { trialFolder, writeProgram } from './trial.ts'

const trial = await trialFolder()
const systemPath = process.env.PATH
const platform = `${process.platform}-${process.arch}`
const nowhere: Release = { version: '2.12.8', base: 'http://127.0.0.1:9', sha256: { [platform]: 'none' } }

afterEach(() => {
  process.env.PATH = systemPath
})
afterAll(() => trial.remove())

async function folder(name: string): Promise<string> {
  const path = join(trial.path, name)
  await mkdir(path, { recursive: true })
  return path
}

async function pathWith(name: string, programs: Record<string, string>): Promise<string> {
  const path = await folder(name)
  for (const [program, script] of Object.entries(programs)) await writeProgram(join(path, program), script)
  process.env.PATH = path
  return path
}

const natsOf = (version: string) => `echo 'nats-server: v${version}'`

test('takes the one on PATH', async () => {
  const path = await pathWith('on-path', { 'nats-server': natsOf('2.10.22') })
  const natsServer = await findNatsServer({ cacheDir: await folder('unused') }, nowhere)
  expect(natsServer).toEqual({ path: join(path, 'nats-server'), version: '2.10.22' })
})

test('when nothing works, names every way, why it failed and what to do', async () => {
  await pathWith('too-old', { 'nats-server': natsOf('2.9.9') })
  const cacheDir = await folder('empty-cache')
  const error = await findNatsServer({ cacheDir }, nowhere).catch(error => error)
  expect(error.message).toContain('PATH: ')
  expect(error.message).toContain('is version 2.9.9; 2.9.10 or newer is needed')
  expect(error.message).toContain(`cache: nothing in ${cacheDir}`)
  expect(error.message).toContain('system packages: there is no apt-get on this system')
  expect(error.message).toContain('release 2.12.8: http://127.0.0.1:9/v2.12.8/nats-server-v2.12.8-')
  expect(error.message).toMatch(/apt-get install nats-server.*PATH.*NATS_URL/)
  expect(await readdir(cacheDir)).toEqual([])
})

const fakePackage = {
  // The lists of the system are stale: only private lists have the package.
  'apt-get': `case "$*" in
    *--version*) echo apt ;;
    *Dir::State::lists=*update*) echo Hit ;;
    *Dir::State::lists=*download*) echo package > nats-server_2.9.10.deb ;;
    *) echo 'E: Unable to locate package nats-server' >&2; exit 100 ;;
  esac`,
  dpkg: `/bin/mkdir -p "$3/usr/bin"
    printf '#!/bin/sh\\necho nats-server: v2.9.10\\n' > "$3/usr/bin/nats-server"
    /bin/chmod 755 "$3/usr/bin/nats-server"`,
}

test('unpacks the system package once, also when two ask at the same time, with fresh lists if need be', async () => {
  await pathWith('apt', fakePackage)
  const cacheDir = await folder('apt-cache')
  const lines: string[] = []
  const ask = () => findNatsServer({ cacheDir, log: line => lines.push(line) }, nowhere)
  const [one, two] = await Promise.all([ask(), ask()])
  expect(one).toEqual({ path: join(cacheDir, `nats-server-${platform}`, 'nats-server'), version: '2.9.10' })
  expect(two).toEqual(one)
  expect(lines[0]).toBe(`NATS: fetching nats-server from the system packages into ${cacheDir}, once`)
  expect(await readdir(cacheDir)).toEqual([`nats-server-${platform}`])

  process.env.PATH = await folder('nothing')
  const filled = (await stat(one.path)).mtimeMs
  expect(await ask()).toEqual(one)
  expect((await stat(one.path)).mtimeMs).toBe(filled)
})

test('a server in the cache that does not run is fetched anew', async () => {
  await pathWith('apt', fakePackage)
  const cacheDir = await folder('broken-cache')
  const serverFolder = join(cacheDir, `nats-server-${platform}`)
  await mkdir(serverFolder)
  await writeProgram(join(serverFolder, 'nats-server'), 'exit 1')
  expect((await findNatsServer({ cacheDir }, nowhere)).version).toBe('2.9.10')
})

test('unpacks the release only when its checksum is right', async () => {
  const archive = await makeArchive()
  const server = createServer((_request, response) => response.end(archive))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const right = createHash('sha256').update(archive).digest('hex')
  // tar is needed, but apt-get must not be found.
  const tar = (await run('/bin/sh', ['-c', 'command -v tar; command -v gzip'])).output.split('\n')
  await pathWith('tar-only', { tar: `PATH=/usr/bin:/bin exec ${tar[0]} "$@"` })

  const cacheDir = await folder('release-cache')
  const wrong = findNatsServer({ cacheDir }, { version: '2.12.8', base, sha256: { [platform]: 'f00d' } })
  await expect(wrong).rejects.toThrow(`SHA-256 ${right} instead of f00d; not used`)
  const natsServer = await findNatsServer(
    { cacheDir },
    { version: '2.12.8', base, sha256: { [platform]: right } },
  )
  expect(natsServer.version).toBe('2.12.8')
  await new Promise(done => server.close(done))
})

test('a fetch in progress ends when it is aborted, with its cause', async () => {
  await pathWith('hanging-apt', { 'apt-get': 'case "$*" in *--version*) ;; *) exec /bin/sleep 600 ;; esac' })
  const ending = new AbortController()
  const log = () => ending.abort(new Error('ended on request'))
  const search = findNatsServer({ cacheDir: await folder('aborted'), log, signal: ending.signal }, nowhere)
  await expect(search).rejects.toThrow('ended on request')
})

async function makeArchive(): Promise<Buffer> {
  const inside = await folder('archive/nats-server-v2.12.8')
  await writeProgram(join(inside, 'nats-server'), natsOf('2.12.8'))
  const file = join(trial.path, 'archive.tar.gz')
  await run('tar', ['-czf', file, '-C', join(trial.path, 'archive'), 'nats-server-v2.12.8'])
  return readFile(file)
}
