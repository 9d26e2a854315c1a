// The ends of a file: its row goes in the transaction, its bytes by a task.
import { cancelTasks, enqueue, type UnitOfWork } from '@lms/service-host'
import { builder, type Stores } from '../builder.ts'
import { hasBytes } from '../storage/file.object.ts'
import { storageOf } from '../storage/settings.ts'
import { forgottenAt, keyOf } from './file.rules.ts'
import type { FileRow } from './file.store.ts'
import { forgetFile, removeBytes } from './file.task.ts'

/** Deletes a locked file, with its bytes and its room. */
export function endFile(file: FileRow, work: UnitOfWork, { files, storageUse }: Stores): void {
  files.remove(file)
  // The bytes of a rejected file went before it.
  storageUse.giveBack(hasBytes(file) ? file.size : 0)
  enqueue(work, removeBytes, { file_id: file.id })
}

/** Has the file forgotten in its time, if it is not to stay. */
export function forgetInTime(file: FileRow, work: UnitOfWork): void {
  const at = forgottenAt(file)
  if (at) enqueue(work, forgetFile, { file_id: file.id }, { at, key: file.id })
  else cancelTasks(work, forgetFile, [file.id])
}

export const forgetFileTask = builder.task(forgetFile, async ({ payload: { file_id }, work }, stores) => {
  const [existingFile] = await stores.files.many([file_id])
  if (!existingFile) return
  const file = await stores.files.lock(file_id)
  const at = forgottenAt(file)
  if (at && at <= work.origin.now) endFile(file, work, stores)
})

export const removeBytesCall = builder.externalCall(removeBytes, {
  prepare: async ({ payload, work }) => keyOf({ school_id: work.school, id: payload.file_id }),
  call: (key, { signal, runtime }) => storageOf(runtime).remove(key, { signal }),
  finish: async () => {},
})
