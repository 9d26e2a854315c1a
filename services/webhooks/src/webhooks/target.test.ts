import type { Fields, Vault } from '@lms/service-host'
import { SentEvent } from '../events/sent-event.ts'
import { type Target, targetsOf } from './target.ts'

/** Opens what was sealed for the same place; anything else fails. */
const vault = {
  open: (sealed: string, location: string) => {
    const [sealedFor, text] = sealed.split('|')
    if (sealedFor !== location) throw new Error('another key')
    return text!
  },
} as Vault
const location = 'subscription sch_a whk_1'

const row = {
  school_id: 'sch_a',
  id: 'whk_1',
  url: 'https://receiver.example',
  secret: `${location}|old`,
  next_secret: null as string | null,
  rotation_ends_at: null as string | null,
  version: '4',
  active: 't',
  events: '["order.*"]',
  sender_rights: null as string | null,
  filter: null as string | null,
  imported: 'f',
  fields: null as string | null,
  max_parallel: null as string | null,
  max_per_second: null as string | null,
  own_headers: null as string | null,
}
const read = (more: Partial<typeof row> = {}) =>
  targetsOf([Object.values({ ...row, ...more }) as Fields], vault).get('whk_1')!
const target = (more: Partial<typeof row> = {}) => read(more) as Target

const event = (type: string, object: object = { id: 'ord_1', amount: 5, comment: 'x' }) =>
  new SentEvent({
    type,
    requestId: 'r',
    sequence: 3,
    payload: JSON.stringify({ id: 'evt_1', type, data: { object }, related: {} }),
  })

test('a subscription as it is by default', () => {
  const { sends, bodyOf, ...facts } = target()
  expect(facts).toEqual({
    url: 'https://receiver.example',
    secret: 'old',
    rotation: null,
    headers: {},
    version: 4,
    active: true,
    maxParallel: null,
    maxPerSecond: null,
  })
  expect([sends(event('order.paid')), sends(event('user.created'))]).toEqual([true, false])
  const paid = event('order.paid')
  expect(bodyOf(paid, true).equals(paid.body(true))).toBe(true)
  expect(JSON.parse(bodyOf(paid, false).toString())).toMatchObject({ sequence: 3, replayed: false })
})

test('a secret that is being replaced has its next one, and the time of the change', () => {
  const rotating = { next_secret: `${location}|new`, rotation_ends_at: '2026-11-22 08:00:00.5+00' }
  expect(target(rotating).rotation).toEqual({ secret: 'new', endsAt: Date.parse('2026-11-22T08:00:00.500Z') })
  expect(target({ ...rotating, rotation_ends_at: null }).rotation).toBeNull()
  expect(target({ ...rotating, next_secret: null }).rotation).toBeNull()
})

test('its own headers and bounds', () => {
  const own = target({
    own_headers: `${location}|{"Authorization":"Bearer x"}`,
    max_parallel: '2',
    max_per_second: '10',
    active: 'f',
  })
  expect(own).toMatchObject({
    headers: { Authorization: 'Bearer x' },
    maxParallel: 2,
    maxPerSecond: 10,
    active: false,
  })
})

test('its rights, its filter and its fields', () => {
  const { sends } = target({ sender_rights: '[["users:read"]]' })
  expect(sends(event('order.paid'))).toBe(false)
  const filtered = target({ filter: '{"amount[gte]":"5"}' })
  expect([5, 4].map(amount => filtered.sends(event('order.paid', { amount })))).toEqual([true, false])
  const { data } = JSON.parse(target({ fields: '["amount"]' }).bodyOf(event('order.paid'), false).toString())
  expect(data.object).toEqual({ id: 'ord_1', amount: 5 })
})

test.each([
  ['secret', { secret: 'another|old' }],
  ['next secret', { next_secret: 'another|new', rotation_ends_at: '2026-11-22 08:00:00+00' }],
  ['headers', { own_headers: 'another|{}' }],
])('whose %s cannot be decrypted is an error with its cause', (_, more) => {
  const error = read(more)
  expect(error).toBeInstanceOf(Error)
  expect((error as Error).message).toContain('LMS_SECRET_KEYS')
  expect((error as Error).cause).toMatchObject({ message: 'another key' })
})
