import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { run, tail } from './programs.ts'

/**
 * Puts the `nats-server` of this system's package sources into `target`, as an ordinary user: the package is
 * downloaded and unpacked, not installed. The system's own package lists are used if they are good enough, else
 * fresh ones are fetched into a private folder. Throws what apt-get or dpkg said last.
 */
export async function unpackFromApt(target: string, signal?: AbortSignal): Promise<void> {
  if (!(await run('apt-get', ['--version'])).ok) throw new Error('there is no apt-get on this system')
  const work = join(target, 'work')
  const downloads = join(work, 'downloads')
  await mkdir(downloads, { recursive: true })
  const first = await download(downloads, await aptSettings(work), signal)
  if (first) await downloadWithFreshLists(work, downloads, signal)
  await unpack(join(downloads, await onlyPackage(downloads)), target)
  await rm(work, { recursive: true })
}

async function downloadWithFreshLists(work: string, downloads: string, signal?: AbortSignal): Promise<void> {
  const lists = join(work, 'lists')
  await mkdir(join(lists, 'partial'), { recursive: true })
  const settings = [
    ...(await aptSettings(work)),
    '-o',
    `Dir::State::lists=${lists}`,
    '-o',
    'Acquire::Languages=none',
  ]
  // One broken source among several makes this fail, although the package may be in another.
  const updated = await run('apt-get', [...settings, 'update'], { timeoutMs: 180_000, signal })
  const problem = await download(downloads, settings, signal)
  if (problem) throw new Error(updated.ok ? problem : `${tail(updated.output, 4)}\n${problem}`)
}

/** Keeps all files of apt-get in `work`; its user `_apt`, used when root, could not write there. */
async function aptSettings(work: string): Promise<string[]> {
  const cache = join(work, 'cache')
  await mkdir(join(cache, 'archives', 'partial'), { recursive: true })
  const values = [
    `Dir::Cache=${cache}`,
    'APT::Sandbox::User=root',
    'Acquire::Retries=1',
    'Acquire::http::Timeout=20',
    'Acquire::https::Timeout=20',
  ]
  return values.flatMap(value => ['-o', value])
}

async function download(
  folder: string,
  settings: string[],
  signal?: AbortSignal,
): Promise<string | undefined> {
  const args = [...settings, 'download', 'nats-server']
  const result = await run('apt-get', args, { cwd: folder, timeoutMs: 120_000, signal })
  return result.ok ? undefined : tail(result.output, 4)
}

async function onlyPackage(folder: string): Promise<string> {
  const file = (await readdir(folder)).find(name => name.endsWith('.deb'))
  if (!file) throw new Error('apt-get download left no package')
  return file
}

async function unpack(file: string, target: string): Promise<void> {
  const tree = join(target, 'work', 'tree')
  const unpacked = await run('dpkg', ['-x', file, tree], { timeoutMs: 60_000 })
  if (!unpacked.ok) throw new Error(tail(unpacked.output, 4))
  for (const folder of ['usr/bin', 'usr/sbin']) {
    const isCopied = await copyFile(join(tree, folder, 'nats-server'), join(target, 'nats-server')).then(
      () => true,
      () => false,
    )
    if (isCopied) return
  }
  throw new Error('the package contains no nats-server program')
}
