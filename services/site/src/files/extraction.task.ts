import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { Packed } from './extraction.contract.ts'

/** Two at a time, as checks of large files. */
export const extractFile = task('extract-file', {
  payload: z.object({ file_id: id('fil'), archive_id: id('fil'), ...Packed.shape }),
  deadline: 900,
  attempts: 5,
  pause: 10,
  atOnce: 2,
})
