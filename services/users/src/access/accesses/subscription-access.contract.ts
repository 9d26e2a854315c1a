// What subscriptions give: the commerce service says when it stands still and when it ends.
import { I, id, oneOf, resource, timestamp } from '@lms/contract'
import { z } from 'zod'
import { groupJoined, groupLeft } from '../groups/member.contract.ts'
import { accessChanged, accessRevoked } from './access.contract.ts'

export const subscriptionAccesses = resource({
  /** False if the payment of the order has not been processed yet: then the call is to be repeated. */
  follow: I('POST /internal/subscription-accesses', {
    summary: 'Have the accesses and places of a subscription freeze, run or end',
    callers: ['commerce'],
    permission: null,
    body: z.object({
      subscription_id: id('sbs'),
      user_id: id('usr'),
      order_id: id('ord').describe('The order that paid the present period.'),
      group_ids: z.array(id('grp')).max(200).describe('The groups in which the period gives a place.'),
      state: oneOf(['running', 'frozen', 'ended']),
      at: timestamp().describe('When it froze or ended.'),
      access_expires_at: timestamp().describe('The end of what the present period gives.'),
    }),
    returns: z.object({ followed: z.boolean() }),
    emits: [accessChanged, accessRevoked, groupJoined, groupLeft],
  }),
})
