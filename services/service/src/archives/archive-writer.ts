// Writes entries of an archive, with their hashes, for one step.

import type { ArchiveState } from '../formats/archive-state.ts'
import { Sha256 } from '../formats/sha256.ts'
import { type Entry, ZipWriter } from '../formats/zip.ts'

export interface HashedEntry extends Entry {
  readonly number: number
  readonly sha256: string
}

/** Bytes after which a step commits what it has, and milliseconds after which it does so in any case. */
const stepBytes = 8 * 1024 * 1024
const stepMs = 20_000

export class ArchiveWriter {
  /** The entries that have ended in this step. */
  readonly ended: HashedEntry[] = []
  readonly #state: ArchiveState
  readonly #zip: ZipWriter
  readonly #begin: number
  readonly #until = performance.now() + stepMs
  #hash: Sha256 | null

  /** Changes the state. */
  constructor(state: ArchiveState) {
    this.#state = state
    this.#zip = new ZipWriter(state.zip)
    this.#begin = state.zip.offset
    this.#hash = state.hash === null ? null : new Sha256(state.hash)
  }

  get isFull(): boolean {
    return this.#state.zip.offset - this.#begin >= stepBytes || performance.now() > this.#until
  }
  get isOpen(): boolean {
    return this.#hash !== null
  }
  /** The name of the entry that is being written. */
  get openName(): string | null {
    return this.#state.zip.open?.name ?? null
  }

  begin(name: string): void {
    this.#zip.begin(name)
    this.#hash = new Sha256()
  }

  add(content: string | Buffer, options?: { pack: boolean }): void {
    const bytes = Buffer.from(content as string)
    this.#hash!.add(bytes)
    this.#zip.add(bytes, options)
  }

  end(): void {
    this.#zip.end()
    const sha256 = this.#hash!.end()
    this.#hash = null
    for (const entry of this.#zip.takeEntries())
      this.ended.push({ ...entry, sha256, number: ++this.#state.entries })
  }

  writeEntry(name: string, content: string | Buffer): void {
    this.begin(name)
    this.add(content)
    this.end()
  }

  directory(entries: readonly Entry[]): void {
    this.#zip.directory(entries)
  }
  finish(start: number): void {
    this.#zip.finish({ count: this.#state.entries, start })
  }

  /** The bytes of the step; the state is complete. */
  take(): Buffer {
    this.#state.hash = this.#hash?.state ?? null
    return this.#zip.take()
  }
}
