// The bytes of a file on their way from the archive of its school into the storage. Its row has returned before; the check of
// the archive has read these bytes and their hash.
import { Readable } from 'node:stream'
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { Pieces, unpacked } from '../files/extract-file.ts'
import { keyOf } from '../files/file.rules.ts'
import { makeVariants } from '../files/file.task.ts'
import { storageOf } from '../storage/settings.ts'
import { partsOf } from '../storage/storage.ts'
import { restoreFile } from './restore-file.task.ts'

export const restoreFileCall = builder.externalCall(restoreFile, {
  prepare: async ({ payload, work }, { files }) => {
    const file = await files.find(payload.file_id)
    if (file?.status !== 'ready') return null
    return { file, entry: payload, archive: keyOf({ school_id: work.school, id: payload.archive_id }) }
  },
  call: async (restoration, { runtime, signal }) => {
    if (!restoration) return
    const { file, entry, archive } = restoration
    const storage = storageOf(runtime)
    const object = { key: keyOf(file), size: entry.size, type: file.content_type }
    const bytes = new Pieces(await unpacked(archive, entry, storage, { signal }))
    // Of a call before, or of a restore that was given up: what is finished does not change.
    await storage.remove(object.key, { signal })
    const upload = { ...object, uploadId: await storage.begin(object, { signal }) }
    const parts = partsOf(entry.size)
    for (const [index, size] of parts.entries()) {
      const source = Readable.from(bytes.next(size), { objectMode: false })
      await storage.writePart(upload, { number: index + 1, size }, source, { signal })
    }
    await bytes.end()
    await storage.finish({ ...upload, parts }, { signal })
  },
  // Smaller pictures are made again: no archive has them.
  finish: async ({ payload, work }, { files }) => {
    const file = await files.find(payload.file_id)
    if (file?.variants.length) enqueue(work, makeVariants, { file_id: file.id })
  },
})
