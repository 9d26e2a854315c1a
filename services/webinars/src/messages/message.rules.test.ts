import type { Refused } from '@lms/contract'
import { statusOfNew, type Writer } from './message.rules.ts'

const now = '2026-11-21T09:30:10.000+00:00'
const at = (second: string) => `2026-11-21T09:30:${second}.000+00:00`
const chat = (fields: object = {}) => ({ open: true, moderated: false, slow_seconds: 0, ...fields })
const someone = { banned: false, last_at: null }

const outcome = (session: Parameters<typeof statusOfNew>[0], writer: Writer) => {
  try {
    return statusOfNew(session, writer, now)
  } catch (error) {
    return (error as Refused).refusal.reason
  }
}

test.each<[string, Parameters<typeof statusOfNew>[0], Writer, string]>([
  ['a participant of a live session', { status: 'live', chat: chat() }, someone, 'visible'],
  ['before it begins', { status: 'scheduled', chat: chat() }, someone, 'chat_closed'],
  ['after its end', { status: 'finished', chat: chat() }, someone, 'chat_closed'],
  ['in a closed chat', { status: 'live', chat: chat({ open: false }) }, someone, 'chat_closed'],
  ['in a moderated chat', { status: 'live', chat: chat({ moderated: true }) }, someone, 'pending'],
  ['who is banned', { status: 'live', chat: chat() }, { banned: true, last_at: null }, 'author_banned'],
  [
    'too soon',
    { status: 'live', chat: chat({ slow_seconds: 5 }) },
    { banned: false, last_at: at('06') },
    'too_soon',
  ],
  [
    'after the pause',
    { status: 'live', chat: chat({ slow_seconds: 5 }) },
    { banned: false, last_at: at('05') },
    'visible',
  ],
  [
    'after one that the clock of another process dates later, without slow mode',
    { status: 'live', chat: chat() },
    { banned: false, last_at: at('11') },
    'visible',
  ],
  [
    'after one that the clock of another process dates later, in slow mode',
    { status: 'live', chat: chat({ slow_seconds: 5 }) },
    { banned: false, last_at: at('11') },
    'too_soon',
  ],
  ['staff before it begins', { status: 'scheduled', chat: chat() }, 'staff', 'visible'],
  [
    'staff in a closed, moderated chat',
    { status: 'live', chat: chat({ open: false, moderated: true }) },
    'staff',
    'visible',
  ],
  ['staff after its end', { status: 'finished', chat: chat() }, 'staff', 'chat_closed'],
])('a message: %s', (_, session, writer, expected) => {
  expect(outcome(session, writer)).toBe(expected)
})
