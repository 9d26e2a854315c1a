import { event, maxEventBytes, newId } from '@lms/contract'
import { z } from 'zod'
import { Outgoing } from './outgoing-messages.ts'

const Text = z.object({ id: z.string(), text: z.string(), other: z.string() })
const changed = event('order.updated', { when: 'a text changed', object: Text, related: [], changes: true })
const origin = {
  requestId: 'a'.repeat(32),
  clientRequestId: null,
  causeId: null,
  caller: null,
  now: new Date('2026-11-21T09:30:00.000Z'),
}
const outgoing = () => new Outgoing('users', newId('sch'), origin)
const payloadsOf = (outbox: Outgoing) =>
  outbox
    .steps('notes')
    .flatMap(({ values }) => values.filter(value => value?.startsWith('{"')))
    .map(payload => payload!)
const object = (text: string, other = '') => ({ id: 'x', text, other })

test('an event contains the previous values as long as both fit, then the object alone', () => {
  const outbox = outgoing()
  const long = (letter: string, bytes: number) => letter.repeat(bytes)
  const half = maxEventBytes / 2
  outbox.emit(changed, object(long('a', half - 200)), { previous: object(long('b', half - 200)) })
  outbox.emit(changed, object(long('a', half)), { previous: object(long('b', half)) })
  const [both, alone] = payloadsOf(outbox).map(payload => JSON.parse(payload).data)
  expect(both.previous.text).toHaveLength(half - 200)
  expect(alone).toEqual({ object: object(long('a', half)) })
})

// In bytes as they travel: ü is two, a control character six.
test.each([
  ['a', 1],
  ['ü', 2],
  ['日', 3],
  ['\u0001', 6],
])('an object of %j that is too large by itself is refused, one that just fits is not', (letter, bytes) => {
  const empty = outgoing()
  empty.emit(changed, object(''))
  const room = Math.floor((maxEventBytes - payloadsOf(empty)[0]!.length) / bytes)
  const outbox = outgoing()
  outbox.emit(changed, object(letter.repeat(room)))
  expect(Buffer.byteLength(payloadsOf(outbox)[0]!)).toBeLessThanOrEqual(maxEventBytes)
  expect(() => outbox.emit(changed, object(letter.repeat(room + 1)))).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ reason: 'event_too_large', status: 422 }) }),
  )
})

test.each([2, 12])('of %i events each is traced to what it follows from', many => {
  const outbox = outgoing()
  const follows = { requestId: 'b'.repeat(32), causeId: 'evt_0' }
  for (let count = 0; count < many; count++) outbox.emit(changed, object('a'), count % 2 ? { follows } : {})
  const written = outbox.steps('notes').flatMap(({ values }) => values.join(' '))
  const times = (text: string) => written.join(' ').split(text).length - 1
  expect([times(origin.requestId), times(follows.requestId), times('cause_id')]).toEqual(
    Array(3).fill(many / 2),
  )
})

describe('the related ids of an event', () => {
  const Order = z.object({ id: z.string(), user_id: z.string().nullable(), offer_id: z.string() })
  const paid = event('order.paid', {
    when: 'an order was paid',
    object: Order,
    related: ['order_id', 'user_id', 'payment_id'],
  })
  const [id, user_id] = [newId('ord'), newId('usr')]
  const relatedBy = (object: z.infer<typeof Order>, related: Record<string, string | null>) => {
    const outbox = outgoing()
    outbox.emit(paid, object, { related })
    return JSON.parse(payloadsOf(outbox)[0]!).related
  }
  const order = { id, user_id, offer_id: 'off_1' }

  test('are its object’s own, by kind and by field, and the given ones', () => {
    expect(relatedBy(order, { payment_id: 'pay_1' })).toEqual({ order_id: id, user_id, payment_id: 'pay_1' })
    expect(relatedBy(order, { payment_id: 'pay_1', user_id: 'usr_2' })).toMatchObject({ user_id: 'usr_2' })
  })
  test('are omitted if there are none', () => {
    expect(relatedBy({ ...order, user_id: null }, { payment_id: null })).toEqual({ order_id: id })
  })
  test('cannot be forgotten: one that is neither given nor in the object is an error', () => {
    expect(() => relatedBy(order, {})).toThrow(
      'order.paid has the related id payment_id, which its object lacks',
    )
  })
})

