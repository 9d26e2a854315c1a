import { id } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Reads the present of all people of a school from where it is kept, then the events of the journal. */
export const rebuildFacts = task('rebuild-facts', {
  payload: z.object({}),
  state: z.discriminatedUnion('part', [
    z.object({ part: z.literal('people'), after: id('usr'), people: z.int() }),
    z.object({ part: z.literal('journal'), after: id('evt').nullable(), people: z.int() }),
  ]),
  deadline: 60,
  ...throughOutages,
  counted: false,
  progress: ({ people }) => ({ done: people, total: null }),
})
