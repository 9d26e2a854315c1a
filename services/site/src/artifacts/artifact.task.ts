import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

const payload = z.object({ file_id: id('fil') })

/** Reads the pieces of a file from its maker into the storage; two at a time, because each keeps the storage busy. */
export const storeArtifact = task('store-artifact', {
  returns: 'never',
  payload,
  deadline: 900,
  attempts: 8,
  pause: 5,
  longestPause: 300,
  atOnce: 2,
  counted: false,
})

/** Stores a file that is being made, a part in each call; the next pieces, or the end, enqueue it again. */
export const growArtifact = task('grow-artifact', {
  returns: 'never',
  payload,
  state: z.object({}),
  deadline: 120,
  attempts: 8,
  pause: 5,
  longestPause: 300,
  atOnce: 2,
  counted: false,
})

/** Deletes a file whose link has expired. */
export const forgetArtifact = task('forget-artifact', { returns: 'never', payload, counted: false })
