// The stored file of an import as files by their paths: an archive, or one file of questions by itself.
import { maxEntryBytes, openArchive, type PackedFiles, type ReadPart } from '@lms/archive'
import { maxTarBytes, openTar } from '@lms/archive/tar'
import type { Sender } from '@lms/content/in-thread'

interface Stored {
  name: string
  size: number
  /** The first ones. */
  bytes: Buffer
}

/** What the first bytes of a file say that it is; null for what is no package. */
export function packageForm(
  name: string,
  { size, bytes }: Pick<Stored, 'size' | 'bytes'>,
): 'zip' | 'tar' | 'document' | null {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') return 'zip'
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return size <= maxTarBytes ? 'tar' : null
  return /\.(?:xml|txt|gift)$/i.test(name) && size > 0 && size <= maxEntryBytes ? 'document' : null
}

/** Opens the file; throws `ArchiveRefused`. */
export async function openPackage(read: ReadPart, file: Stored, sender: Sender): Promise<PackedFiles> {
  const form = packageForm(file.name, file)
  if (form === 'tar') return openTar(read, file.size, { sender, keeps: path => /\.xml$/i.test(path) })
  if (form !== 'document') return openArchive(read, file.size, sender)
  return {
    paths: [file.name],
    bytes: async path => (path === file.name ? wholeOf(read, file.size) : null),
    locate: async path =>
      path === file.name ? { offset: 0, packed: file.size, size: file.size, deflated: false } : null,
  }
}

async function wholeOf(read: ReadPart, size: number): Promise<Buffer> {
  const pieces: Buffer[] = []
  for (let start = 0; start < size; ) {
    const piece = await read({ start, length: Math.min(2 * 1024 ** 2, size - start) })
    if (piece.length === 0) break
    pieces.push(piece)
    start += piece.length
  }
  return Buffer.concat(pieces)
}