test('an id that is composed of several is no related id: the field of the name is', () => {
  const Item = z.object({ id: z.string(), group_id: z.string(), lesson_id: z.string() })
  const opened = event('lesson.opened', {
    when: 'a lesson opened',
    object: Item,
    related: ['group_id', 'lesson_id'],
  })
  const [group_id, lesson_id] = [newId('grp'), newId('les')]
  const outbox = outgoing()
  outbox.emit(opened, { id: `${group_id}.${lesson_id}`, group_id, lesson_id })
  expect(JSON.parse(payloadsOf(outbox)[0]!).related).toEqual({ group_id, lesson_id })
})

test('an answer takes over the text of an object that an event contains in the same form, and of no other', () => {
  const outbox = outgoing()
  const emitted = { ...object('a'), school_id: 'sch_1' }
  outbox.emit(changed, emitted)
  expect(outbox.written(Text, emitted)).toMatchObject({
    object: object('a'),
    text: '{"id":"x","text":"a","other":""}',
  })
  expect(outbox.written(Text.pick({ id: true }), emitted)).toBeNull()
  expect(outbox.written(Text, { ...emitted })).toBeNull()
})

test('only declared events can be emitted', () => {
  const outbox = new Outgoing('users', newId('sch'), origin, [])
  expect(() => outbox.emit(changed, object('a'))).toThrow(
    'order.updated is emitted, but the operation does not declare it',
  )
})

describe('the actor', () => {
  const emitAs = (caller: object | null, causeId: string | null = null) => {
    const outbox = new Outgoing('users', newId('sch'), { ...origin, caller, causeId } as never)
    outbox.emit(changed, object('a'))
    return JSON.parse(payloadsOf(outbox)[0]!).related
  }
  test.each([
    ['a person', { user: 'usr_1', key: 'key_1' }, { actor_id: 'usr_1' }],
    ['a key', { user: null, key: 'key_1' }, { actor_id: 'key_1' }],
    ['a service, which does what somebody asked for', { user: null, key: 'service_users' }, {}],
    ['a person through a service', { user: 'usr_1', key: 'service_users' }, { actor_id: 'usr_1' }],
    ['nobody', null, {}],
  ])('is %s', (_, caller, related) => {
    expect(emitAs(caller)).toEqual(related)
  })
  test('includes an event as the cause', () => {
    expect(emitAs(null, 'evt_1')).toEqual({ cause_id: 'evt_1' })
  })
})

test('previous contains the differing fields, without version and time of the change', () => {
  const Note = z.object({
    id: z.string(),
    text: z.string(),
    tags: z.array(z.string()),
    version: z.int(),
    updated_at: z.string(),
  })
  const noted = event('note.updated', { when: 'a note changed', object: Note, related: [], changes: true })
  const before = { id: 'x', text: 'a', tags: ['b'], version: 1, updated_at: '1' }
  const outbox = outgoing()
  outbox.emit(noted, { ...before, text: 'c', version: 2, updated_at: '2' }, { previous: before })
  outbox.emit(noted, { ...before, tags: [], version: 3, updated_at: '3' }, { previous: before })
  expect(payloadsOf(outbox).map(payload => JSON.parse(payload).data.previous)).toEqual([
    { text: 'a' },
    { tags: ['b'] },
  ])
})

test('invalidations and audit records are messages, and no events', () => {
  const school = newId('sch')
  const outbox = new Outgoing('users', school, { ...origin, clientRequestId: 'theirs' })
  expect(outbox.hasEvents).toBe(false)
  expect(outbox.steps('notes')).toEqual([])
  outbox.invalidate({ kind: 'key', id: 'key_1' })
  const at = new Date(origin.now.getTime() + 40)
  outbox.audit({ operation: 'POST /v1/notes', objectId: 'x', status: 201, at })
  expect(outbox.hasEvents).toBe(true)
  expect(outbox.eventIds).toEqual([])
  const values = outbox.steps('notes')[0]!.values as string[]
  const [id, of, subject, fact, request, created] = values
  expect(id).toMatch(/^evt_/)
  expect([of, subject, fact]).toEqual([
    school,
    `internal.${school}.invalidate.users`,
    '{"kind":"key","id":"key_1"}',
  ])
  expect([request, created]).toEqual([origin.requestId, '2026-11-21T09:30:00.000+00:00'])
  expect(values[8]).toBe(`internal.${school}.audit.users`)
  expect(JSON.parse(values[9]!)).toEqual({
    id: values[6],
    school_id: school,
    service: 'users',
    operation: 'POST /v1/notes',
    object_id: 'x',
    key_id: null,
    actor_user_id: null,
    role: 'platform',
    operator: null,
    status: 201,
    way: 'system',
    answer: null,
    changes: [],
    request_id: origin.requestId,
    client_request_id: 'theirs',
    event_ids: [],
    duration_ms: 40,
    created_at: '2026-11-21T09:30:00.040+00:00',
  })
})
