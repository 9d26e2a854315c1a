// Zip archives that strangers have made: read by ranges, checked as a whole before anything is taken from them. Nothing in
// a header is believed that can be counted. The directory is read in a thread, and bytes are unpacked in those of zlib.
import { pipeline, Readable } from 'node:stream'
import { createInflateRaw } from 'node:zlib'
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import { type ArchiveBounds, inGibibytes } from './bounds.ts'
import type { FileEntry } from './directory.ts'
import type { DirectoryJobs } from './directory-thread.ts'
import { Parts, partBytes, type ReadPart } from './parts.ts'
import { ArchiveRefused } from './refused.ts'

export type { ReadPart } from './parts.ts'
export { ArchiveRefused } from './refused.ts'

export const maxArchiveBytes = 2 * 1024 ** 3
const usual: ArchiveBounds = {
  bytes: maxArchiveBytes,
  entries: 20_000,
  unpackedBytes: 8 * 1024 ** 3,
  directoryBytes: 16 * 1024 ** 2,
}
/** Bytes of an entry that is read as a whole. */
export const maxEntryBytes = 16 * 1024 ** 2
/** The largest ratio of unpacked to packed bytes, and the bytes up to which it does not matter. */
const maxRatio = 200
const freeBytes = 1024 ** 2
/** Bytes that are unpacked at once. */
const pieceBytes = 64 * 1024

const refused = (message: string) => new ArchiveRefused(message)

const thread = new InThread<DirectoryJobs>(new URL('./directory-thread.ts', import.meta.url), {
  ...{ longest: 20_000, long: 2000, maxWaiting: 500, maxOfSchool: 64, maxOfLong: 5 },
  ...{ maxBytes: 128 * 1024 ** 2, maxWaitingBytes: 256 * 1024 ** 2, maxMebibytes: 512 },
  errors: [ArchiveRefused],
})

/** Files by their paths, wherever they are packed. */
export interface PackedFiles {
  readonly paths: string[]
  /** The bytes of a file; null if there is none. */
  bytes(path: string): Promise<Buffer | null>
  /** Where the bytes of a file are in what is stored, and how many they are; null if there is none. */
  locate(path: string): Promise<PackedPlace | null>
}

export interface PackedPlace {
  offset: number
  packed: number
  size: number
  deflated: boolean
  /** Whether the whole archive is packed (RFC 1952): `packed` are its bytes, and `offset` counts in what is unpacked. */
  isWhole?: boolean
}

export class Archive implements PackedFiles {
  readonly #parts: Parts
  readonly #size: number
  readonly #files: ReadonlyMap<string, FileEntry>
  constructor(parts: Parts, size: number, files: readonly FileEntry[]) {
    this.#parts = parts
    this.#size = size
    this.#files = new Map(files.map(file => [file.path, file]))
  }

  get paths(): string[] {
    return [...this.#files.keys()]
  }

  /** The bytes of an entry, counted while they are unpacked; null if there is none. */
  async bytes(path: string): Promise<Buffer | null> {
    const file = this.#files.get(path)
    if (!file) return null
    const pieces: Buffer[] = []
    const most = Math.min(maxEntryBytes, Math.max(freeBytes, file.packed * maxRatio))
    for await (const piece of this.#unpacked(file, most)) pieces.push(piece)
    return Buffer.concat(pieces)
  }

  /**
   * The bytes of an entry in parts, while they are unpacked, `most` at most; null if there is none. Who leaves it early ends
   * the reading.
   */
  parts(path: string, most: number): AsyncGenerator<Buffer> | null {
    const file = this.#files.get(path)
    return file ? this.#unpacked(file, most) : null
  }

  async *#unpacked(file: FileEntry, most: number): AsyncGenerator<Buffer> {
    const { path, size } = file
    let bytes = 0
    try {
      for await (const piece of await this.#open(file)) {
        bytes += (piece as Buffer).length
        if (bytes > most || bytes > size) throw refused(`${path} is too large, or is packed too tightly.`)
        yield piece as Buffer
      }
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      throw code?.startsWith('Z_') ? refused(`${path} cannot be read: ${message}`) : error
    }
    if (bytes < size) throw refused(`${path} has fewer bytes than its header says.`)
  }

  async #open(file: FileEntry): Promise<AsyncIterable<Buffer>> {
    const start = await this.#begin(file)
    const packed = this.#parts.between(start, start + file.packed)
    if (file.method === 0) return packed
    const inflate = createInflateRaw({ chunkSize: pieceBytes })
    // Whoever reads the unpacked bytes hears of an error.
    pipeline(Readable.from(packed, { objectMode: false }), inflate, () => {})
    return inflate
  }

  /**
   * Where the bytes of an entry are in the archive, and how many they are by its header; null if there is none. It may have
   * `most` bytes; by default as many as honest packing makes of so few.
   */
  async locate(
    path: string,
    most?: number,
  ): Promise<{ offset: number; packed: number; size: number; deflated: boolean } | null> {
    const file = this.#files.get(path)
    if (!file) return null
    const { packed, size, method } = file
    if (size > (most ?? Math.max(freeBytes, packed * maxRatio)))
      throw refused(`${path} is packed too tightly.`)
    return { offset: await this.#begin(file), packed, size, deflated: method === 8 }
  }

  /** Where the bytes of an entry begin, behind its own header. */
  async #begin({ path, offset, packed, method }: FileEntry): Promise<number> {
    if (method !== 0 && method !== 8) throw refused(`${path} is packed in a way that few programs read.`)
    const header = await this.#parts.readAll(offset, offset + headerBytes)
    if (header.readUInt32LE(0) !== headerSign) throw refused(`${path} cannot be read: it has no header.`)
    const start = offset + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (start + packed > this.#size) throw refused(`${path} cannot be read: it is cut off.`)
    return start
  }
}

/** The header of an entry: PKWARE's APPNOTE, 4.3.7. */
const headerBytes = 30
const headerSign = 0x04034b50

/** Opens an archive of this size; throws `ArchiveRefused`. What `read` throws is thrown. */
export async function openArchive(
  read: ReadPart,
  size: number,
  sender: Sender,
  bounds = usual,
): Promise<Archive> {
  if (size > bounds.bytes) throw refused(`The archive has more than ${inGibibytes(bounds.bytes)}.`)
  const parts = new Parts(read)
  const directoryFrom = async (from: number) => {
    if (size - from > bounds.directoryBytes)
      throw refused(`The directory of the archive has more than ${bounds.directoryBytes} bytes.`)
    const bytes = await parts.readAll(from, size)
    return thread.run('directory', { bytes, from, size, bounds }, sender)
  }
  try {
    const partial = await directoryFrom(Math.max(0, size - partBytes))
    const directory = 'begins' in partial ? await directoryFrom(partial.begins) : partial
    if ('begins' in directory)
      throw refused('The archive cannot be read: its directory is in several places.')
    return new Archive(parts, size, directory.files)
  } catch (error) {
    throw error instanceof TooDear
      ? refused('The directory of the archive takes too long to be read.')
      : error
  }
}
