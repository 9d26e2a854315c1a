import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Scores the attempts that answered earlier versions of a question again, by its present one. */
export const regradeQuestion = task('regrade-question', {
  payload: z.object({
    quiz_id: id('quz'),
    question_id: id('qst'),
    since: z.int().describe('The first version whose answers the present one can read.'),
    number: z.int(),
  }),
  state: z.object({ after: id('att') }),
})
