// The events that are sent: order.updated of a size that orders have.
import { formatTime, newId } from '@lms/contract'
import { eventSubject, type Message } from '@lms/events'
import { bodyOf } from '../../../services/webhooks/src/events/envelope.ts'

const ids = { order: newId('ord'), user: newId('usr'), key: newId('key'), offer: newId('off') }

export interface EventOptions {
  /** Of the order that changed; the same one by default. */
  order?: string
  /** Bytes of free text that the order carries. */
  padding?: number
}

/** An event as a service publishes it. */
export function eventAt(school: string, index: number, options: EventOptions = {}): Message {
  const id = newId('evt')
  const now = formatTime(new Date())
  const object = {
    id: options.order ?? ids.order,
    number: 1_000_000 + index,
    user_id: ids.user,
    status: 'waiting_payment',
    amount: 14_900,
    currency: 'EUR',
    items: [
      { id: 'itm_1', offer_id: ids.offer, name: 'Watercolour with a teacher', quantity: 1, amount: 14_900 },
    ],
    comment: `change ${index}${'.'.repeat(options.padding ?? 0)}`,
    paid_at: null,
    canceled_at: null,
    version: index,
    created_at: now,
    updated_at: now,
  }
  const payload = JSON.stringify({
    id,
    type: 'order.updated',
    created_at: now,
    api_version: 'v1',
    data: { object, previous: { comment: `change ${index - 1}` } },
    related: { user_id: ids.user, actor_id: ids.key },
  })
  return { id, subject: eventSubject(school, 'order.updated'), payload, requestId: id.slice(4) }
}

export const eventsOf = (school: string, count: number): Message[] =>
  Array.from({ length: count }, (_, index) => eventAt(school, index))

/** What a receiver gets of such an event. */
export function bodyAt(index: number): { id: string; text: string } {
  const { id, payload } = eventAt('school', index)
  return { id, text: bodyOf(payload, index, false) }
}
