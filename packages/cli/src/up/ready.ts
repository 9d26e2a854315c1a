// ready.json: where everything answers, for other `lms` commands and for scripts. There only while everything runs.
import { rm } from 'node:fs/promises'
import { readJson, writeJson } from './files.ts'

export interface Ready {
  base_url: string
  site_url: string
  operator_url: string
  school_id: string
  api_key: string
  /** Of what runs now; a part that is being started again is missing until it answers. */
  pids: Record<string, number>
}

/** Writes the file, and again whenever the processes change, one after the other. */
export class ReadyFile {
  readonly #path: string
  #facts: Omit<Ready, 'pids'> | null = null
  #writing: Promise<void> = Promise.resolve()

  constructor(path: string) {
    this.#path = path
  }

  /** Everything is healthy: the file comes into being. */
  open(facts: Omit<Ready, 'pids'>, pids: Record<string, number>): Promise<void> {
    this.#facts = facts
    return this.update(pids)
  }

  /** The processes are others now. */
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
