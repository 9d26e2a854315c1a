// The directory of a zip archive, which stands at its end: read and checked as a whole, in a thread.
import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReader, RandomAccessReader, type ZipFile } from 'yauzl'
import { type ArchiveBounds, inGibibytes } from './bounds.ts'
import { ArchiveRefused } from './refused.ts'

/** An entry as the directory has it. */
export interface FileEntry {
  readonly path: string
  /** Of its own header. */
  readonly offset: number
  readonly packed: number
  readonly size: number
  /** 0 is stored, 8 deflated. */
  readonly method: number
}

/** The end of an archive of `size` bytes, from the byte `from` on. */
export interface ArchiveEnd {
  readonly bytes: Uint8Array
  readonly from: number
  readonly size: number
  readonly bounds: ArchiveBounds
}

const refused = (message: string) => new ArchiveRefused(message)

/** The directory begins in front of the bytes that are there. */
class BeginsAt extends Error {
  readonly at: number
  constructor(at: number) {
    super()
    this.at = at
  }
}

class EndReader extends RandomAccessReader {
  readonly #end: ArchiveEnd
  constructor(end: ArchiveEnd) {
    super()
    this.#end = end
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const { bytes, from } = this.#end
    const stream = new Readable({ read: () => {} })
    if (start < from) stream.destroy(new BeginsAt(start))
    else {
      stream.push(bytes.subarray(start - from, end - from))
      stream.push(null)
    }
    return stream
  }
}

/** The files of an archive, or where its directory begins; throws `ArchiveRefused`. */
export async function directoryIn(end: ArchiveEnd): Promise<{ files: FileEntry[] } | { begins: number }> {
  const { size, bounds } = end
  try {
    const zip = await zipOf(new EndReader(end), size)
    return { files: checked(await entriesOf(zip, bounds), size, bounds) }
  } catch (error) {
    if (error instanceof BeginsAt) return { begins: error.at }
    if (error instanceof ArchiveRefused) throw error
    throw refused(`The archive cannot be read: ${(error as Error).message.slice(0, 200)}`)
  }
}

function zipOf(reader: RandomAccessReader, size: number): Promise<ZipFile> {
  const options = { lazyEntries: true, autoClose: false, strictFileNames: true, validateEntrySizes: true }
  return new Promise((resolve, reject) =>
    fromRandomAccessReader(reader, size, options, (error, zip) => (error ? reject(error) : resolve(zip))),
  )
}

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
/** Characters of a path. */
const maxPath = 1000

/** The files of an archive. */
function checked(
  entries: readonly Entry[],
  size: number,
  { unpackedBytes: most }: ArchiveBounds,
): FileEntry[] {
  const files: FileEntry[] = []
  const names = new Set<string>()
  let unpacked = 0
  for (const entry of entries) {
    const path = entry.fileName
    if (path.length > maxPath) throw refused(`An entry has a path of more than ${maxPath} characters.`)
    const name = path.normalize('NFC').toLowerCase()
    if (names.has(name)) throw refused(`Two entries are named ${path}, apart from case or forms of letters.`)
    names.add(name)
    if (path.includes('\u0000')) throw refused('The name of an entry has a zero byte.')
    if (((entry.externalFileAttributes >>> 16) & unixType) === unixLink) throw refused(`${path} is a link.`)
    if (entry.generalPurposeBitFlag & 1) throw refused(`${path} is encrypted.`)
    unpacked += entry.uncompressedSize
    if (unpacked > most) throw refused(`The archive has more than ${inGibibytes(most)} when it is unpacked.`)
    if (!path.endsWith('/')) files.push(placeOf(entry))
  }
  refuseOverlaps(entries, size)
  return files
}

const placeOf = (entry: Entry): FileEntry => ({
  path: entry.fileName,
  offset: entry.relativeOffsetOfLocalHeader,
  packed: entry.compressedSize,
  size: entry.uncompressedSize,
  method: entry.compressionMethod,
})

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
