// The scenarios of the demo school: journeys as a school has them, which people begin by what they do.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'

type Draft = Parameters<LmsClient['scenarios']['create']>[0]['body']

/** The segment of those whose birthday is known. */
export const withBirthday = {
  name: 'Have told their birthday',
  rule: { field: 'custom.birthday', exists: true },
}

const hour = 60
const day = 24 * hour
const over = { id: 'over', kind: 'end' } as const
const mail = (id: string, topic: string, subject: string, text: string, next: string) => ({
  ...{ id, kind: 'message' as const, topic, subject, next },
  body: `Hello {{ user.first_name }},\n\n${text}`,
})

/** The journeys by a short name; the one of birthdays begins with that segment. */
export const demoJourneys = (birthday: Id<'seg'>): Record<string, Draft> =>
  ({
    basket: {
      name: 'Abandoned basket',
      re_entry: 'after_leaving',
      re_entry_gap_hours: 7 * 24,
      graph: {
        nodes: [
          {
            id: 'left',
            kind: 'trigger',
            start: { by: 'event', type: 'order.checkout_abandoned' },
            next: 'later',
          },
          { id: 'bought', kind: 'exit', on: { by: 'event', type: 'order.paid' } },
          { id: 'later', kind: 'wait', until: { by: 'minutes', minutes: 4 * hour }, next: 'remind' },
          mail(
            'remind',
            'orders',
            'Your basket is still here',
            'do you have a question about the course?',
            'day',
          ),
          { id: 'day', kind: 'wait', until: { by: 'minutes', minutes: day }, next: 'call' },
          { id: 'call', kind: 'task', title: 'Ask whether anything is unclear', due_days: 3, next: 'over' },
          over,
        ],
      },
    },
    unpaid: {
      name: 'An order waits for its payment',
      re_entry: 'after_leaving',
      re_entry_gap_hours: 0,
      graph: {
        nodes: [
          {
            id: 'ordered',
            kind: 'trigger',
            start: {
              by: 'event',
              type: 'order.created',
              filter: [{ path: 'status', equals: 'waiting_payment' }],
            },
            next: 'day',
          },
          {
            // This order, whatever else the person pays.
            ...{ id: 'paid', kind: 'exit' },
            on: { by: 'event', type: 'order.paid', filter: [{ path: 'id', equals: { data: 'id' } }] },
          },
          { id: 'day', kind: 'wait', until: { by: 'minutes', minutes: day }, next: 'remind' },
          mail('remind', 'orders', 'Your order waits for you', 'order {{ number }} is not paid yet.', 'days'),
          { id: 'days', kind: 'wait', until: { by: 'minutes', minutes: 3 * day }, next: 'last' },
          mail('last', 'orders', 'Do you still want your place?', 'just answer this mail.', 'over'),
          over,
        ],
      },
    },
    webinar: {
      name: 'An hour before the webinar',
      re_entry: 'after_leaving',
      re_entry_gap_hours: 0,
      graph: {
        nodes: [
          {
            id: 'registered',
            kind: 'trigger',
            start: {
              by: 'event',
              type: 'webinar.registered',
              filter: [{ path: 'status', equals: 'registered' }],
            },
            next: 'hour',
          },
          {
            ...{ id: 'canceled', kind: 'exit', as: 'exit' },
            on: {
              by: 'event',
              type: 'webinar.registered',
              filter: [
                { path: 'status', equals: 'canceled' },
                { path: 'session_id', equals: { data: 'session_id' } },
              ],
            },
          },
          {
            id: 'hour',
            kind: 'wait',
            until: { by: 'date', of: { from: 'session' }, minutes: -hour },
            next: 'soon',
            timeout: 'over',
          },
          mail(
            'soon',
            'webinars',
            'We begin in an hour',
            'take a glass of water and two brushes with you.',
            'over',
          ),
          over,
        ],
      },
    },
    birthday: {
      name: 'Birthday',
      re_entry: 'after_leaving',
      re_entry_gap_hours: 0,
      graph: {
        nodes: [
          { id: 'told', kind: 'trigger', start: { by: 'segment', segment_id: birthday }, next: 'morning' },
          {
            id: 'morning',
            kind: 'wait',
            until: {
              by: 'date',
              of: { from: 'person', field: 'custom.birthday' },
              yearly: true,
              time: '09:00',
            },
            next: 'wish',
            timeout: 'over',
          },
          mail('wish', 'study', 'Happy birthday', 'all of us wish you a colourful year.', 'morning'),
          over,
        ],
      },
    },
    away: {
      name: 'Not seen for 30 days',
      re_entry: 'after_leaving',
      re_entry_gap_hours: 0,
      graph: {
        nodes: [
          { id: 'seen', kind: 'trigger', start: { by: 'event', type: 'user.signed_in' }, next: 'again' },
          {
            id: 'again',
            kind: 'wait',
            until: { by: 'event', type: 'user.signed_in', minutes: 30 * day },
            next: 'back',
            timeout: 'miss',
          },
          mail('miss', 'study', 'We miss you', 'your next lesson waits for you.', 'call'),
          { id: 'call', kind: 'task', title: 'Ask whether anything is unclear', due_days: 3, next: 'over' },
          { id: 'back', kind: 'goal' },
          over,
        ],
      },
    },
  }) as Record<string, Draft>

/** Creates, publishes and enables them; returns the last one. */
export async function seedScenarios(client: LmsClient): Promise<Id<'scn'>> {
  const { id: birthday } = await client.segments.create({
    body: withBirthday,
    idempotencyKey: 'demo-segment-birthday',
  })
  let last: Id<'scn'> | undefined
  for (const [name, body] of Object.entries(demoJourneys(birthday))) {
    const { id } = await client.scenarios.create({ body, idempotencyKey: `demo-scenario-${name}` })
    const path = { id }
    await client.scenarios.publish({ path, body: {}, idempotencyKey: `demo-scenario-${name}-published` })
    await client.scenarios.status({
      path,
      body: { status: 'enabled' },
      idempotencyKey: `demo-scenario-${name}-enabled`,
    })
    last = id
  }
  return last!
}
