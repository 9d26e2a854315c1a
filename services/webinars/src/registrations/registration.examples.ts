// Test values for requests about registrations, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'webinarRegistrations.create': async school => {
    const [session, person] = await Promise.all([
      school.make('webinarSessions.create'),
      school.make('users.create'),
    ])
    return { body: { session_id: session.id, user_id: person.id } }
  },
}
