// Suppressed addresses that were given without a person, as data about the person who has them.
import { I, id, resource, text } from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'

export const unownedSuppressions = resource({
  bind: I('POST /internal/suppressions/bind', {
    summary: 'Make the suppressions of the addresses of a person theirs, before the person is erased',
    callers: ['users'],
    permission: null,
    body: z.object({
      user_id: id('usr'),
      email: User.shape.email,
      phone: User.shape.phone,
      messengers: z.array(text(200, 1)).max(100).describe('Their numbers in the messenger.'),
    }),
    returns: z.object({ user_id: id('usr') }),
  }),
})
