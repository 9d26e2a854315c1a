import { CrmSettings } from '../settings/crm-settings.ts'
import { Caps } from './caps.ts'

const message = (notification: string | null, topic = 'news', user_id = 'usr_1') =>
  ({ user_id, topic, notification, transport: 'email' }) as Parameters<Caps['take']>[0]

const settings = CrmSettings.parse({
  frequency_caps: [
    { transport: 'email', most: 3, days: 7 },
    { transport: 'email', most: 2, days: 1 },
  ],
  notifications: [{ kind: 'comment_answered', most_a_day: 2 }],
})

/** The number of messages that fit after some were sent. */
async function room(kind: string | null, topic: string, had: { sent?: number; told?: number }) {
  const rows = Array.from({ length: 10 }, () => message(kind, topic))
  const store = {
    countsSince: async () => new Map([['usr_1', had.sent ?? 0]]),
    noticesSince: async () => new Map([[`${kind} email usr_1`, had.told ?? 0]]),
  }
  const caps = await Caps.of(rows, settings, '2026-11-21T09:30:00.000+00:00', store as never)
  let sent = 0
  for (const row of rows) {
    if (caps.isFull(row)) continue
    caps.take(row)
    sent++
  }
  return sent
}

test.each([
  ['of the smaller cap of two', null, 'news', {}, 2],
  ['less what was sent', null, 'news', { sent: 1 }, 1],
  ['nothing beyond a cap', null, 'news', { sent: 5 }, 0],
  ['everything about what is needed', null, 'orders', { sent: 5 }, 10],
  ['of a kind what the school has set', 'comment_answered', 'study', {}, 2],
  ['of a kind less what was told', 'comment_answered', 'study', { told: 1 }, 1],
  ['of another kind what the platform has set', 'homework_commented', 'study', { told: 13 }, 7],
  ['of a kind that is no more nothing', 'gone', 'study', {}, 0],
])('room for %s', async (_, kind, topic, had, expected) => {
  expect(await room(kind, topic, had)).toBe(expected)
})
