// The check of an upload that was reported complete.
import { Refused } from '@lms/contract'
import { type ExternalSteps, enqueue, type PayloadOf, type Task, type Work } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { type FileProblem, mebibyte } from '../storage/file.object.ts'
import { storageOf } from '../storage/settings.ts'
import { uploadOf } from './begin-upload.ts'
import { forgetInTime } from './end-file.ts'
import { refusals } from './file.contract.ts'
import { variantsOf } from './file.rules.ts'
import type { FileRow } from './file.store.ts'
import { checkFile, checkLargeFile, makeVariants, removeBytes } from './file.task.ts'
import { type Finding, inspect } from './inspect.ts'
import { scanOf } from './scan.ts'
import { duringOutage } from './while-unavailable.ts'

/** Up to this many bytes a request waits for the check: a slow storage has read them before its deadline. */
export const maxAwaitedBytes = 64 * mebibyte

type Checked = Task<PayloadOf<typeof checkFile>, any>
type Steps = ExternalSteps<Checked, Stores, FileRow | null, Finding | null, FileRow | Refused>

const steps: Steps = {
  prepare: async ({ payload }, { files }) => {
    const [file] = await files.many([payload.file_id])
    return file?.status === 'checking' ? file : null
  },
  call: async (file, { runtime, signal }) =>
    file &&
    inspect(file, uploadOf(file), { storage: storageOf(runtime), scan: scanOf(runtime.config) }, { signal }),
  finish: async ({ payload, outcome, work, now }, stores) => {
    const { files } = stores
    const file = await files.lock(payload.file_id)
    if (outcome === null || file.status !== 'checking') return file
    if (outcome === 'incomplete') {
      forgetInTime(files.move(file, 'resume'), work)
      return new Refused(refusals.upload_incomplete)
    }
    if (outcome.problem !== null) return reject(file, outcome.problem, work, stores)
    const { sha256, width, height } = outcome
    const ready = files.move(file, 'accept', { sha256, width, height, ready_at: now })
    forgetInTime(ready, work)
    if (width && height && variantsOf({ width, height }).length) enqueue(work, makeVariants, payload)
    return ready
  },
  pending: ({ payload }, { files }) => files.get(payload.file_id),
  failed: async ({ payload, work }, stores) => {
    const file = await stores.files.lock(payload.file_id)
    // Its bytes stay, with their room: whoever uploaded them has them checked again.
    if (file.status === 'checking')
      forgetInTime(stores.files.move(file, 'reject', { problem: 'unchecked' }), work)
  },
}

/** The row stays for a while, to say why; the bytes and their room go. */
export function reject(
  file: FileRow,
  problem: FileProblem,
  work: Work['work'],
  { files, storageUse }: Stores,
): FileRow {
  const rejected = files.move(file, 'reject', { problem })
  storageUse.giveBytesBack(file.size)
  forgetInTime(rejected, work)
  enqueue(work, removeBytes, { file_id: file.id })
  return rejected
}

export const checkFileCall = builder.externalCall(checkFile, steps)
export const checkLargeFileCall = builder.externalCall(checkLargeFile, duringOutage(checkLargeFile, steps))
