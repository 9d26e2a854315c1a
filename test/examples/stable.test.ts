import { shortened } from './shortened.ts'
import { stableExample } from './stable.ts'

const from = Date.parse('2026-11-30T10:00:00.250Z')
const recording = { from, to: from + 60_000, hosts: ['s1.school.test'] }
const stable = (example: unknown) => stableExample('orders.create', example, recording)
const at = (ms: number) => new Date(from + ms).toISOString().replace('Z', '+00:00')
const id = (prefix: string, end: string) => `${prefix}_01kb${end.padStart(22, '0')}`

test('ids of a kind are numbered in the order of the example, those of staff last', () => {
  expect(
    stable({
      curator_id: id('usr', 'c'),
      user_id: id('usr', 'a'),
      items: [id('itm', 'x'), `${id('itm', 'y')}.${id('usr', 'a')}`],
    }),
  ).toEqual({
    curator_id: 'usr_01h455vb4pex5vsknk084sn03q',
    user_id: 'usr_01h455vb4pex5vsknk084sn02q',
    items: [
      'itm_01h455vb4pex5vsknk084sn02q',
      'itm_01h455vb4pex5vsknk084sn03q.usr_01h455vb4pex5vsknk084sn02q',
    ],
  })
})

test('more than a digit of ids stay apart', () => {
  const ids = Array.from({ length: 70 }, (_, number) => id('usr', String(number)))
  expect(new Set(stable(ids) as string[]).size).toBe(70)
})

test.each([
  [
    'times of the recording follow each other by minutes',
    [at(5), at(900), at(5)],
    ['2026-11-21T09:30:00.000+00:00', '2026-11-21T09:31:00.000+00:00', '2026-11-21T09:30:00.000+00:00'],
  ],
  ['a later time keeps its distance', at(30 * 86_400_000 + 77), '2026-12-21T09:30:00.000+00:00'],
  ['a time that the example chose stays', '2027-01-15T18:00:00.000+01:00', '2027-01-15T18:00:00.000+01:00'],
  ['a unique name loses what makes it unique', 'Spring 0a1b2c3d4e5f', 'Spring'],
  [
    'an address',
    ['0a1b2c3d4e5f@school.example', 'b-0a1b2c3d4e60@school.example', 'editor@school.example'],
    ['ann@school.example', 'clara@school.example', 'editor@school.example'],
  ],
  ['the host', 'http://s1.school.test/buy', 'http://school.example/buy'],
  ['words stay', 'payment_subscription_past_due_and_more', 'payment_subscription_past_due_and_more'],
])('%s', (_, value, expected) => expect(stable({ value })).toEqual({ value: expected }))

test('a sequence is that of the story', () => {
  expect(stable({ sequence: 7, amount: 7 })).toEqual({ sequence: 1042, amount: 7 })
})

test('tokens have their form, and are the same in the next recording', () => {
  const secrets = (digit: string) => ({
    request_id: digit.repeat(32),
    secret: `whsec_${Buffer.alloc(24, digit).toString('base64')}`,
    api_key: `lms_integration_${digit.repeat(48)}_${digit.repeat(8)}`,
    hint: digit.repeat(4),
    cursor: `${digit}aB`.repeat(12),
  })
  const once = stable(secrets('1')) as ReturnType<typeof secrets>
  expect(stable(secrets('2'))).toEqual(once)
  expect(once).toEqual({
    request_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{32}$/),
    api_key: expect.stringMatching(/^lms_integration_[0-9a-f]{48}_5f0042d8$/),
    hint: '42d8',
    cursor: expect.stringMatching(/^[\w-]{36}$/),
  })
})

test('a page keeps the two items that say most, in its order', () => {
  const items = [
    { a: 1, b: 1 },
    { a: 0, b: null },
    { a: 1, b: 'x', c: [1] },
  ]
  expect(shortened({ data: items, next_cursor: null })).toEqual({
    data: [items[0], items[2]],
    next_cursor: null,
  })
})

test('a long object keeps three items of each list', () => {
  const lines = Array.from({ length: 1000 }, (_, number) => `line ${number}`)
  expect(shortened({ lines })).toEqual({ lines: ['line 0', 'line 1', 'line 2'] })
  expect(shortened({ lines: lines.slice(0, 9) })).toEqual({ lines: lines.slice(0, 9) })
})
