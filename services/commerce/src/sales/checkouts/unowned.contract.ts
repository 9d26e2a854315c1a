// Checkouts of visitors who have left a contact, as data about the person with that contact.
import { I, id, resource } from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'

export const unownedCheckouts = resource({
  bind: I('POST /internal/checkouts/bind', {
    summary: 'Make the checkouts with the contact of a person theirs, before the person is erased',
    callers: ['users'],
    permission: null,
    body: z.object({ user_id: id('usr'), email: User.shape.email, phone: User.shape.phone }),
    returns: z.object({ user_id: id('usr') }),
  }),
})
