// Checkouts of visitors who have left a contact, as data about the person with that contact.
import { I, id, resource, text } from '@lms/contract'
import { User } from '@lms/users/contract'
import { z } from 'zod'
import { Checkout } from './checkout.contract.ts'

export const unownedCheckouts = resource({
  bind: I('POST /internal/checkouts/bind', {
    summary: 'Make the checkouts with the contact of a person theirs, before the person is erased',
    callers: ['users'],
    permission: null,
    body: z.object({ user_id: id('usr'), email: User.shape.email, phone: User.shape.phone }),
    returns: z.object({ user_id: id('usr') }),
  }),
  /**
   * For an export, which makes them nobody's. A phone may be shared by a family: one whose contact names anybody else
   * besides, by another e-mail or phone, is not among them.
   */
  list: I('POST /internal/checkouts/unowned', {
    summary: 'List the checkouts that belong to nobody, and whose whole contact is that of a person',
    callers: ['users'],
    permission: null,
    body: z.object({ email: User.shape.email, phone: User.shape.phone, after: text(60).nullable() }),
    returns: z.object({ items: z.array(Checkout), next: text(60).nullable() }),
  }),
})
