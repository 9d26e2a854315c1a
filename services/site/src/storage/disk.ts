// Bytes in a folder of this machine, the embedded default.
//
//   <school>/<file>/original/1, 2, …       the parts of a finished object, all of one size but the last
//   <school>/<file>/<variant>/1
//   <school>/<file>/uploads/<upload>/1, …  the parts of an upload, each under a name of its own until it is whole
//
// A part is written to a file of its own and renamed when it is whole, and an upload becomes the object by a rename of
// its folder. So whatever breaks off leaves nothing that looks finished, nobody who still sends can change an object,
// and no byte is copied, whatever number of processes shares the folder.
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Vault } from '@lms/service-host'
import { absent, bytesOf, isPart, partsIn, piece, sizeOf, sizesIn, writePart } from './disk-parts.ts'
import { mebibyte } from './file.object.ts'
import { linkPath } from './links.ts'
import {
  type ByteRange,
  type Download,
  isKey,
  maxRemoved,
  NoObject,
  type OpenUpload,
  partsOf,
  placeOfSchool,
  readKey,
  type Storage,
  type StorageCall,
  StorageFull,
  type StoredFacts,
  type StoredObject,
  type StoredPage,
  type Upload,
  UploadIncomplete,
  type UploadLink,
  type UploadPart,
} from './storage.ts'

const uploads = 'uploads'
const original = 'original'
/** The root of a disk has other folders, which nobody may read: lost+found. */
const isSchool = (name: string) => name.startsWith('sch_')

export interface DiskOptions {
  /** Bytes that stay free for everything else on the disk: uploads are refused before it is full. */
  readonly reserve?: number
  /** The files of a page of `list`. */
  readonly page?: number
}

export class DiskStorage implements Storage {
  readonly kind = 'disk'
  readonly origin = null
  readonly #root: string
  readonly #vault: Vault
  readonly #reserve: number
  readonly #page: number

  constructor(root: string, vault: Vault, { reserve = 256 * mebibyte, page = 1000 }: DiskOptions = {}) {
    this.#root = root
    this.#vault = vault
    this.#reserve = reserve
    this.#page = page
  }

  async begin({ key, size }: StoredObject): Promise<string> {
    const uploadId = randomBytes(12).toString('hex')
    await this.#spaced(size, () => mkdir(this.#uploadFolder(key, uploadId), { recursive: true }))
    return uploadId
  }

