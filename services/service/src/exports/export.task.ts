import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const payload = z.object({ export_id: id('exp') })

/** Pages through the list, a piece of the file in each step. Two at a time in a process. */
export const buildExport = task('build-export', {
  returns: 'never',
  payload,
  state: z.object({ done: z.int() }),
  progress: ({ done }) => ({ done, total: null }),
  attempts: 10,
  longestPause: 300,
  deadline: 60,
  atOnce: 2,
})

/** Ends a ready export when its link expires, and deletes its row, or that of a failed one, after a while. */
export const expireExport = task('expire-export', { returns: 'never', payload, counted: false })

/** Days that an export without a file is listed. */
export const keptDays = 30
