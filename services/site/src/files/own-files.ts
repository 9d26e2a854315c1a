// What students and curators upload for answers and comments: within a quota of their own, so that nobody fills the school's
// storage.
import { type Caller, Refused } from '@lms/contract'
import { visibleFiles } from '@lms/service-host'
import { mebibyte } from '../storage/file.object.ts'
import { maxOwnBytes, maxOwnFileBytes, maxOwnFiles, refusals } from './file.contract.ts'
import type { FileRow, FileStore } from './file.store.ts'

/**
 * Whose the new file will be: that of a student or curator, or the school's. Refuses what goes beyond the quota of the person;
 * the row of the school's storage is locked, so of two uploads the second counts the first.
 */
export async function ownerOf(
  caller: Caller,
  size: number,
  files: Pick<FileStore, 'usedBy'>,
): Promise<FileRow['user_id']> {
  const { user } = caller
  if (!visibleFiles(caller) || user === null) return null
  const used = await files.usedBy(user)
  if (used.files >= maxOwnFiles)
    throw new Refused(
      refusals.own_files_limit_reached,
      `You have ${used.files} of ${maxOwnFiles} files. Delete some that no answer shows.`,
    )
  if (size > maxOwnFileBytes || used.bytes + size > maxOwnBytes)
    throw new Refused(
      refusals.own_files_limit_reached,
      `A file may have ${maxOwnFileBytes / mebibyte} MiB, and all your files ${maxOwnBytes / mebibyte} MiB together. Send a smaller file, or delete some that no answer shows.`,
    )
  return user
}
