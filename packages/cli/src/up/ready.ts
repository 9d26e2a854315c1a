// ready.json: the addresses of the running system, for other `lms` commands and scripts. It exists only while
// everything runs.
import { rm } from 'node:fs/promises'
import { readJson, writeJson } from './files.ts'

export interface Ready {
  base_url: string
  site_url: string
  operator_url: string
  /** Where the operator reads all mails; null where they leave by a mail server. */
  mails_url: string | null
  school_id: string
  api_key: string
  /** Whether the demo school has all its people, courses and orders: it is filled while it is used. */
  filled: boolean
  /** The running processes; a part is missing while it restarts. */
  pids: Record<string, number>
}

/** Writes the file, and writes it again when the processes change, one write at a time. */
export class ReadyFile {
  readonly #path: string
  #facts: Omit<Ready, 'pids'> | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  /** Everything is healthy: creates the file; again when something else of it has changed. */
  open(facts: Omit<Ready, 'pids'>, pids: Record<string, number>): Promise<void> {
    this.#facts = facts
    return this.update(pids)
  }

  /** The processes have changed. */
  update(pids: Record<string, number>): Promise<void> {
    this.#writing = this.#writing.then(async () => {
      if (this.#facts) await writeJson(this.#path, { ...this.#facts, pids } satisfies Ready)
    })
    return this.#writing
  }

  async remove(): Promise<void> {
    this.#facts = null
    await this.#writing.catch(() => {})
    await rm(this.#path, { force: true })
  }
}

export const readReady = (path: string): Promise<Ready | null> => readJson<Ready>(path)
