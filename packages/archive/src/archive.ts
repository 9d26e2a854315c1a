// Zip archives that strangers have made: read by ranges, checked as a whole before anything is taken from them. Nothing in
// a header is believed that can be counted.
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'

export const maxArchiveBytes = 2 * 1024 ** 3
const maxEntries = 20_000
/** Bytes of all entries as their headers tell them, and bytes of one that is read. */
const maxUnpackedBytes = 8 * 1024 ** 3
export const maxEntryBytes = 16 * 1024 ** 2
/** The largest ratio of unpacked to packed bytes, and the bytes up to which it does not matter. */
const maxRatio = 200
const freeBytes = 1024 ** 2
const partBytes = 1024 ** 2
const keptParts = 8

/** The archive cannot be taken: why, for its sender. */
export class ArchiveRefused extends Error {}
const refused = (message: string) => new ArchiveRefused(message)

/** Reads bytes of the archive from `start` on: at most `length`. */
export type ReadPart = (range: { start: number; length: number }) => Promise<Buffer>

/** Parts of the archive, the last few of which are kept: entries of its directory are small and many. */
class PartReader extends RandomAccessReader {
  readonly #read: ReadPart
  readonly #parts = new Map<number, Promise<Buffer>>()
  constructor(read: ReadPart) {
    super()
    this.#read = read
  }

  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false })
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const number = Math.floor(at / partBytes)
      const part = await this.#part(number)
      const from = at - number * partBytes
      const bytes = part.subarray(from, Math.min(part.length, from + end - at))
      if (bytes.length === 0) throw refused('The archive ends before its last entry.')
      at += bytes.length
      yield bytes
    }
  }

  #part(number: number): Promise<Buffer> {
    const known = this.#parts.get(number)
    if (known) return known
    const part = this.#read({ start: number * partBytes, length: partBytes })
    this.#parts.set(number, part)
    for (const first of this.#parts.keys()) if (this.#parts.size > keptParts) this.#parts.delete(first)
    return part
  }
}

export class Archive {
  readonly #zip: ZipFile
  readonly #entries: ReadonlyMap<string, Entry>
  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip
    this.#entries = entries
  }

  get paths(): string[] {
    return [...this.#entries.keys()]
  }

  /** The bytes of an entry, counted while they are unpacked; null if there is none. */
  async bytes(path: string): Promise<Buffer | null> {
    const entry = this.#entries.get(path)
    if (!entry) return null
    const parts: Buffer[] = []
    const most = Math.min(maxEntryBytes, Math.max(freeBytes, entry.compressedSize * maxRatio))
    for await (const part of this.#parts(entry, most)) parts.push(part)
    return Buffer.concat(parts)
  }

  /**
   * The bytes of an entry in parts, while they are unpacked, `most` at most; null if there is none. Who leaves it early ends
   * the reading.
   */
  parts(path: string, most: number): AsyncGenerator<Buffer> | null {
    const entry = this.#entries.get(path)
    return entry ? this.#parts(entry, most) : null
  }

  async *#parts(entry: Entry, most: number): AsyncGenerator<Buffer> {
    let bytes = 0
    try {
      for await (const part of await this.#open(entry)) {
        bytes += (part as Buffer).length
        if (bytes > most) throw refused(`${entry.fileName} is too large, or is packed too tightly.`)
        yield part as Buffer
      }
    } catch (error) {
      throw asRefusal(error, entry.fileName)
    }
  }

  /**
   * Where the bytes of an entry are in the archive, and how many they are by its header; null if there is none. It may have
   * `most` bytes; by default as many as honest packing makes of so few.
   */
  async place(
    path: string,
    most?: number,
  ): Promise<{ offset: number; packed: number; size: number; deflated: boolean } | null> {
    const entry = this.#entries.get(path)
    if (!entry) return null
    const { compressedSize: packed, uncompressedSize: size, compressionMethod } = entry
    if (compressionMethod !== 0 && compressionMethod !== 8)
      throw refused(`${path} is packed in a way that few programs read.`)
    if (size > (most ?? Math.max(freeBytes, packed * maxRatio)))
      throw refused(`${path} is packed too tightly.`)
    const offset = await new Promise<number>((resolve, reject) =>
      this.#zip.readLocalFileHeader(entry, { minimal: true }, (error, header) =>
        error ? reject(asRefusal(error, path)) : resolve(header.fileDataStart),
      ),
    )
    return { offset, packed, size, deflated: compressionMethod === 8 }
  }

  #open(entry: Entry): Promise<Readable> {
    return new Promise((resolve, reject) =>
      this.#zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
    )
  }

  close(): void {
    this.#zip.close()
  }
}

