import { event, mostEventBytes, newId } from '@lms/contract'
import { z } from 'zod'
import { Outgoing } from './outgoing.ts'

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
const payloadsOf = (told: Outgoing) =>
  told
    .steps('notes')
    .flatMap(({ values }) => values.filter(value => value?.startsWith('{"')))
    .map(payload => payload!)
const object = (text: string, other = '') => ({ id: 'x', text, other })

test('an event carries what was before as long as both fit, then the object alone', () => {
  const told = outgoing()
  const long = (letter: string, bytes: number) => letter.repeat(bytes)
  const half = mostEventBytes / 2
  told.tell(changed, object(long('a', half - 200)), { previous: object(long('b', half - 200)) })
  told.tell(changed, object(long('a', half)), { previous: object(long('b', half)) })
  const [both, alone] = payloadsOf(told).map(payload => JSON.parse(payload).data)
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
  empty.tell(changed, object(''))
  const room = Math.floor((mostEventBytes - payloadsOf(empty)[0]!.length) / bytes)
  const told = outgoing()
  told.tell(changed, object(letter.repeat(room)))
  expect(Buffer.byteLength(payloadsOf(told)[0]!)).toBeLessThanOrEqual(mostEventBytes)
  expect(() => told.tell(changed, object(letter.repeat(room + 1)))).toThrow(
    expect.objectContaining({ refusal: expect.objectContaining({ reason: 'event_too_large', status: 422 }) }),
  )
})

describe('the ids that an event relates', () => {
  const Order = z.object({ id: z.string(), user_id: z.string().nullable(), offer_id: z.string() })
  const paid = event('order.paid', {
    when: 'an order was paid',
    object: Order,
    related: ['order_id', 'user_id', 'payment_id'],
  })
  const [id, user_id] = [newId('ord'), newId('usr')]
  const relatedBy = (object: z.infer<typeof Order>, related: Record<string, string | null>) => {
    const told = outgoing()
    told.tell(paid, object, { related })
    return JSON.parse(payloadsOf(told)[0]!).related
  }
  const order = { id, user_id, offer_id: 'off_1' }

  test('are its object’s own, by its kind and by its fields, and those that are given', () => {
    expect(relatedBy(order, { payment_id: 'pay_1' })).toEqual({ order_id: id, user_id, payment_id: 'pay_1' })
    expect(relatedBy(order, { payment_id: 'pay_1', user_id: 'usr_2' })).toMatchObject({ user_id: 'usr_2' })
  })
  test('are left out where there is none', () => {
    expect(relatedBy({ ...order, user_id: null }, { payment_id: null })).toEqual({ order_id: id })
  })
  test('are not forgotten: one that is neither given nor in the object is an error', () => {
    expect(() => relatedBy(order, {})).toThrow(
      'order.paid relates payment_id, which its object does not have',
    )
  })
})

test('only events that the work declares are told', () => {
  const told = new Outgoing('users', newId('sch'), origin, [])
  expect(() => told.tell(changed, object('a'))).toThrow(
    'order.updated is told, which the operation does not declare',
  )
})
