import { id } from '@lms/contract'
import { task } from '@lms/service-host'
import { z } from 'zod'

/** A person who was anonymized, as an event says, leaves the journal. It is never given up in an hour or two. */
export const erasePerson = task('erase-person', {
  payload: z.object({ user_id: id('usr'), event_id: id('evt') }),
  state: z.object({ pass: z.int(), own: z.boolean(), position: z.int() }),
  attempts: 50,
  longestPause: 600,
  counted: false,
})
