// The parts of an object or an upload, which are files in one folder.
import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { addAbortSignal, type Readable } from 'node:stream'
import { type ByteRange, NoObject, UploadIncomplete } from './storage.ts'

/** The name of a whole part is its number, from 1. */
export const isPart = (name: string) => /^[1-9]\d*$/.test(name)

/** Bytes read at a time. */
export const piece = 256 * 1024

/** Writes a part under a name that nobody else has, and gives it its number when it is whole and on the disk. */
export async function writePart(
  folder: string,
  { number, size }: { number: number; size: number },
  source: Readable,
  signal: AbortSignal,
): Promise<void> {
  const path = join(folder, `${number}.${randomBytes(8).toString('hex')}`)
  const file = await open(path, 'wx', 0o600).catch(error => {
    throw error.code === 'ENOENT'
      ? new NoObject('The upload is finished or removed.', { cause: error })
      : error
  })
  try {
    let written = 0
    // A request stays usable: it still gets its answer.
    for await (const bytes of addAbortSignal(signal, source).iterator({ destroyOnReturn: false })) {
      if (written + bytes.length > size) throw new UploadIncomplete(`The part has more than ${size} bytes.`)
      for (let at = 0; at < bytes.length; ) at += (await file.write(bytes, at)).bytesWritten
      written += bytes.length
    }
    if (written < size) throw new UploadIncomplete(`The part ended after ${written} of ${size} bytes.`)
    await file.datasync()
    await file.close()
    await rename(path, join(folder, String(number))).catch(error => {
      throw error.code === 'ENOENT'
        ? new NoObject('The upload is finished or removed.', { cause: error })
        : error
    })
  } catch (error) {
    await file.close().catch(() => {})
    await rm(path, { force: true })
    throw error
  }
}

/** The bytes of each whole part, by number; null without a folder. */
export async function sizesIn(folder: string): Promise<Map<number, number> | null> {
  const names = await readdir(folder).catch(absent)
  if (!names) return null
  const entries = names
    .filter(isPart)
    .map(async name => [Number(name), (await stat(join(folder, name))).size] as const)
  return new Map(await Promise.all(entries))
}

/** The parts of a finished object: their number, the bytes of each but the last, and those of the last. */
interface Parts {
  readonly count: number
  readonly each: number
  readonly last: number
  readonly modified: Date
}
/** Bytes of the whole object. */
export const sizeOf = ({ count, each, last }: Parts) => (count - 1) * each + last

/** The parts in a folder; null if there are none. */
export async function partsIn(folder: string): Promise<Parts | null> {
  const names = await readdir(folder).catch(absent)
  const count = names?.filter(isPart).length ?? 0
  if (count === 0) return null
  const [first, last] = await Promise.all(
    [1, count].map(number => stat(join(folder, String(number))).catch(absent)),
  )
  return first && last ? { count, each: first.size, last: last.size, modified: last.mtime } : null
}

/** The bytes of a range, part by part. */
export async function* bytesOf(
  folder: string,
  { count, each }: Parts,
  { start, end }: ByteRange,
  signal: AbortSignal,
) {
  for (let number = Math.min(count, Math.floor(start / each) + 1); number <= count; number++) {
    const before = (number - 1) * each
    if (before > end) return
    const partRange = { start: Math.max(0, start - before), end: end - before }
    yield* createReadStream(join(folder, String(number)), { ...partRange, signal, highWaterMark: piece })
  }
}

/** Null for what is not there. Throws any other error. */
export function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
