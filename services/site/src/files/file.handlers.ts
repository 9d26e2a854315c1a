import { formatTime, newId, Refused } from '@lms/contract'
import { answerAfter, enqueue } from '@lms/service-host'
import { builder } from '../builder.ts'
import { limitsOf } from '../schools/school.rules.ts'
import { hasBytes } from '../storage/file.object.ts'
import { storageOf } from '../storage/settings.ts'
import { beginUploadCall } from './begin-upload.ts'
import { checkFileCall, maxAwaitedBytes } from './check-file.ts'
import { endFile, forgetInTime } from './end-file.ts'
import { files, refusals } from './file.contract.ts'
import { keyOf, linkEnds } from './file.rules.ts'
import { checkLargeFile } from './file.task.ts'
import { refuseUsed } from './file-use.ts'
import { variantType } from './make-variants.ts'
import { ownAddress } from './own-address.ts'
import { ownerOf } from './own-files.ts'

export const fileHandlers = builder.implement(files, {
  list: ({ query }, { files }) => files.page(query),

  get: ({ path }, { files }) => files.get(path.id),

  start: async ({ body, caller, work }, { files, schools, storageUse }) => {
    const school = await schools.find(work.school)
    await storageUse.take(body.size, limitsOf(school?.limits ?? {}))
    const user_id = await ownerOf(caller, body.size, files)
    const file = files.insert({
      ...body,
      ...files.fresh(newId('fil')),
      ...{ status: 'uploading', problem: null, width: null, height: null, variants: [], ready_at: null },
      ...{ upload_id: null, user_id },
    })
    forgetInTime(file, work)
    return answerAfter(beginUploadCall, { file_id: file.id })
  },

  update: async ({ path, body }, { files }) => files.change(await files.lock(path.id), body),

  delete: async ({ path, work }, stores) => {
    const file = await stores.files.lock(path.id)
    await refuseUsed(file.id, stores)
    endFile(file, work, stores)
    return { id: file.id, deleted: true as const }
  },

  /** A file that was reported complete before is answered as it stands, unless nobody could check it. */
  complete: async ({ path, work }, { files }) => {
    const file = await files.lock(path.id)
    const isUnchecked = file.status === 'rejected' && hasBytes(file)
    if (file.status !== 'uploading' && !isUnchecked) return file
    const checking = files.move(file, 'check', { problem: null })
    forgetInTime(checking, work)
    if (file.size <= maxAwaitedBytes) return answerAfter(checkFileCall, { file_id: file.id })
    enqueue(work, checkLargeFile, { file_id: file.id })
    return checking
  },

  download: async ({ path, body: { variant, disposition }, work, runtime }, { files, domains }) => {
    const [file, address] = await Promise.all([files.get(path.id), ownAddress({ domains }, runtime)])
    files.checkVersion(file)
    if (file.status !== 'ready') throw new Refused(refusals.file_not_ready)
    if (variant && !file.variants.some(({ name }) => name === variant))
      throw new Refused(refusals.variant_missing)
    const expiresAt = linkEnds(work.origin.now)
    const [key, type] = variant
      ? [`${keyOf(file)}/${variant}`, variantType]
      : [keyOf(file), file.content_type]
    const link = { name: nameOf(file.name, variant), type, disposition, expiresAt }
    const url = await storageOf(runtime).downloadLink(key, link)
    return { id: file.id, url: address(url), expires_at: formatTime(expiresAt) }
  },
})

/** The name under which a browser saves it: that of a variant ends as its type does. */
const nameOf = (name: string, variant: string | null) =>
  variant ? `${name.replace(/\.[^.]*$/, '') || name}-${variant}.webp` : name
