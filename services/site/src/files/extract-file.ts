// Unpacks an entry of a stored archive into the storage, as an upload of the platform's own; its check follows as after
// any upload.
import { Readable } from 'node:stream'
import { createGunzip, createInflateRaw } from 'node:zlib'
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { storageOf } from '../storage/settings.ts'
import { partsOf, type StorageCall } from '../storage/storage.ts'
import { reject } from './check-file.ts'
import { forgetInTime } from './end-file.ts'
import type { Packed } from './extraction.contract.ts'
import { extractFile } from './extraction.task.ts'
import { keyOf } from './file.rules.ts'
import { checkLargeFile } from './file.task.ts'
import { duringOutage } from './while-unavailable.ts'

/** The entry is not what the archive says: no repetition helps. */
class Unpackable extends Error {}

export const extractFileCall = builder.externalCall(
  extractFile,
  duringOutage(extractFile, {
    prepare: async ({ payload, work }, { files }) => {
      const file = await files.find(payload.file_id)
      if (file?.status !== 'uploading') return null
      return { file, entry: payload, archive: keyOf({ school_id: work.school, id: payload.archive_id }) }
    },
    call: async (extraction, { runtime, signal }) => {
      if (!extraction) return null
      const { file, entry, archive } = extraction
      const storage = storageOf(runtime)
      const object = { key: keyOf(file), size: file.size, type: file.content_type }
      // What a try before has left takes no room.
      await storage.remove(object.key, { signal })
      const bytes = new Pieces(await unpacked(archive, { ...entry, size: file.size }, storage, { signal }))
      const upload = { ...object, uploadId: await storage.begin(object, { signal }) }
      try {
        for (const [index, size] of partsOf(file.size).entries()) {
          const source = Readable.from(bytes.next(size), { objectMode: false })
          await storage.writePart(upload, { number: index + 1, size }, source, { signal })
        }
        await bytes.end()
        return { uploadId: upload.uploadId }
      } catch (error) {
        const cause = bytes.failure ?? error
        if (cause instanceof Unpackable) return 'unpackable' as const
        throw error
      }
    },
    finish: async ({ payload, outcome, work }, stores) => {
      if (outcome === null) return
      const { files } = stores
      const file = await files.lock(payload.file_id)
      if (file.status !== 'uploading') return
      if (outcome === 'unpackable') return void reject(files.move(file, 'check'), 'unreadable', work, stores)
      files.keepUpload(file.id, outcome.uploadId)
      forgetInTime(files.move(file, 'check'), work)
      enqueue(work, checkLargeFile, { file_id: file.id })
    },
    failed: async ({ payload, work }, stores) => {
      const file = await stores.files.lock(payload.file_id)
      if (file.status === 'uploading') reject(stores.files.move(file, 'check'), 'unreadable', work, stores)
    },
  }),
)

export async function unpacked(
  archive: string,
  { offset, packed, deflated, isWhole, size }: Packed & { size?: number },
  storage: ReturnType<typeof storageOf>,
  call: StorageCall,
): Promise<Readable> {
  if (packed === 0) return Readable.from([])
  if (isWhole) return withinWhole(archive, { offset, packed, size: size ?? 0 }, storage, call)
  const source = await storage.read(archive, { start: offset, end: offset + packed - 1 }, call)
  if (!deflated) return source
  const inflated = createInflateRaw()
  source.on('error', error => inflated.destroy(error))
  inflated.on('close', () => source.destroy())
  return source.pipe(inflated)
}

/** A part of what a whole packed archive is unpacked to; it is read from its beginning. */
async function withinWhole(
  archive: string,
  { offset, packed, size }: { offset: number; packed: number; size: number },
  storage: ReturnType<typeof storageOf>,
  call: StorageCall,
): Promise<Readable> {
  const source = await storage.read(archive, { start: 0, end: packed - 1 }, call)
  const unzipped = createGunzip()
  source.on('error', error => unzipped.destroy(error))
  unzipped.on('close', () => source.destroy())
  return Readable.from(partOf(source.pipe(unzipped), { offset, size }), { objectMode: false })
}

async function* partOf(
  stream: Readable,
  { offset, size }: { offset: number; size: number },
): AsyncGenerator<Buffer> {
  let at = 0
  for await (const piece of stream as AsyncIterable<Buffer>) {
    const part = piece.subarray(Math.max(0, offset - at), Math.max(0, offset + size - at))
    at += piece.length
    if (part.length > 0) yield part
    if (at >= offset + size) return
  }
}

/** A stream in pieces of given sizes, counted while it is read: headers lie. */
export class Pieces {
  readonly #source: AsyncIterator<Buffer>
  #rest: Buffer = Buffer.alloc(0)
  /** Why it could not be read; stores may hide it behind an error of their own. */
  failure: unknown = null

  constructor(source: Readable) {
    this.#source = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  }

  async *next(size: number): AsyncGenerator<Buffer> {
    for (let remaining = size; remaining > 0; ) {
      if (this.#rest.length === 0)
        this.#rest = (await this.#read()) ?? this.#fail('It is shorter than it says.')
      const piece = this.#rest.subarray(0, remaining)
      this.#rest = this.#rest.subarray(piece.length)
      remaining -= piece.length
      yield piece
    }
  }

  /** Throws where bytes are left. */
  async end(): Promise<void> {
    if (this.#rest.length > 0 || (await this.#read()) !== null) this.#fail('It is longer than it says.')
  }

  async #read(): Promise<Buffer | null> {
    try {
      const { value, done } = await this.#source.next()
      return done ? null : value
    } catch (error) {
      const code = (error as { code?: string }).code ?? ''
      return code.startsWith('Z_') ? this.#fail(String(error)) : this.#fail(error)
    }
  }

  #fail(why: unknown): never {
    this.failure = typeof why === 'string' ? new Unpackable(why) : why
    throw this.failure
  }
}
