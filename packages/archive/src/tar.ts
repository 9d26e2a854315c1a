// Tar archives that are packed as a whole (.tar.gz), as Moodle writes its backups. They are read once from their beginning:
// documents are kept in memory within bounds, and of other files it is known where their bytes begin in the unpacked stream.
import { pipeline, Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { InThread, type Sender, TooDear } from '@lms/content/in-thread'
import type { PackedFiles } from './archive.ts'
import type { ReadPart } from './parts.ts'
import { ArchiveRefused } from './refused.ts'
import type { TarEntry, TarJobs } from './tar-thread.ts'

/** Bytes of a packed archive, and of what is in it: each file is unpacked from the beginning of the whole again. */
export const maxTarBytes = 256 * 1024 ** 2
const maxUnpackedBytes = 1024 ** 3
const maxEntries = 20_000
/** Bytes of documents that are kept. */
const maxKeptBytes = 48 * 1024 ** 2
const maxDocumentBytes = 16 * 1024 ** 2
const blockBytes = 512
const rangeBytes = 2 * 1024 ** 2

const thread = new InThread<TarJobs>(new URL('./tar-thread.ts', import.meta.url), {
  ...{ longest: 5000, long: 1000, maxWaiting: 500, maxOfSchool: 64, maxOfLong: 5 },
  maxBytes: 64 * 1024,
  errors: [ArchiveRefused],
})

const refused = (message: string) => new ArchiveRefused(message)

/** The unpacked stream of a stored archive, from its parts. */
async function* packedParts(read: ReadPart, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < size; ) {
    const part = await read({ start, length: Math.min(rangeBytes, size - start) })
    if (part.length === 0) throw refused('The archive ends before its last entry.')
    start += part.length
    yield part
  }
}

/** Bytes of a stream in pieces of given sizes. */
class Unpacked {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  position = 0

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next bytes; fewer where the stream ends. Without `isKept` they are only passed. */
  async take(size: number, isKept: boolean): Promise<Buffer> {
    const pieces: Buffer[] = []
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) {
        const { value, done } = await this.#source.next()
        if (done) break
        this.#rest = value
      }
      const piece = this.#rest.subarray(0, left)
      this.#rest = this.#rest.subarray(piece.length)
      this.position += piece.length
      if (this.position > maxUnpackedBytes)
        throw refused('The archive has more than 1 GiB of files. Make a zip of it.')
      left -= piece.length
      if (isKept) pieces.push(piece)
    }
    return Buffer.concat(pieces)
  }

  async end(): Promise<void> {
    await this.#source.return?.()
  }
}

interface Located {
  offset: number
  size: number
  bytes: Buffer | null
}

/** Opens the archive; throws `ArchiveRefused`. `keeps` says which files are documents, whose bytes are read. */
export async function openTar(
  read: ReadPart,
  size: number,
  { sender, keeps }: { sender: Sender; keeps: (path: string) => boolean },
): Promise<PackedFiles> {
  if (size > maxTarBytes)
    throw refused('A .tar.gz may have at most 256 MiB. Make a zip of it, which may have 2 GiB.')
  const gunzip = createGunzip()
  pipeline(Readable.from(packedParts(read, size), { objectMode: false }), gunzip, () => {})
  const stream = new Unpacked(gunzip)
  try {
    return filesOf(await located(stream, sender, keeps), size)
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (error instanceof TooDear) throw refused('The archive takes too long to be read.')
    throw code.startsWith('Z_') ? refused(`The archive cannot be read: ${message}`) : error
  } finally {
    await stream.end().catch(() => {})
    gunzip.destroy()
  }
}

async function located(
  stream: Unpacked,
  sender: Sender,
  keeps: (path: string) => boolean,
): Promise<Map<string, Located>> {
  const files = new Map<string, Located>()
  let keptBytes = 0
  let longName: string | null = null
  for (let count = 0; ; count++) {
    if (count > maxEntries) throw refused(`The archive has more than ${maxEntries} entries.`)
    const header = await stream.take(blockBytes, true)
    if (header.length < blockBytes) break
    const entry: TarEntry | null = await thread.run('header', { header }, sender)
    if (entry === null) break
    const { kind, size } = entry
    const path: string = longName ?? entry.path
    const isDocument = kind === 'file' && keeps(path)
    const isName = kind === 'name'
    if (isDocument && size > maxDocumentBytes) throw refused(`${path} has more than 16 MiB.`)
    if (isName && size > 32 * 1024) throw refused('The archive has a name that is too long.')
    if (isDocument) keptBytes += size
    if (keptBytes > maxKeptBytes)
      throw refused('The documents of the archive have more than 48 MiB. Make a zip of it.')
    const offset = stream.position
    const bytes = await stream.take(size, isDocument || isName)
    if ((isDocument || isName) && bytes.length < size) throw refused(`${path} is cut off.`)
    await stream.take((blockBytes - (size % blockBytes)) % blockBytes, false)
    if (isName) longName = await thread.run('name', { bytes, isPax: entry.isPax }, sender)
    else {
      longName = null
      if (kind === 'file') files.set(path, { offset, size, bytes: isDocument ? bytes : null })
    }
  }
  if (files.size === 0) throw refused('The archive is empty, or no .tar.gz.')
  return files
}

function filesOf(files: ReadonlyMap<string, Located>, packed: number): PackedFiles {
  return {
    paths: [...files.keys()],
    bytes: async path => {
      const file = files.get(path)
      if (!file) return null
      if (!file.bytes) throw refused(`${path} is no document.`)
      return file.bytes
    },
    locate: async path => {
      const file = files.get(path)
      return file ? { offset: file.offset, packed, size: file.size, deflated: false, isWhole: true } : null
    },
  }
}
