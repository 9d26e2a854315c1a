// Changes of tags and orders, and presence at webinars, for the rules that name them.
import { type Order, orderCanceled, orderPaid, orderRefunded } from '@lms/commerce/contract'
import { userTagAdded, userTagRemoved } from '@lms/users/contract'
import { webinarAttended } from '@lms/webinars/contract'
import { builder } from '../../builder.ts'
import type { Holding } from './holding.store.ts'

export const onTagAdded = builder.reaction('tag-added', userTagAdded, async ({ event }, { holdings }) => {
  const { id, user_id, added_at } = event.data.object
  holdings.hear([{ user_id, object_id: id, source_id: '', since: added_at, changed_at: event.created_at }])
})

export const onTagRemoved = builder.reaction(
  'tag-removed',
  userTagRemoved,
  async ({ event }, { holdings }) => {
    const { id, user_id } = event.data.object
    holdings.hear([{ user_id, object_id: id, source_id: '', since: null, changed_at: event.created_at }])
  },
)

export const onOrderPaid = builder.reaction('order-paid', orderPaid, async ({ event }, { holdings }) => {
  const order = event.data.object
  if (!order.as_gift) holdings.hear(ofOrder(order, order.paid_at ?? event.created_at, event.created_at))
})

export const onOrderCanceled = builder.reaction(
  'order-canceled',
  orderCanceled,
  async ({ event }, { holdings }) => holdings.hear(ofOrder(event.data.object, null, event.created_at)),
)

/** A refund in part leaves the order paid. */
export const onOrderRefunded = builder.reaction(
  'order-refunded',
  orderRefunded,
  async ({ event }, { holdings }) => {
    const order = event.data.object
    if (order.status === 'refunded') holdings.hear(ofOrder(order, null, event.created_at))
  },
)

export const onWebinarAttended = builder.reaction(
  'webinar-attended',
  webinarAttended,
  async ({ event }, { attendances }) => {
    const { user_id, session_id, webinar_id, kind, live_seconds, recording_percent } = event.data.object
    const attendance = { user_id, session_id, webinar_id, kind, live_seconds, recording_percent }
    attendances.take([{ ...attendance, at: event.created_at }])
  },
)

const ofOrder = (order: Order, since: string | null, changed_at: string): Holding[] =>
  [...new Set(order.items.map(({ offer_id }) => offer_id))].map(object_id => ({
    ...{ user_id: order.user_id, object_id, source_id: order.id },
    ...{ since, changed_at },
  }))
