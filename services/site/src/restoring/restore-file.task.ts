import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { Packed } from '../files/extraction.contract.ts'

/** Stores the bytes of a file from the archive of its school; two at a time, because each keeps the storage busy. */
export const restoreFile = task('restore-file', {
  returns: 'never',
  payload: z.object({ file_id: id('fil'), archive_id: id('fil'), size: z.int(), ...Packed.shape }),
  deadline: 900,
  attempts: 8,
  pause: 5,
  longestPause: 60,
  atOnce: 2,
  counted: false,
})
