import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Tells which hits of a message were made by people, when it is known what came with them. */
export const judgeHits = task('judge-hits', {
  payload: z.object({ message_id: id('msg') }),
  counted: false,
})
