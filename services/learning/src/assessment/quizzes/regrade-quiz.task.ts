import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Judges the attempts at a quiz again by its present pass mark, and writes the grades by the attempt that counts now. */
export const regradeQuiz = task('regrade-quiz', {
  payload: z.object({ quiz_id: id('quz'), judges: z.boolean() }),
  state: z.object({ after: id('att') }),
})
