import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Asks who has a tag or has bought an offer that a rule begins to name; later changes are heard. */
export const findHolders = task('find-holders', {
  payload: z.object({ object_id: z.union([id('tag'), id('off')]) }),
  state: z.object({ after: z.union([id('usr'), id('ord')]) }),
  counted: false,
})
