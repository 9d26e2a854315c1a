import { access, chmod, constants, mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folders for unpacked programs, best first: `$XDG_CACHE_HOME/lms` or `~/.cache/lms`, then the temp folder. */
export function cacheFolders(): string[] {
  const home = process.env.XDG_CACHE_HOME || join(homedir(), '.cache')
  return [join(home, 'lms'), sharedTemp()]
}

/** The same for programs that another user runs for root. */
export function enterableCacheFolders(): string[] {
  return ['/var/cache/lms', sharedTemp()]
}

/** The first of the folders that this user can write. Throws with the reason for each if there is none. */
export async function writableFolder(folders: string[]): Promise<string> {
  const reasons: string[] = []
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true })
      await access(folder, constants.W_OK | constants.X_OK)
      if (await isSafe(folder)) return folder
      reasons.push(`${folder} belongs to another user`)
    } catch (error) {
      reasons.push((error as Error).message)
    }
  }
  throw new Error(`no folder to unpack to: ${reasons.join('; ')}`)
}

/**
 * Creates `folder/name` atomically: `fill` writes into a temporary folder, which is then renamed. If another process
 * was faster, its result stays and ours is dropped. Returns the path; throws what `fill` throws.
 */
export async function fillCache(
  folder: string,
  name: string,
  fill: (temporary: string) => Promise<void>,
): Promise<string> {
  const target = join(folder, name)
  const temporary = await mkdtemp(join(folder, `.${name}-`))
  try {
    await fill(temporary)
    await chmod(temporary, 0o755)
    await rename(temporary, target)
  } catch (error) {
    if (!['EEXIST', 'ENOTEMPTY'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
  return target
}

function sharedTemp(): string {
  return join(tmpdir(), `lms-cache-${process.getuid?.() ?? 0}`)
}

/** In the temp folder another user could have created our folder first, with programs of their own. */
async function isSafe(folder: string): Promise<boolean> {
  if (folder !== sharedTemp()) return true
  const { uid, mode } = await stat(folder)
  return uid === process.getuid?.() && (mode & 0o022) === 0
}
