import { type Id, newId } from '@lms/contract'
import type { Attended } from './facts.ts'
import { type Override, openingOf } from './opening.rules.ts'
import { OpeningRules } from './rule-schema.ts'
import { factsWith, rules, start } from './testing.ts'

const at = (text: string) => `${text}.000+00:00`
const now = at('2026-03-10T12:00:00')
const webinar = newId('wbn')
const presence = (fields: object) => ({
  kind: 'webinar_presence',
  webinar_id: webinar,
  minutes: 60,
  ...fields,
})
const none = { 50: null, 90: null, 100: null }
/** Half an hour of an auto-webinar, then an hour of a live one, of whose recording nine tenths were watched. */
const webinars = new Map<Id<'wbn'>, Attended[]>([
  [
    webinar,
    [
      { kind: 'auto', live_seconds: 1800, live_at: at('2026-03-03T10:00:00'), watched_at: none },
      {
        kind: 'live',
        live_seconds: 3600,
        live_at: at('2026-03-05T10:00:00'),
        watched_at: { ...none, 50: at('2026-03-05T12:00:00'), 90: at('2026-03-06T10:00:00') },
      },
    ],
  ],
])
const [lesson, tag, offer] = [newId('les'), newId('tag'), newId('off')]
const opensAt = (condition: unknown, facts: Parameters<typeof factsWith>[0] = {}) =>
  openingOf(rules(condition), factsWith(facts), now).opens_at

describe('one condition', () => {
  // Berlin is an hour ahead of UTC in winter, and two from 29 March to 25 October 2026.
  const lessonFacts = {
    lessons: { [lesson]: { opens_at: at('2026-03-05T10:00:00'), completed_at: at('2026-03-06T10:00:00') } },
  }
  const days = { kind: 'days_after', days: 3 }
  const monday = { kind: 'weekday', from: 'flow_start', weekday: 'monday', time: '10:00' }
  test.each<[string, unknown, Parameters<typeof factsWith>[0], string | null]>([
    ['a date', { kind: 'date', at: '2026-04-01T10:00:00+02:00' }, {}, at('2026-04-01T08:00:00')],
    ['a date before the access', { kind: 'date', at: at('2026-01-01T00:00:00') }, {}, start],
    ['days from the flow start, at its time', { ...days, from: 'flow_start' }, {}, at('2026-03-05T09:00:00')],
    ['days at a time of day', { ...days, from: 'flow_start', time: '08:30' }, {}, at('2026-03-05T07:30:00')],
    ['days from a start that is unknown', { ...days, from: 'flow_start' }, { flow_starts_at: null }, null],
    [
      'days from the own start',
      { ...days, from: 'own_start' },
      { own_starts_at: at('2026-03-03T09:00:00') },
      at('2026-03-06T09:00:00'),
    ],
    [
      'days from an opening',
      { ...days, from: 'lesson_opened', lesson_id: lesson },
      lessonFacts,
      at('2026-03-08T10:00:00'),
    ],
    [
      'days from a completion',
      { ...days, from: 'lesson_completed', lesson_id: lesson },
      lessonFacts,
      at('2026-03-09T10:00:00'),
    ],
    [
      'days from a lesson that is gone',
      { ...days, from: 'lesson_opened', lesson_id: newId('les') },
      lessonFacts,
      null,
    ],
    ['a weekday at the time of the start', { ...monday, number: 1 }, {}, at('2026-03-02T09:00:00')],
    [
      'a weekday whose time was before the start',
      { ...monday, number: 1, time: '09:59' },
      {},
      at('2026-03-09T08:59:00'),
    ],
    ['the third of a weekday', { ...monday, weekday: 'friday', number: 3 }, {}, at('2026-03-20T09:00:00')],
    ['a weekday after the clock change', { ...monday, number: 5 }, {}, at('2026-03-30T08:00:00')],
    [
      'a lesson completed',
      { kind: 'after_lesson', lesson_id: lesson },
      lessonFacts,
      at('2026-03-06T10:00:00'),
    ],
    [
      'a lesson not completed',
      { kind: 'after_lesson', lesson_id: lesson },
      { lessons: { [lesson]: {} } },
      null,
    ],
    [
      'an acceptance',
      { kind: 'after_acceptance', lesson_id: lesson },
      { lessons: { [lesson]: { accepted_at: at('2026-03-07T10:00:00') } } },
      at('2026-03-07T10:00:00'),
    ],
    ['a completion without acceptance', { kind: 'after_acceptance', lesson_id: lesson }, lessonFacts, null],
    [
      'a tag',
      { kind: 'tag', tag_id: tag },
      { tags: new Map([[tag, at('2026-03-04T10:00:00')]]) },
      at('2026-03-04T10:00:00'),
    ],
    ['another tag', { kind: 'tag', tag_id: tag }, { tags: new Map([[newId('tag'), start]]) }, null],
    [
      'an offer',
      { kind: 'offer', offer_id: offer },
      { offers: new Map([[offer, at('2026-03-04T10:00:00')]]) },
      at('2026-03-04T10:00:00'),
    ],
    ['an offer not bought', { kind: 'offer', offer_id: offer }, {}, null],
    [
      'presence at a webinar, long enough in one session',
      presence({}),
      { webinars },
      at('2026-03-05T10:00:00'),
    ],
    ['presence that is too short', presence({ minutes: 61 }), { webinars }, null],
    [
      'presence at an auto-webinar, where it counts',
      presence({ minutes: 20 }),
      { webinars },
      at('2026-03-03T10:00:00'),
    ],
    [
      'presence at an auto-webinar, where it does not',
      presence({ minutes: 20, auto: false }),
      { webinars },
      at('2026-03-05T10:00:00'),
    ],
    ['no presence', presence({}), {}, null],
    [
      'a recording, watched so far',
      { kind: 'webinar_recording', webinar_id: webinar, percent: 90 },
      { webinars },
      at('2026-03-06T10:00:00'),
    ],
    [
      'a recording, not watched so far',
      { kind: 'webinar_recording', webinar_id: webinar, percent: 100 },
      { webinars },
      null,
    ],
  ])('%s', (_, condition, facts, expected) => {
    const { opens_at, status } = openingOf(rules(condition), factsWith(facts), now)
    expect(opens_at).toBe(expected)
    expect(status).toBe(expected !== null && expected <= now ? 'open' : 'closed')
  })
})

