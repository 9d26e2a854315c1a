// The beginning of an upload: the storage makes room, and the client gets the links for its bytes.
import { formatTime } from '@lms/contract'
import { builder } from '../builder.ts'
import { storageOf } from '../storage/settings.ts'
import { endFile } from './end-file.ts'
import type { StartedUpload } from './file.contract.ts'
import { keyOf, uploadEnds } from './file.rules.ts'
import type { FileRow } from './file.store.ts'
import { beginUpload } from './file.task.ts'
import { ownAddress } from './own-address.ts'

const objectOf = (file: FileRow) => ({ key: keyOf(file), size: file.size, type: file.content_type })

/** An upload as the storage knows it. */
export const uploadOf = (file: FileRow) => ({ ...objectOf(file), uploadId: file.upload_id ?? '' })

export const beginUploadCall = builder.externalCall(beginUpload, {
  prepare: async ({ payload }, { files }) => files.get(payload.file_id),
  call: async (file, { signal, runtime }) => {
    const storage = storageOf(runtime)
    const uploadId = await storage.begin(objectOf(file), { signal })
    const parts = await storage.uploadLinks({ ...objectOf(file), uploadId }, uploadEnds(file))
    return { uploadId, parts }
  },
  finish: async ({ payload, outcome, runtime }, { files, domains }): Promise<StartedUpload> => {
    const [file, address] = await Promise.all([files.lock(payload.file_id), ownAddress({ domains }, runtime)])
    files.keepUpload(file.id, outcome.uploadId)
    const parts = outcome.parts.map(part => ({ ...part, url: address(part.url) }))
    return { ...file, upload: { parts, expires_at: formatTime(uploadEnds(file)) } }
  },
  failed: async ({ payload, work }, stores) => {
    endFile(await stores.files.lock(payload.file_id), work, stores)
  },
})
