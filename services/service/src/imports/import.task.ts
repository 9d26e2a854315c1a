import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

const payload = z.object({ import_id: id('imp') })

/** Takes the rows of a file, a slice in each step; hours of it wait for the users service. */
export const runImport = task('run-import', {
  returns: 'never',
  payload,
  state: z.object({ done: z.int() }),
  progress: ({ done }) => ({ done, total: null }),
  ...throughOutages,
  deadline: 60,
  atOnce: 2,
})

/** Deletes an import a while after its end; its link has expired before. */
export const forgetImport = task('forget-import', { payload, counted: false })

/** Days that an import is listed after its end. */
export const keptDays = 30
