import { chown, lstat, mkdir, mkdtemp, readdir, realpath, rm, rmdir, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { canEnter, type Identity, remembered, run } from './programs.ts'

/** The folder of the data, and the user to run Postgres as when we are root. */
export type PostgresHome = { folder: string; as?: Identity }

/**
 * Makes the folder for the data. Postgres refuses to run as root: then it runs as the user to whom existing data
 * belong, else as `nobody`. Where that user cannot come (a project below /root), the folder is made in
 * /var/lib/lms (below the temp folder: in the temp folder) and `dataDir` becomes a symbolic link to it, so that
 * removing `dataDir` still means a fresh start. Throws when existing data are out of reach.
 */
export async function postgresHome(dataDir: string, log: (line: string) => void): Promise<PostgresHome> {
  const target = resolve(dataDir)
  await mkdir(dirname(target), { recursive: true })
  if (process.getuid?.() !== 0) return { folder: await ownHome(target) }

  if ((await kind(target)) === 'dead link') await rm(target)
  const as = (await ownerOf(join(target, 'cluster'))) ?? (await nobody())
  if (!(await canEnter(as, dirname(await nearest(target))))) await placeElsewhere(target, as, log)
  await mkdir(target, { recursive: true, mode: 0o700 })
  const folder = await realpath(target)
  await chown(folder, as.uid, as.gid)
  if (!(await canEnter(as, folder))) throw new Error(outOfReach(folder, as))
  return { folder, as }
}

async function ownHome(target: string): Promise<string> {
  await mkdir(target, { recursive: true, mode: 0o700 })
  const folder = await realpath(target)
  const { uid } = await stat(folder)
  if (uid === process.getuid?.()) return folder
  throw new Error(
    `The folder ${folder} belongs to another user (uid ${uid}), perhaps since a run as root. ` +
      'Run as that user, remove the folder if its data are not needed, or choose another folder.',
  )
}

/** The user who owns the cluster; undefined if there is none yet. Root's data are given to `nobody`. */
async function ownerOf(cluster: string): Promise<Identity | undefined> {
  const info = await stat(cluster).catch(() => undefined)
  if (!info) return undefined
  if (info.uid !== 0) return { uid: info.uid, gid: info.gid }
  const as = await nobody()
  await run('chown', ['-R', `${as.uid}:${as.gid}`, cluster], { timeoutMs: 60_000 })
  return as
}

/** Postgres needs a user in the system's list, so an arbitrary number would not do. */
const nobody = () => identityOf('nobody')
const identityOf = remembered(async (user): Promise<Identity> => {
  const [uid, gid] = await Promise.all([run('id', ['-u', user]), run('id', ['-g', user])])
  // macOS prints -2 as an unsigned number, but spawn needs it signed.
  if (uid.ok && gid.ok) return { uid: Number(uid.output) | 0, gid: Number(gid.output) | 0 }
  throw new Error(
    'Postgres does not run as root, and there is no user `nobody` to run it as: run as an ordinary user',
  )
})

async function nearest(target: string): Promise<string> {
  return (await kind(target)) === 'nothing' ? target : realpath(target)
}

async function placeElsewhere(target: string, as: Identity, log: (line: string) => void): Promise<void> {
  if ((await kind(target)) !== 'nothing') {
    if ((await readdir(target)).length > 0) throw new Error(outOfReach(target, as))
    await rmdir(target)
  }
  const temporary = target.startsWith(resolve(tmpdir()) + sep)
  const prefix = temporary ? join(tmpdir(), 'lms-postgres-') : '/var/lib/lms/postgres-'
  await mkdir(dirname(prefix), { recursive: true, mode: 0o755 })
  const folder = await mkdtemp(prefix)
  await symlink(folder, target)
  log(`Postgres: runs as uid ${as.uid}, which cannot enter ${dirname(target)}; its data are in ${folder}`)
}

async function kind(path: string): Promise<'nothing' | 'dead link' | 'there'> {
  if (!(await lstat(path).catch(() => undefined))) return 'nothing'
  return (await stat(path).catch(() => undefined)) ? 'there' : 'dead link'
}

function outOfReach(folder: string, as: Identity): string {
  return (
    `Postgres does not run as root, and the user it runs as (uid ${as.uid}) cannot enter ${folder}. ` +
    'Move that folder to a place that every user can enter, make the folders above it enterable (chmod a+x), ' +
    'or run as an ordinary user.'
  )
}
