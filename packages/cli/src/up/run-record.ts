// Who runs on a data folder. One at a time; what a killed run has left running is ended by pid before the next.
import { randomBytes } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'

import { readJson, writeJson } from './files.ts'
import type { Folder } from './folder.ts'
import { endProcess, isAlive, type ProcessRecord, recordOf } from './processes.ts'

interface RunFile {
  children: Record<string, ProcessRecord>
}

/** How long an earlier run's process may take to end in good order. */
const patienceMs = 20_000

export class RunRecord {
  readonly #folder: Folder
  readonly #children: Record<string, ProcessRecord> = {}
  #writing: Promise<void> = Promise.resolve()

  private constructor(folder: Folder) {
    this.#folder = folder
  }

  /**
   * Takes the folder for this process, and ends what an earlier run has left. `tell` hears of what was ended.
   * Throws an Error where another `lms up` holds it.
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

  /** Notes a child, so that a later run can end it if this one is killed. */
  async add(name: string, pid: number): Promise<void> {
    const child = await recordOf(pid)
    if (!child) return
    this.#children[name] = child
    await this.#write()
  }

  /** Gives the folder up; all children must have ended. */
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

/** A link either is made or is there already, so of two that start together one wins. */
async function takeLock(folder: Folder): Promise<void> {
  const lock = lockOf(folder)
  const mine = `${lock}.${randomBytes(6).toString('hex')}`
  await writeFile(mine, JSON.stringify(await recordOf(process.pid)), { mode: 0o600 })
  try {
    for (let attempt = 0; attempt < 5; attempt++) {
      const taken = await link(mine, lock).then(
        () => true,
        () => false,
      )
      if (taken) return
      const holder = await readHolder(lock)
      if (holder && (await isAlive(holder))) throw heldBy(folder, holder.pid)
      // Set aside rather than removed: another may just have put its own there.
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
