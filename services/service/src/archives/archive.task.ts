import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { CircularProgress } from '@lms/service-host/mail'
import { z } from 'zod'

const payload = z.object({ export_id: id('exp') })

/** Reads the school out, some megabytes of the archive in each step, while the storage takes the parts before. */
export const buildArchive = task('build-archive', {
  returns: 'never',
  payload,
  state: z.object({ done: z.int() }),
  progress: ({ done }) => ({ done, total: null }),
  attempts: 10,
  longestPause: 300,
  deadline: 60,
  atOnce: 1,
})

/** Tells all owners by e-mail that an archive was ordered. */
export const tellOwners = task('tell-owners-of-archive', {
  returns: 'never',
  payload,
  state: CircularProgress,
  ...throughOutages,
  counted: false,
})
