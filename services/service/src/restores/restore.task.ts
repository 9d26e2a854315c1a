import { task } from '@lms/service-host'
import { z } from 'zod'

/** Checks an archive and restores it, some seconds of work in each step; a single file may take minutes. */
export const restoreSchool = task('restore-school', {
  returns: 'never',
  payload: z.object({}),
  state: z.object({ done: z.int() }),
  progress: ({ done }) => ({ done, total: null }),
  attempts: 10,
  longestPause: 60,
  deadline: 900,
  atOnce: 1,
  counted: false,
})
