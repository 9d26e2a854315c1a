import { slug } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** The basis of a topic decides who may get messages about it: whoever has asked that asks again. */
export const topicsChanged = task('topics-changed', {
  payload: z.object({ topics: z.array(slug(40)).min(1).max(200) }),
  counted: false,
})
