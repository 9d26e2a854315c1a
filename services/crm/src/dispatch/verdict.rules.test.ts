import { type Facts, verdictOf } from './verdict.rules.ts'

const now = '2026-11-24T22:30:00.000+00:00'
const usual: Facts = {
  user: { status: 'active', time_zone: 'UTC' },
  transport: 'email',
  address: 'ann@school.example',
  topic: { key: 'news', name: 'News', basis: 'consent' },
  consents: new Set(['email']),
  preferences: {
    all_off: false,
    off_transports: [],
    off_topics: [],
    off_notifications: [],
    quiet_hours: null,
    time_zone: null,
  },
  suppressed: [],
  duplicate: false,
  capped: false,
  expires_at: null,
  notification: null,
  local: null,
  opened: false,
  school: { quiet_hours: null, time_zone: null },
}
const service = { key: 'orders', name: 'Orders', basis: 'service' } as const
const optOut = { key: 'tips', name: 'Tips', basis: 'opt_out' } as const
const none = new Set<string>()
const off = (fields: object) => ({ preferences: { ...usual.preferences, ...fields } })
const night = { from: '22:00', to: '08:00' }

test.each<[string, Partial<Facts>, unknown]>([
  ['everything is fine', {}, 'go'],
  ['the person is gone', { user: undefined, address: null }, { skip: 'deleted' }],
  ['there is no address', { address: null, suppressed: ['manual'] }, { skip: 'no_address' }],
  ['the address is suppressed', { suppressed: ['unsubscribed'], consents: none }, { skip: 'suppressed' }],
  [
    'a service message goes in spite of an unsubscribing',
    { topic: service, suppressed: ['unsubscribed'] },
    'go',
  ],
  [
    'a service message yields to a hard bounce',
    { topic: service, suppressed: ['hard_bounce'] },
    { skip: 'suppressed' },
  ],
  ['there is no consent', { consents: none, ...off({ all_off: true }) }, { skip: 'no_consent' }],
  ['a topic without consent needs none', { topic: optOut, consents: none }, 'go'],
  ['the person wants nothing', off({ all_off: true }), { skip: 'topic_off' }],
  [
    'the person wants no such topic',
    { ...off({ off_topics: ['news'] }), duplicate: true },
    { skip: 'topic_off' },
  ],
  ['the person wants no e-mail', off({ off_transports: ['email'] }), { skip: 'topic_off' }],
  ['a service message goes to who wants nothing', { topic: service, ...off({ all_off: true }) }, 'go'],
  [
    'a notification yields to who does not want its topic',
    { topic: service, notification: 'order_paid', ...off({ off_topics: ['orders'] }) },
    { skip: 'topic_off' },
  ],
  [
    'a notification yields to who does not want its kind',
    { topic: service, notification: 'order_paid', ...off({ off_notifications: ['order_paid'] }) },
    { skip: 'topic_off' },
  ],
  ['a notification goes at night', { topic: service, notification: 'order_paid' }, 'go'],
  ['the topic is gone', { topic: undefined }, { skip: 'topic_off' }],
  ['the address has had it', { duplicate: true, capped: true }, { skip: 'duplicate_address' }],
  ['the person has had enough', { capped: true, expires_at: now }, { skip: 'frequency_cap' }],
  ['it is too late', { expires_at: now }, { skip: 'expired' }],
  [
    'the school is quiet at night',
    { school: { quiet_hours: night, time_zone: null } },
    { holdUntil: new Date('2026-11-25T08:00:00Z') },
  ],
  [
    'the person has hours and a zone of their own',
    off({ quiet_hours: { from: '07:00', to: '09:00' }, time_zone: 'Asia/Tokyo' }),
    { holdUntil: new Date('2026-11-25T00:00:00Z') },
  ],
  [
    'a service message goes at night',
    { topic: service, school: { quiet_hours: night, time_zone: null } },
    'go',
  ],
])('%s', (_, facts, verdict) => {
  expect(verdictOf({ ...usual, ...facts }, now)).toEqual(verdict)
})
