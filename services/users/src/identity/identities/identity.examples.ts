// Test values for requests about login methods, besides their declared bodies.
import { type Examples, type School, unique } from '@lms/testing/examples'

/** The first of two login methods of one person. */
async function spareIdentity(school: School): Promise<{ id: string }> {
  const { user_id, id } = await school.make('identities.bind')
  await school.done('identities.bind', { body: { provider: 'vk', subject: unique(), user_id } })
  return { id }
}

export const examples: Examples = {
  'identities.bind': async school => ({
    body: { subject: unique(), user_id: (await school.make('users.create')).id },
  }),
  'identities.unbind': async school => ({ path: await spareIdentity(school) }),
}
