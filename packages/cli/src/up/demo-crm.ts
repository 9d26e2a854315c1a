// What the demo school knows of its people, and what it does by itself: notes, tasks, segments, a mailing and a campaign that
// are drafts, and two scenarios.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'

interface Seeded {
  people: readonly Id<'usr'>[]
  courses: readonly Id<'crs'>[]
}

/** Creates them; returns the last scenario, which was published and enabled last. */
export async function seedCrm(client: LmsClient, { people, courses }: Seeded): Promise<Id<'scn'>> {
  await client.notes.create({
    body: { user_id: people[0]!, text: 'Prefers to be called after six. Wants to paint with her daughter.' },
    idempotencyKey: 'demo-note',
  })
  await client.tasks.create({
    body: { title: 'Call about the second instalment', user_id: people[1]! },
    idempotencyKey: 'demo-task',
  })
  const studying = await client.segments.create({
    body: { name: 'Study watercolour', rule: { access: courses[0]! } },
    idempotencyKey: 'demo-segment-studying',
  })
  const away = await client.segments.create({
    body: {
      name: 'Have paid, and not been here for 14 days',
      rule: { and: [{ event: 'order.paid' }, { did_not: 'user.signed_in', within_days: 14 }] },
    },
    idempotencyKey: 'demo-segment-away',
  })
  await client.mailings.create({
    body: {
      name: 'An evening about colour',
      subject: 'Join us for an evening about colour',
      body: 'Hello {{ user.first_name }},\n\nin two weeks Clara Bauer talks about warm and cold colours.',
      audience: { segment_ids: [studying.id] },
    },
    idempotencyKey: 'demo-mailing',
  })
  await client.campaigns.create({
    body: {
      name: 'Back to the easel',
      audience: { segment_ids: [away.id] },
      messages: [
        {
          variants: [
            {
              share: 1,
              subject: 'Your brushes are waiting',
              body: written('we have not seen you for a while.'),
            },
            { share: 1, subject: 'Ten minutes are enough', body: written('one wash takes ten minutes.') },
          ],
        },
        {
          delay_minutes: 3 * 24 * 60,
          unless_opened: true,
          variants: [
            { subject: 'Shall we help?', body: written('is anything unclear? Just answer this mail.') },
          ],
        },
      ],
    },
    idempotencyKey: 'demo-campaign',
  })
  return seedScenarios(client)
}

const written = (text: string) => `Hello {{ user.first_name }},\n\n${text}`

async function seedScenarios(client: LmsClient): Promise<Id<'scn'>> {
  await running(client, 'basket', {
    name: 'Abandoned basket',
    re_entry: 'after_leaving',
    re_entry_gap_hours: 7 * 24,
    graph: {
      nodes: [
        {
          id: 'left',
          kind: 'trigger',
          start: { by: 'event', type: 'order.checkout_abandoned' },
          next: 'paid',
        },
        {
          id: 'paid',
          kind: 'wait',
          until: { by: 'event', type: 'order.paid', minutes: 24 * 60 },
          next: 'bought',
          timeout: 'remind',
        },
        {
          id: 'remind',
          kind: 'message',
          subject: 'Your basket is still here',
          body: 'Hello {{ user.first_name }}, your basket is still here. Do you have a question about the course?',
          next: 'over',
        },
        { id: 'bought', kind: 'goal' },
        { id: 'over', kind: 'end' },
      ],
    },
  })
  return running(client, 'away', {
    name: 'Not seen for 14 days',
    re_entry: 'after_leaving',
    re_entry_gap_hours: 0,
    graph: {
      nodes: [
        { id: 'seen', kind: 'trigger', start: { by: 'event', type: 'user.signed_in' }, next: 'again' },
        {
          id: 'again',
          kind: 'wait',
          until: { by: 'event', type: 'user.signed_in', minutes: 14 * 24 * 60 },
          next: 'back',
          timeout: 'miss',
        },
        {
          id: 'miss',
          kind: 'message',
          subject: 'We miss you',
          body: 'Hello {{ user.first_name }}, your next lesson waits for you.',
          next: 'call',
        },
        { id: 'call', kind: 'task', title: 'Ask whether anything is unclear', due_days: 3, next: 'over' },
        { id: 'back', kind: 'goal' },
        { id: 'over', kind: 'end' },
      ],
    },
  })
}

type Draft = Parameters<LmsClient['scenarios']['create']>[0]['body']

/** A scenario that people enter. */
async function running(client: LmsClient, name: string, body: Draft): Promise<Id<'scn'>> {
  const { id } = await client.scenarios.create({ body, idempotencyKey: `demo-scenario-${name}` })
  const path = { id }
  await client.scenarios.publish({ path, body: {}, idempotencyKey: `demo-scenario-${name}-published` })
  await client.scenarios.status({
    path,
    body: { status: 'enabled' },
    idempotencyKey: `demo-scenario-${name}-enabled`,
  })
  return id
}
