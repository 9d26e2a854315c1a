// Test values for requests about recordings, besides their declared bodies.
import { type Examples, on } from '@lms/testing/examples'

export const examples: Examples = {
  'recordings.get': async school => ({
    path: { id: (await school.make('webinarRegistrations.create')).session_id },
  }),
  'recordings.attach': on(school => school.make('webinarSessions.create')),
}
