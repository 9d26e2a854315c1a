// Reads the bytes of an upload once, and says whether they are what was announced.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import sharp from 'sharp'
import { type File, type FileProblem, longestSide, maxPixels, vectorType } from '../storage/file.object.ts'
import { type Storage, type StorageCall, type Upload, UploadIncomplete } from '../storage/storage.ts'
import { detectType, headBytes, isPicture, mayBe } from './file-type.rules.ts'
import type { Scan } from './scan.ts'

/** What was found. Of an accepted file the hash is known, and of an image its size. */
export type Finding = Accepted | { problem: FileProblem } | 'incomplete'
type Accepted = { problem: null; sha256: string } & Size
type Size = Pick<File, 'width' | 'height'>

type Announced = Pick<File, 'content_type' | 'size' | 'sha256'>

/** Joins the parts, reads them, and compares. `scan` is null where nothing is scanned. */
export async function inspect(
  announced: Announced,
  upload: Upload,
  { storage, scan }: { storage: Storage; scan: Scan | null },
  call: StorageCall,
): Promise<Finding> {
  try {
    await storage.finish(upload, call)
  } catch (error) {
    if (error instanceof UploadIncomplete) return 'incomplete'
    throw error
  }
  const read = await readOnce(await storage.read(upload.key, null, call), scan, call)
  if (read.size !== announced.size) return { problem: 'size_differs' }
  if (announced.sha256 && announced.sha256 !== read.sha256) return { problem: 'hash_differs' }
  if (read.infected) return { problem: 'infected' }
  if (!mayBe(announced.content_type, await detectType(read.head), read.head))
    return { problem: 'type_differs' }
  // A drawing is read as a whole: a larger one is a file like any other.
  const isCut = announced.content_type === vectorType && read.size > headBytes
  const size = isPicture(announced.content_type) && !isCut ? await sizeOf(read.head) : noSize
  return 'problem' in size ? size : { problem: null, sha256: read.sha256, ...size }
}

/** The hash, the first bytes and the length, and whether the scanner found something: all in one pass. */
async function readOnce(bytes: Readable, scan: Scan | null, call: StorageCall) {
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  const scanning = await scan?.begin(call)
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      if (size < headBytes) head.push(chunk.subarray(0, headBytes - size))
      size += chunk.length
      hash.update(chunk)
      await scanning?.write(chunk)
    }
    const infected = (await scanning?.end()) ?? false
    return { sha256: hash.digest('hex'), head: Buffer.concat(head), size, infected }
  } finally {
    scanning?.close()
    bytes.destroy()
  }
}

const noSize: Size = { width: null, height: null }

/** The size of an image as it is shown, from its first bytes: nothing is decoded. */
async function sizeOf(head: Buffer): Promise<{ width: number; height: number } | { problem: FileProblem }> {
  const imageInfo = await sharp(head, { failOn: 'none', limitInputPixels: false })
    .metadata()
    .catch(() => null)
  if (!imageInfo?.width || !imageInfo.height) return { problem: 'unreadable' }
  const { width, height } = imageInfo.autoOrient
  if (Math.max(width, height) > longestSide || width * height > maxPixels)
    return { problem: 'too_many_pixels' }
  return { width, height }
}
