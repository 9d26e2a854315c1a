// Test values for requests about chat messages, besides their declared bodies.
import type { Examples, School } from '@lms/testing/examples'

/** A person in a live session. */
async function participant(school: School) {
  const { session_id, user_id } = await school.make('webinarRegistrations.create')
  await school.done('webinarSessions.start', { path: { id: session_id } })
  return { session_id, user_id }
}

export const examples: Examples = {
  'webinarMessages.create': async school => ({
    body: { ...(await participant(school)), text: 'Good evening!' },
  }),
}
