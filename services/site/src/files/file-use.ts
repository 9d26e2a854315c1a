// What uses files inside this service. A file is deleted only where nothing does.
import { Refused } from '@lms/contract'
import type { Stores } from '../builder.ts'
import { refusals } from './file.contract.ts'

/** The ids of the first few objects that use a file. They lock a file (`lockReady`) before they begin to. */
export type FileUse = (fileId: string, stores: Stores) => Promise<readonly string[]>

let uses: readonly FileUse[] = []

/** Sets the uses, when the service is put together: this file does not import them, because pages import files. */
export function keepFilesUsedBy(all: readonly FileUse[]): void {
  uses = all
}

/** Refuses if something uses the file, which is locked. */
export async function refuseUsed(fileId: string, stores: Stores): Promise<void> {
  const usingIds = (await Promise.all(uses.map(use => use(fileId, stores)))).flat()
  const details = usingIds.map(id => ({ path: 'id', message: `${id} uses this file` }))
  if (details.length) throw new Refused(refusals.file_in_use, undefined, { details: details.slice(0, 50) })
}
