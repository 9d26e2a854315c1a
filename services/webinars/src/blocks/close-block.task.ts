import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Closes a block at the end of its duration. */
export const closeBlock = task('close-block', {
  payload: z.object({ block_id: id('wbb') }),
  counted: false,
})
