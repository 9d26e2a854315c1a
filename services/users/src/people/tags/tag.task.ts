import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Removes a deleted tag from its people, or replaces it by the tag that it was merged into. */
export const leaveTag = task('leave-tag', {
  payload: z.object({ tag_id: id('tag') }),
  state: z.object({ people: z.int() }),
  progress: ({ people }) => ({ done: people, total: null }),
})
