// Helpers of the specs of files: uploads by their links, without a gateway.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Caller } from '@lms/contract'
import type { TestSystem } from '@lms/testing'
import { siteContract } from '../contract.ts'
import type { StartedUpload } from '../files/file.contract.ts'
import type { DiskStorage } from '../storage/disk.ts'
import type { File } from '../storage/file.object.ts'
import { readLink } from '../storage/links.ts'
import { storageOf } from '../storage/settings.ts'

export const filesOf = (system: TestSystem, caller: Caller) =>
  system.client('site', siteContract.resources, caller).files

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

export interface Announcement {
  name?: string
  content_type?: string
  size?: number
  sha256?: string | null
  folder?: string
  alt?: string
}

/** The uploads of one school. */
export function uploadsOf(system: TestSystem, caller: Caller) {
  const { runtime } = system.services.site!
  const files = filesOf(system, caller)
  const storage = storageOf(runtime) as DiskStorage

  /** Sends the bytes of one part to its link. */
  const send = async ({ url, number, size }: StartedUpload['upload']['parts'][number], bytes: Buffer) => {
    const token = url.split('/files/')[1]!
    const link = readLink(runtime.vault, 'files', token, caller.school)
    if (link?.method !== 'PUT') throw new Error('This is no link of this school for an upload.')
    const { key, upload: uploadId } = link
    await storage.receive(
      { key, uploadId },
      { number, size },
      Readable.from([bytes]),
      AbortSignal.timeout(20_000),
    )
  }

  /** Sends the bytes of all parts. */
  const sendAll = async ({ upload }: StartedUpload, bytes: Buffer) => {
    let sent = 0
    for (const part of upload.parts) {
      await send(part, bytes.subarray(sent, sent + part.size))
      sent += part.size
    }
  }

  /** Begins an upload of these bytes. */
  const start = (bytes: Buffer, announced: Announcement = {}): Promise<StartedUpload> =>
    files.start({
      body: { name: 'lake.png', content_type: 'image/png', size: bytes.length, ...announced },
    })

  /** Uploads the bytes and reports them complete. */
  const upload = async (bytes: Buffer, announced: Announcement = {}): Promise<File> => {
    const startedFile = await start(bytes, announced)
    await sendAll(startedFile, bytes)
    return files.complete({ path: { id: startedFile.id } })
  }
  return { files, storage, start, send, sendAll, upload }
}
