import { task } from '@lms/service-host'
import { z } from 'zod'

/** Checks an archive and restores it, some seconds of work in each step; to read a single file of 5 GiB may take minutes. */
export const restoreSchool = task('restore-school', {
  returns: 'never',
  payload: z.object({}),
  state: z.object({ done: z.int() }),
  progress: ({ done }) => ({ done, total: null }),
  attempts: 10,
  longestPause: 60,
  deadline: 300,
  atOnce: 1,
  counted: false,
})
