// Administrators for the tests of accesses to the agent.
import type { Examples } from '@lms/testing/examples'

export const examples: Examples = {
  'agentAccess.open': async school => ({
    body: { userId: (await school.make('users.create', { role: 'administrator' })).id },
  }),
  'agentAccess.close': async school => {
    const { id: userId } = await school.make('users.create', { role: 'administrator' })
    await school.done('agentAccess.open', { body: { userId } })
    return { body: { userId } }
  },
}

export const references: Examples = {
  'agentAccess.update userId': async school => {
    const { id: userId } = await school.make('users.create', { role: 'administrator' })
    await school.done('agentAccess.open', { body: { userId } })
    return { body: { userId, role: undefined, open: false } }
  },
}
