import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Shows a block at its offset from the start of the session. */
export const showBlock = task('show-block', {
  payload: z.object({ block_id: id('wbb') }),
  counted: false,
})
