// Test values for requests about imports of attendance, besides their declared bodies.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'attendanceImports.run': async school => {
    const [session, one, other] = await Promise.all([
      school.make('webinarSessions.create'),
      school.make('users.create'),
      school.make('users.create'),
    ])
    const csv = `email,minutes\n${one.email},45\n${other.email},50\n`
    return { body: { session_id: session.id, csv } }
  },
}
