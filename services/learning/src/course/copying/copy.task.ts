import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Copies the blocks of lessons into those of a copy, a few lessons a step. */
export const fillCopy = task('fill-copy', {
  payload: z.object({
    course_id: id('crs'),
    lessons: z.array(z.object({ from: id('les'), to: id('les') })),
    works: z
      .array(z.object({ from: z.union([id('quz'), id('asg')]), to: z.union([id('quz'), id('asg')]) }))
      .default([])
      .describe(
        'The ids of the copies of the quizzes and homework that rules and draws name, by those of the course.',
      ),
  }),
  state: z.object({ done: z.int() }),
  progress: ({ done }, { lessons }) => ({ done, total: lessons.length }),
})
