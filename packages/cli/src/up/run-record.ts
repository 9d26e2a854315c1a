// The owner of a data folder: one `lms up` at a time. Processes that a killed run left running are ended by pid before
// the next run.
import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

import { readJson, writeJson } from './files.ts'
import type { Folder } from './folder.ts'
import { endProcess, isAlive, type ProcessRecord, recordOf } from './processes.ts'

interface RunFile {
  children: Record<string, ProcessRecord>
}

/** How long a process of an earlier run may take to end in good order. */
const patienceMs = 20_000

export class RunRecord {
  readonly #folder: Folder
  readonly #children: Record<string, ProcessRecord> = {}
  #writing: Promise<void> = Promise.resolve()

  private constructor(folder: Folder) {
    this.#folder = folder
  }

  /**
   * Takes the folder for this process, and ends the processes of an earlier run. `print` gets a line for each ended
   * process. Throws an Error if another `lms up` has the folder.
   */
  static async take(folder: Folder, print: (line: string) => void): Promise<RunRecord> {
    await takeLock(folder)
    const record = new RunRecord(folder)
    const earlier = await readJson<RunFile>(folder.run).catch(() => null)
    const children = Object.entries(earlier?.children ?? {})
    await Promise.all(
      children.map(async ([name, child]) => {
        if (await endProcess(child, patienceMs))
          print(`${name} is still running from an earlier run (pid ${child.pid}); stopping it`)
      }),
    )
    await rm(folder.ready, { force: true })
    return record
  }

  /** Records a child, so that a later run can end it if this one is killed. */
  async add(name: string, pid: number): Promise<void> {
    const child = await recordOf(pid)
    if (!child) return
    this.#children[name] = child
    await this.#write()
  }

  /** Releases the folder; all children must have ended. */
  async release(): Promise<void> {
    await this.#writing
    await rm(this.#folder.run, { force: true })
    await rm(lockOf(this.#folder), { force: true })
  }

  #write(): Promise<void> {
    this.#writing = this.#writing
      .catch(() => {})
      .then(() => writeJson(this.#folder.run, { children: this.#children } satisfies RunFile))
    return this.#writing
  }
}

const lockOf = (folder: Folder) => `${folder.path}/up.lock`

/** Creating a link succeeds only once, so one of two processes that start together wins. */
async function takeLock(folder: Folder): Promise<void> {
  const lock = lockOf(folder)
  const mine = `${lock}.${randomBytes(6).toString('hex')}`
  await writeFile(mine, JSON.stringify(await recordOf(process.pid)), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      const isTaken = await link(mine, lock).then(
        () => true,
        () => false,
      )
      if (isTaken) return
      const holder = await readHolder(lock)
      if (holder && (await isAlive(holder))) throw heldBy(folder, holder.pid)
      // Renamed rather than removed: another process may just have created its own lock there.
      const aside = `${mine}.old`
      await rename(lock, aside).catch(() => {})
      const moved = await readHolder(aside)
      if (moved && (await isAlive(moved))) await link(aside, lock).catch(() => {})
      await rm(aside, { force: true })
    }
    throw new Error(`${folder.path} is locked: remove ${lock} if no other lms up uses it.`)
  } finally {
    await rm(mine, { force: true })
  }
}

async function readHolder(path: string): Promise<ProcessRecord | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return null
  }
}

const heldBy = (folder: Folder, pid: number) =>
  new Error(
    `lms up is already running on ${folder.path} (process ${pid}). ` +
      `Stop it with Ctrl-C in its terminal or \`kill ${pid}\`, or choose another folder with --data.`,
  )