/** What an archive may have at most: bytes, entries, and bytes of all entries as their headers tell them. */
export interface ArchiveBounds {
  readonly bytes: number
  readonly entries: number
  readonly unpackedBytes: number
}
const usual: ArchiveBounds = {
  bytes: maxArchiveBytes,
  entries: maxEntries,
  unpackedBytes: maxUnpackedBytes,
}

/** Opens an archive of this size; throws `ArchiveRefused`. What `read` throws is thrown. */
export async function openArchive(read: ReadPart, size: number, bounds = usual): Promise<Archive> {
  if (size > bounds.bytes) throw refused(`The archive has more than ${inGibibytes(bounds.bytes)}.`)
  const failed: unknown[] = []
  const reader = new PartReader(range =>
    read(range).catch(error => {
      failed.push(error)
      throw error
    }),
  )
  try {
    const zip = await zipOf(reader, size)
    return new Archive(zip, checked(await entriesOf(zip, bounds), size, bounds))
  } catch (error) {
    if (failed.length) throw failed[0]
    throw asRefusal(error, 'The archive')
  }
}

/** Errors of the reader of archives say what is wrong with the archive. */
function asRefusal(error: unknown, what: string): unknown {
  if (error instanceof ArchiveRefused || !(error instanceof Error) || 'status' in error) return error
  return refused(`${what} cannot be read: ${error.message}`)
}

function zipOf(reader: RandomAccessReader, size: number): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) =>
    fromRandomAccessReader(reader, size, options, (error, zip) => (error ? reject(error) : resolve(zip))),
  )
}

const inGibibytes = (bytes: number) => `${bytes / 1024 ** 3} GiB`

function entriesOf(zip: ZipFile, { entries: most }: ArchiveBounds): Promise<Entry[]> {
  if (zip.entryCount > most) throw refused(`The archive has more than ${most} entries.`)
  const entries: Entry[] = []
  return new Promise((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', () => resolve(entries))
    zip.on('entry', (entry: Entry) => {
      entries.push(entry)
      zip.readEntry()
    })
    zip.readEntry()
  })
}

const unixLink = 0o120000
const unixType = 0o170000

/** The files of an archive by their paths. */
function checked(
  entries: readonly Entry[],
  size: number,
  { unpackedBytes: most }: ArchiveBounds,
): Map<string, Entry> {
  const files = new Map<string, Entry>()
  const names = new Set<string>()
  let unpacked = 0
  for (const entry of entries) {
    const path = entry.fileName
    const name = path.normalize('NFC').toLowerCase()
    if (names.has(name)) throw refused(`Two entries are named ${path}, apart from case or forms of letters.`)
    names.add(name)
    if (path.includes('\u0000')) throw refused('The name of an entry has a zero byte.')
    if (((entry.externalFileAttributes >>> 16) & unixType) === unixLink) throw refused(`${path} is a link.`)
    if (entry.generalPurposeBitFlag & 1) throw refused(`${path} is encrypted.`)
    unpacked += entry.uncompressedSize
    if (unpacked > most) throw refused(`The archive has more than ${inGibibytes(most)} when it is unpacked.`)
    if (!path.endsWith('/')) files.set(path, entry)
  }
  refuseOverlaps(entries, size)
  return files
}

/** No byte of the archive belongs to two entries, as in bombs of a few bytes. */
function refuseOverlaps(entries: readonly Entry[], size: number): void {
  const header = 30
  const sorted = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  )
  for (const [index, { relativeOffsetOfLocalHeader: start, compressedSize, fileName }] of sorted.entries()) {
    const end = start + header + Buffer.byteLength(fileName) + compressedSize
    const next = sorted[index + 1]?.relativeOffsetOfLocalHeader ?? size
    if (end > next) throw refused(`${fileName} overlaps with another entry.`)
  }
}
