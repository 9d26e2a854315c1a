import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Scores the attempts that answered earlier versions of a question again, by its present one. */
export const regradeQuestion = task('regrade-question', {
  payload: z.object({
    quiz_id: id('quz').describe('Whose attempts are looked at: another quiz may have drawn the question.'),
    question_id: id('qst'),
    since: z.int().describe('The first version whose answers the present one can read.'),
    number: z.int(),
  }),
  state: z.object({ after: id('att') }),
})
