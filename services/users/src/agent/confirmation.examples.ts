// Proposals for tests. A key without a person declines; what follows a yes is in the spec.

import type { Examples } from '@lms/testing/examples'
import { unique } from '@lms/testing/examples'

export const examples: Examples = {
  'agentConfirmations.propose': () => ({
    body: { method: 'POST', path: '/v1/tags', body: { name: unique() }, summary: '' },
  }),
  'agentChat.ask': async school => ({
    onBehalfOf: (await school.make('users.create', { role: 'owner' })).id,
  }),
}

export const references: Examples = {
  'agentConfirmations.answer also.[]': async school => {
    const [one, other] = [
      await school.make('agentConfirmations.propose'),
      await school.make('agentConfirmations.propose'),
    ]
    return { path: { id: one.id }, body: { answer: 'no', also: [other.id] } }
  },
}
