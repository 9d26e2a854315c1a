// Test values for requests about imports of attendance, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'attendanceImports.run': async school => {
    const [session, person] = await Promise.all([
      school.make('webinarSessions.create'),
      school.make('users.create'),
    ])
    return { body: { session_id: session.id, csv: `email,minutes\n${person.email},45\n` } }
  },
}
