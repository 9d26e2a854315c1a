import { moment } from '@lms/contract'
import { task, throughOutages } from '@lms/service-host'
import { z } from 'zod'

/** Reads all objects of a school from where they are kept, table by table; then forgets those that are no more. */
export const rebuildFacts = task('rebuild-facts', {
  returns: 'never',
  payload: z.object({}),
  state: z.object({
    /** The place among the sources; behind the last one what was not read is forgotten. */
    source: z.int(),
    after: z.array(z.string().regex(/^[^\n]*$/)).nullable(),
    began_at: moment(),
    objects: z.int(),
  }),
  deadline: 60,
  ...throughOutages,
  counted: false,
  progress: ({ objects }) => ({ done: objects, total: null }),
})