describe('the clock changes', () => {
  const daily = (days: number, time: string) => ({ kind: 'days_after', from: 'flow_start', days, time })
  test.each([
    ['a time that the clock skips is an hour later', daily(27, '02:30'), at('2026-03-29T01:30:00')],
    ['the day after, at the same local time', daily(28, '02:30'), at('2026-03-30T00:30:00')],
    ['a time that comes twice is the first', daily(237, '02:30'), at('2026-10-25T00:30:00')],
    ['the day after the second change', daily(238, '02:30'), at('2026-10-26T01:30:00')],
  ])('%s', (_, condition, expected) => {
    expect(opensAt(condition)).toBe(expected)
  })
})

describe('what decides, in this order', () => {
  const unmet = rules({ kind: 'tag', tag_id: tag })
  const override = (fields: Partial<Override>): Override => ({
    id: newId('ovr'),
    of: 'person',
    created_at: start,
    opening: 'open',
    at: start,
    due_at: null,
    ...fields,
  })
  const open = override({})
  const done = { completed_at: at('2026-03-04T10:00:00') }
  const future = at('2026-05-01T00:00:00')
  test.each<[string, Parameters<typeof factsWith>[0], string, string | null, string[]]>([
    [
      'without a right nothing is open',
      { access_from: null, ...done, overrides: [open] },
      'closed',
      null,
      ['access', 'override'],
    ],
    [
      'a right that has not begun',
      { access_from: future, overrides: [open] },
      'closed',
      future,
      ['access', 'override'],
    ],
    ['unpublished', { published: false, ...done }, 'closed', null, ['published', 'tag']],
    [
      'completed is open whatever else',
      { ...done, overrides: [override({ opening: 'hold', at: null })] },
      'open',
      done.completed_at,
      ['completed'],
    ],
    ['an override opens', { overrides: [open] }, 'open', start, ['override']],
    ['an override opens later', { overrides: [override({ at: future })] }, 'closed', future, ['override']],
    [
      'the newest counts',
      { overrides: [override({ at: future }), override({ created_at: at('2026-03-03T00:00:00') })] },
      'open',
      start,
      ['override'],
    ],
    [
      'the person before the flow',
      { overrides: [open, override({ of: 'flow', at: future, created_at: now })] },
      'open',
      start,
      ['override'],
    ],
    [
      'a hold until further notice',
      { overrides: [override({ opening: 'hold', at: null, created_at: now }), open] },
      'closed',
      null,
      ['override', 'override'],
    ],
    [
      'a hold that has passed leaves the rest',
      { overrides: [override({ opening: 'hold', at: at('2026-03-05T00:00:00'), created_at: now }), open] },
      'open',
      at('2026-03-05T00:00:00'),
      ['override', 'override'],
    ],
    [
      'a hold before conditions',
      { overrides: [override({ opening: 'hold', at: start })] },
      'closed',
      null,
      ['override', 'tag'],
    ],
    [
      'an override of the deadline alone',
      { overrides: [override({ opening: null, at: null })] },
      'closed',
      null,
      ['tag'],
    ],
  ])('%s', (_, facts, status, opens_at, kinds) => {
    const opening = openingOf(unmet, factsWith(facts), now)
    expect(opening).toMatchObject({ status, opens_at })
    expect(opening.reasons.map(({ kind }) => kind)).toEqual(kinds)
  })

  test('opened lessons stay open after the last right where the course says so', () => {
    const facts = { access_from: null, opened_until: at('2026-03-05T00:00:00') }
    const opened = rules({ kind: 'date', at: at('2026-03-04T00:00:00') })
    const later = rules({ kind: 'date', at: at('2026-03-06T00:00:00') })
    expect(openingOf(opened, factsWith(facts), now).status).toBe('open')
    expect(openingOf(later, factsWith(facts), now).status).toBe('closed')
    expect(openingOf(opened, factsWith({ ...facts, published: false }), now).status).toBe('closed')
  })

  test('a flow is closed before its start, whatever is met, but for an exception', () => {
    const met = rules({ kind: 'date', at: at('2026-03-04T00:00:00') })
    const ahead = factsWith({ flow_starts_at: future })
    expect(openingOf(met, ahead, now)).toMatchObject({
      status: 'closed',
      opens_at: future,
      reasons: [{ kind: 'flow_start', met: false, at: future }, { kind: 'date' }],
    })
    expect(openingOf(met, { ...ahead, overrides: [open] }, now)).toMatchObject({
      status: 'open',
      opens_at: start,
      reasons: [{ kind: 'override', met: true }],
    })
    // Once it has begun, its start is named where it came last.
    const kinds = (flow_starts_at: string) =>
      openingOf(met, factsWith({ flow_starts_at }), now).reasons.map(({ kind }) => kind)
    expect(kinds(at('2026-03-05T00:00:00'))).toEqual(['flow_start', 'date'])
    expect(kinds(at('2026-03-03T00:00:00'))).toEqual(['date'])
  })

  test('a reason tells what it names and who makes it true', () => {
    expect(openingOf(unmet, factsWith(), now).reasons).toEqual([
      { kind: 'tag', ref: tag, met: false, at: null, opens_by: 'school' },
    ])
  })
})

test.each([
  ['days from a lesson without its id', { kind: 'days_after', from: 'lesson_opened', days: 1 }],
  [
    'days from the flow start with a lesson',
    { kind: 'days_after', from: 'flow_start', days: 1, lesson_id: lesson },
  ],
  ['an impossible time', { kind: 'days_after', from: 'flow_start', days: 1, time: '24:00' }],
  ['an unknown kind', { kind: 'moon', days: 1 }],
  ['one of one', { kind: 'any_of', conditions: [{ kind: 'date', at: now }] }],
  [
    'several in several',
    {
      kind: 'any_of',
      conditions: [
        { kind: 'date', at: now },
        { kind: 'any_of', conditions: [] },
      ],
    },
  ],
  ['hours from a lesson without its id', { kind: 'hours_after', from: 'lesson_opened', hours: 1 }],
])('rules refuse %s', (_, condition) => {
  expect(OpeningRules.safeParse({ conditions: [condition] }).success).toBe(false)
})
