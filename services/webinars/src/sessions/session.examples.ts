// Test values for requests about sessions, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'webinarSessions.create': async school => ({
    body: {
      webinar_id: (await school.make('webinars.create')).id,
      starts_at: '2027-01-15T18:00:00.000+01:00',
    },
  }),
  'webinarSessions.finish': async school => {
    const { id } = await school.make('webinarSessions.create')
    await school.done('webinarSessions.start', { path: { id } })
    return { path: { id } }
  },
}
