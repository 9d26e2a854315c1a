import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** A tag that is gone leaves its people, or gives them the one that it was merged into. */
export const leaveTag = task('leave-tag', {
  payload: z.object({ tag_id: id('tag') }),
  state: z.object({ people: z.int() }),
  progress: ({ people }) => ({ done: people, total: null }),
})
