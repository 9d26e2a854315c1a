import { Refused } from '@lms/contract'
import { enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { limitsOf } from '../schools/school.rules.ts'
import { endFile, forgetInTime } from './end-file.ts'
import { fileExtraction } from './extraction.contract.ts'
import { extractFile } from './extraction.task.ts'
import { refuseUsed } from './file-use.ts'

export const extractionHandlers = builder.implement(fileExtraction, {
  extract: async ({ body, work }, { files, schools, storageUse }) => {
    const { archive_id, offset, packed, deflated, isWhole = false, ...described } = body
    const existingFile = await files.find(body.id)
    if (existingFile) return { status: existingFile.status }
    const [archive, school] = await Promise.all([files.find(archive_id), schools.find(work.school)])
    if (archive?.status !== 'ready' || (isWhole ? packed : offset + packed) > archive.size)
      return { status: 'gone' as const }
    const refusal = await storageUse
      .take(body.size, limitsOf(school?.limits ?? {}))
      .catch((error: unknown) => {
        if (error instanceof Refused) return error
        throw error
      })
    if (refusal) return { status: 'full' as const }
    const file = files.insert({
      ...files.fresh(body.id),
      ...described,
      ...{ status: 'uploading', problem: null, width: null, height: null, variants: [], ready_at: null },
      ...{ sha256: null, upload_id: null, user_id: null },
    })
    forgetInTime(file, work)
    enqueue(work, extractFile, { file_id: file.id, archive_id, offset, packed, deflated, isWhole })
    return { status: file.status }
  },

  discard: async ({ path, work }, stores) => {
    const file = await stores.files.lock(path.id)
    await refuseUsed(file.id, stores)
    endFile(file, work, stores)
    return { id: file.id, deleted: true as const }
  },
})