  async uploadLinks({ key, size, type, uploadId }: Upload, expiresAt: Date): Promise<UploadLink[]> {
    return partsOf(size).map((bytes, index) => ({
      number: index + 1,
      method: 'PUT',
      url: linkPath(this.#vault, 'files', {
        method: 'PUT',
        key,
        upload: uploadId,
        part: index + 1,
        size: bytes,
        type,
        expires: expiresAt.getTime(),
      }),
      headers: { 'content-type': type },
      size: bytes,
    }))
  }

  /**
   * Stores one part. Throws `UploadIncomplete` if the source ends early or is longer, `NoObject` if the upload is
   * finished or removed.
   */
  async receive(
    { key, uploadId }: OpenUpload,
    { number, size }: UploadPart,
    source: Readable,
    signal: AbortSignal,
  ): Promise<void> {
    const folder = this.#uploadFolder(key, uploadId)
    await this.#spaced(size, () => writePart(folder, { number, size }, source, signal))
  }

  writePart(upload: OpenUpload, part: UploadPart, source: Readable, { signal }: StorageCall): Promise<void> {
    return this.receive(upload, part, source, signal)
  }

  async finish({ key, size, uploadId, parts = partsOf(size) }: Upload): Promise<void> {
    const from = this.#uploadFolder(key, uploadId)
    const to = this.#folder(key)
    const sizes = await sizesIn(from)
    if (sizes === null && (await sizesIn(to)) !== null) return
    const missing = parts.findIndex((bytes, index) => sizes?.get(index + 1) !== bytes)
    if (missing >= 0) throw new UploadIncomplete(`Part ${missing + 1} of the upload is missing.`)
    await rename(from, to)
    await syncFolder(join(to, '..'))
    for (const name of await readdir(to)) if (!isPart(name)) await rm(join(to, name), { force: true })
  }

  async stat(key: string): Promise<StoredFacts | null> {
    const parts = await partsIn(this.#folder(key))
    return parts && { size: sizeOf(parts), modified: parts.modified }
  }

  async read(key: string, range: ByteRange | null, { signal }: StorageCall): Promise<Readable> {
    const folder = this.#folder(key)
    const parts = await partsIn(folder)
    if (!parts) throw new NoObject(`The storage has no ${key}.`)
    const requestedRange = range ?? { start: 0, end: sizeOf(parts) - 1 }
    return Readable.from(bytesOf(folder, parts, requestedRange, signal), {
      objectMode: false,
      highWaterMark: piece,
    })
  }

  async write(
    { key, size }: StoredObject,
    source: Readable | Buffer,
    { signal }: StorageCall,
  ): Promise<void> {
    const folder = this.#uploadFolder(key, randomBytes(12).toString('hex'))
    const to = this.#folder(key)
    await this.#spaced(size, async () => {
      await mkdir(folder, { recursive: true })
      try {
        const bytes = source instanceof Readable ? source : Readable.from([source], { objectMode: false })
        await writePart(folder, { number: 1, size }, bytes, signal)
        await removeFolder(to)
        await rename(folder, to)
      } catch (error) {
        await removeFolder(folder)
        throw error
      }
    })
  }

  async remove(file: string): Promise<void> {
    await removeFolder(this.#fileFolder(file))
  }

  async removeSome(school: string): Promise<number> {
    const folder = join(this.#root, placeOfSchool(school))
    const names = (await namesIn(folder)).slice(0, maxRemoved)
    for (const name of names) await removeFolder(join(folder, name))
    if (names.length === 0) await removeFolder(folder)
    return names.length
  }

  async downloadLink(key: string, { name, type, disposition, expiresAt }: Download): Promise<string> {
    const expires = expiresAt.getTime()
    return linkPath(this.#vault, 'files', { method: 'GET', key, name, type, disposition, expires })
  }

  async list(after: string | null): Promise<StoredPage> {
    const [afterSchool = '', afterFile = ''] = after?.split('/') ?? []
    const files: StoredPage['files'][number][] = []
    for (const school of (await namesIn(this.#root)).filter(name => isSchool(name) && name >= afterSchool)) {
      const names = (await namesIn(join(this.#root, school))).filter(name => isKey(`${school}/${name}`))
      for (const id of school === afterSchool ? names.filter(name => name > afterFile) : names) {
        const folderStat = await stat(join(this.#root, school, id)).catch(absent)
        if (folderStat) files.push({ school, id, modified: folderStat.mtime })
        if (files.length === this.#page) return { files, next: `${school}/${id}` }
      }
    }
    return { files, next: null }
  }

  #fileFolder(key: string): string {
    const { school, file } = readKey(key)
    return join(this.#root, school, file)
  }
  #folder(key: string): string {
    return join(this.#fileFolder(key), readKey(key).variant ?? original)
  }
  #uploadFolder(key: string, uploadId: string): string {
    if (!/^[0-9a-f]{24}$/.test(uploadId)) throw new Error(`${JSON.stringify(uploadId)} is no upload.`)
    return join(this.#fileFolder(key), uploads, uploadId)
  }

  /** Runs what stores this many bytes, if they leave the reserve free. */
  async #spaced<T>(bytes: number, run: () => Promise<T>): Promise<T> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 })
    const { bavail, bsize } = await statfs(this.#root)
    if (bavail * bsize - bytes < this.#reserve) throw new StorageFull(`${this.#root} has no space left.`)
    return run().catch(error => {
      const { code } = error as NodeJS.ErrnoException
      throw code === 'ENOSPC' || code === 'EDQUOT' ? new StorageFull(error.message, { cause: error }) : error
    })
  }
}

/** The names in a folder, sorted; none without the folder. */
const namesIn = async (folder: string) => ((await readdir(folder).catch(absent)) ?? []).sort()

/** With a few tries, because somebody who still sends may be putting a file into it. */
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })

/** So that a rename survives a loss of power. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
