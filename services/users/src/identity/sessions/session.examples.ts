// Test values for requests about sessions, besides their declared bodies.

import { type Examples, on, type School } from '@lms/testing/examples'
import { messengerId, widgetFields } from '@lms/testing/messenger'

/** A person with two sessions. */
async function signedIn(school: School): Promise<{ id: string }> {
  const id = messengerId()
  const signIn = (username: string) => school.done('auth.messenger', { body: widgetFields({ id, username }) })
  await signIn('one')
  return (await signIn('two')).user
}

export const examples: Examples = {
  'sessions.list': on(signedIn),
  'sessions.close': on(signedIn),
}

export const references: Examples = {
  'sessions.close session_id': async school => {
    const path = { id: (await signedIn(school)).id }
    const { data } = await school.done('sessions.list', { path })
    return { path, body: { session_id: data[0].id } }
  },
}
