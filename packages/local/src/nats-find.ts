import { access, constants, rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { cacheFolders, fillCache, writableFolder } from './cache.ts'
import { unpackFromApt } from './nats-apt.ts'
import { officialRelease, type Release, unpackRelease } from './nats-release.ts'
import { natsVersion } from './nats-version.ts'

/** A working program, and its version such as `2.9.10`. */
export type NatsServer = { path: string; version: string }

export type FindOptions = {
  /** Where a fetched server is kept. Default `$XDG_CACHE_HOME/lms` or `~/.cache/lms`; if unwritable, the temp folder. */
  cacheDir?: string
  log?: (line: string) => void
  /** Aborts a fetch. */
  signal?: AbortSignal
}

/**
 * Finds nats-server 2.9.10 or newer: on PATH, else fetched by an earlier run, else fetched now, without root,
 * from the package sources of this system (Debian, Ubuntu), else from the project's releases. Some processes may
 * do this at the same time. Throws one error that names each way and why it failed.
 */
export async function findNatsServer(
  options: FindOptions = {},
  release: Release = officialRelease,
): Promise<NatsServer> {
  const { cacheDir, log = () => {}, signal } = options
  const folders = cacheDir ? [cacheDir] : cacheFolders()
  const ways: [string, () => Promise<NatsServer>][] = [
    ['PATH', onPath],
    ['cache', () => inCache(folders)],
    ['system packages', () => fetched(folders, 'the system packages', log, to => unpackFromApt(to, signal))],
    [
      `release ${release.version}`,
      () => fetched(folders, 'its release', log, to => unpackRelease(release, to, signal)),
    ],
  ]
  const reasons: string[] = []
  for (const [name, find] of ways) {
    signal?.throwIfAborted()
    try {
      return await find()
    } catch (error) {
      reasons.push(`  ${name}: ${(error as Error).message.trim().replaceAll('\n', '\n    ')}`)
    }
  }
  signal?.throwIfAborted()
  throw new Error(
    `nats-server was not found and could not be fetched:\n${reasons.join('\n')}\n` +
      'Install it (Debian, Ubuntu: apt-get install nats-server; macOS: brew install nats-server), ' +
      'or put its program on PATH, or set NATS_URL to a server that already runs.',
  )
}

async function onPath(): Promise<NatsServer> {
  const reasons: string[] = []
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter(Boolean)) {
    const path = join(folder, 'nats-server')
    if (!(await isProgram(path))) continue
    try {
      return { path, version: await natsVersion(path) }
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  throw new Error(reasons.join('; ') || 'nats-server is not on it')
}

async function inCache(folders: string[]): Promise<NatsServer> {
  const reasons: string[] = []
  for (const folder of folders) {
    const path = join(folder, cacheName, 'nats-server')
    if (!(await isProgram(path))) continue
    try {
      return { path, version: await natsVersion(path) }
    } catch (error) {
      reasons.push((error as Error).message)
      await rm(join(folder, cacheName), { recursive: true, force: true }).catch(() => {})
    }
  }
  throw new Error(reasons.join('; ') || `nothing in ${folders.join(' or ')}`)
}

async function fetched(
  folders: string[],
  source: string,
  log: (line: string) => void,
  unpack: (target: string) => Promise<void>,
): Promise<NatsServer> {
  const folder = await writableFolder(folders)
  log(`NATS: fetching nats-server from ${source} into ${folder}, once`)
  const cachedFolder = await fillCache(folder, cacheName, async temporary => {
    await unpack(temporary)
    await natsVersion(join(temporary, 'nats-server'))
  })
  const path = join(cachedFolder, 'nats-server')
  return { path, version: await natsVersion(path) }
}

/** Home folders are shared between machines of different kinds. */
const cacheName = `nats-server-${process.platform}-${process.arch}`

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  )
}
