import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'
import { Packed } from './extraction.contract.ts'
import { OutageState } from './while-unavailable.ts'

/** Two at a time, as checks of large files. */
export const extractFile = task('extract-file', {
  payload: z.object({ file_id: id('fil'), archive_id: id('fil'), ...Packed.shape }),
  state: OutageState,
  deadline: 900,
  attempts: 3,
  pause: 600,
  atOnce: 2,
})
