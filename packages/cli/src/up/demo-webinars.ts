// The webinars of the demo school: a session to come, with people who have registered, one that was held elsewhere, whose
// attendance was imported, and an auto-webinar, which schedules its sessions by itself.
import type { LmsClient } from '@lms/api'
import type { Id } from '@lms/contract'
import { demoPeople } from './demo-data.ts'

/** Creates them; returns the last registration, whose event is the last one. */
export async function seedWebinars(
  client: LmsClient,
  { people, offer }: { people: readonly Id<'usr'>[]; offer: Id<'off'> },
): Promise<Id<'wbr'>> {
  const webinar = await client.webinars.create({
    body: {
      title: 'Colour in landscapes',
      description: 'An evening about warm and cold colours, with time for your questions.',
      host: 'Clara Bauer',
    },
    idempotencyKey: 'demo-webinar',
  })
  await heldSession(client, webinar.id, people)
  await client.webinars.create({
    body: {
      title: 'Brushes and paper for beginners',
      description: 'A recording every evening, with answers to your questions in the chat.',
      host: 'Clara Bauer',
      auto: {
        cron: '0 19 * * *',
        time_zone: 'Europe/Berlin',
        duration_minutes: 45,
        join_url: 'https://video.example/brushes-and-paper',
        says_recorded: true,
        script: [
          { offset_seconds: 0, author_name: 'Clara Bauer', text: 'Welcome! Write your questions here.' },
          { offset_seconds: 1200, author_name: 'Clara Bauer', text: 'Which paper do you paint on?' },
        ],
      },
    },
    idempotencyKey: 'demo-webinar-auto',
  })
  const coming = await client.webinarSessions.create({
    body: {
      webinar_id: webinar.id,
      starts_at: inDays(14),
      duration_minutes: 90,
      join_url: 'https://meet.example/colour-in-landscapes',
      seats: 100,
    },
    idempotencyKey: 'demo-session-coming',
  })
  const path = { id: coming.id }
  await client.roomBlocks.put({
    path,
    body: {
      key: 'how-often',
      kind: 'poll',
      title: 'How often do you paint?',
      options: ['Every day', 'Every week', 'On holidays'],
      offset_seconds: 300,
    },
    idempotencyKey: 'demo-block-poll',
  })
  await client.roomBlocks.put({
    path,
    body: {
      key: 'course',
      kind: 'sale',
      title: 'Watercolour for beginners',
      offer_id: offer,
      offset_seconds: 3600,
    },
    idempotencyKey: 'demo-block-sale',
  })
  const register = (user_id: Id<'usr'>, index: number) =>
    client.webinarRegistrations.create({
      body: { session_id: coming.id, user_id },
      idempotencyKey: `demo-registration-${index + 1}`,
    })
  const [first, ...others] = people.slice(0, 8)
  let last = await register(first!, 0)
  for (const [index, user_id] of others.entries()) last = await register(user_id, index + 1)
  return last.id
}

/** A session of last week, with its chat, a recording and the report of the service where it was held. */
async function heldSession(
  client: LmsClient,
  webinar_id: Id<'wbn'>,
  people: readonly Id<'usr'>[],
): Promise<void> {
  const { id } = await client.webinarSessions.create({
    body: { webinar_id, starts_at: inDays(-7), duration_minutes: 60, recorded: false },
    idempotencyKey: 'demo-session-held',
  })
  const path = { id }
  const chatLines = [
    'Good evening from Lisbon!',
    'Which blue is that in the shadow?',
    'Thank you, that was clear.',
  ]
  for (const index of chatLines.keys())
    await client.webinarRegistrations.create({
      body: { session_id: id, user_id: people[index]! },
      idempotencyKey: `demo-registration-held-${index + 1}`,
    })
  await client.webinarSessions.start({ path, idempotencyKey: 'demo-session-started' })
  for (const [index, text] of chatLines.entries())
    await client.webinarMessages.create({
      body: { session_id: id, user_id: people[index]!, text },
      idempotencyKey: `demo-said-${index + 1}`,
    })
  await client.webinarSessions.finish({ path, idempotencyKey: 'demo-session-finished' })
  await client.recordings.attach({
    path,
    body: { url: 'https://video.example/colour-in-landscapes', duration_seconds: 3540 },
    idempotencyKey: 'demo-recording',
  })
  const present = demoPeople.slice(0, 6).map(({ email }, index) => `${email},${58 - index * 7}`)
  await client.attendanceImports.run({
    body: { session_id: id, csv: ['email,minutes', ...present].join('\n') },
    idempotencyKey: 'demo-attendance',
  })
}

/** Eight in the evening (UTC) of a day, counted from today. */
function inDays(days: number): string {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  return `${day}T20:00:00.000+00:00`
}
