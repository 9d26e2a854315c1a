import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** Erases an anonymized person from the journal. Its tries last for days. */
export const erasePerson = task('erase-person', {
  payload: z.object({ user_id: id('usr'), event_id: id('evt') }),
  state: z.object({ pass: z.int(), own: z.boolean(), position: z.int() }),
  attempts: 50,
  longestPause: 600,
  counted: false,
})
