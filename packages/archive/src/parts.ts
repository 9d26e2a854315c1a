// Bytes of an archive by ranges, from parts the last few of which are kept: entries are small and many.
import { ArchiveRefused } from './refused.ts'

/** Reads bytes of the archive from `start` on: at most `length`. */
export type ReadPart = (range: { start: number; length: number }) => Promise<Buffer>

export const partBytes = 1024 ** 2
const keptParts = 8

export class Parts {
  readonly #read: ReadPart
  readonly #parts = new Map<number, Promise<Buffer>>()
  constructor(read: ReadPart) {
    this.#read = read
  }

  /** The bytes from `start` to before `end`, in pieces. Throws `ArchiveRefused` where they end before. */
  async *between(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const number = Math.floor(at / partBytes)
      const part = await this.#part(number)
      const from = at - number * partBytes
      const bytes = part.subarray(from, Math.min(part.length, from + end - at))
      if (bytes.length === 0) throw new ArchiveRefused('The archive ends before its last entry.')
      at += bytes.length
      yield bytes
    }
  }

  async readAll(start: number, end: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    for await (const piece of this.between(start, end)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  #part(number: number): Promise<Buffer> {
    const cached = this.#parts.get(number)
    if (cached) return cached
    const part = this.#read({ start: number * partBytes, length: partBytes })
    this.#parts.set(number, part)
    for (const first of this.#parts.keys()) if (this.#parts.size > keptParts) this.#parts.delete(first)
    return part
  }
}
