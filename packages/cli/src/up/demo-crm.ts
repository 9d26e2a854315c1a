// What the demo school knows of its people, and what it does by itself: notes, tasks, segments, a mailing and a campaign that
// are drafts, and scenarios.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { seedScenarios } from './demo-scenarios.ts'

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
  const inactive = await client.segments.create({
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
      audience: { segment_ids: [inactive.id] },
      messages: [
        {
          variants: [
            {
              weight: 1,
              subject: 'Your brushes are waiting',
              body: written('we have not seen you for a while.'),
            },
            { weight: 1, subject: 'Ten minutes are enough', body: written('one wash takes ten minutes.') },
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
