import { conditionsOf } from './event-filter.ts'
import {
  failedWebhookOf,
  maySend,
  receiversOf,
  receiversOfMany,
  type Subscription,
  sendingConditions,
} from './receivers.ts'

const subscription = (id: string, options: Partial<Subscription> = {}): Subscription => ({
  id,
  version: 1,
  channel: 1,
  url: `https://${id}.example/`,
  masks: ['*'],
  active: true,
  rights: null,
  ordered: false,
  conditions: [],
  ...options,
})
const eventOf = (type: string, failed: string | null = null) => ({
  type,
  failed_webhook_id: failed,
  payload: JSON.stringify({ type, data: { object: { id: 'x' } }, related: {} }),
})
const idsOf = (event: ReturnType<typeof eventOf>, all: Subscription[]) => {
  const ids = receiversOf(event as never, all).map(({ id }) => id)
  const byMany = receiversOfMany(all)
  // Asked twice, because the second answer comes from the cache of the first.
  for (let time = 0; time < 2; time++) expect(byMany(event as never).map(({ id }) => id)).toEqual(ids)
  return ids
}

test('an event goes to active subscriptions whose masks match and whose creator may read it', () => {
  const all = [
    subscription('a'),
    subscription('b', { active: false }),
    subscription('c', { masks: ['order.*'] }),
    subscription('d', { masks: ['user.*'] }),
    subscription('e', { rights: [['orders:read']] }),
    subscription('f', { rights: [['users:read']] }),
    subscription('g', { rights: [['*'], ['users:read']] }),
  ]
  expect(idsOf(eventOf('order.paid'), all)).toEqual(['a', 'c', 'e'])
  expect(idsOf(eventOf('user.created'), all)).toEqual(['a', 'd', 'f', 'g'])
})

test('an event goes to subscriptions whose filters match', () => {
  const all = [
    subscription('a'),
    subscription('b', { conditions: conditionsOf({ status: 'paid' }) }),
    subscription('c', { conditions: conditionsOf({ status: 'canceled' }) }),
  ]
  const payload = JSON.stringify({ data: { object: { id: 'x', status: 'paid' } }, related: {} })
  expect(idsOf({ ...eventOf('order.paid'), payload }, all)).toEqual(['a', 'b'])
  expect(idsOf(eventOf('order.paid'), all)).toEqual(['a'])
})

test('what comes in with an import goes to those that ask for it', () => {
  const all = [
    subscription('a', { conditions: sendingConditions(null, false) }),
    subscription('b', { conditions: sendingConditions(null, true) }),
    subscription('c', { conditions: sendingConditions({ status: 'paid' }, true) }),
  ]
  const payloadOf = (data: object) => `{"type":"user.created","data":${JSON.stringify(data)},"related":{}}`
  const imported = payloadOf({ object: { id: 'x' }, imported: true })
  expect(idsOf({ ...eventOf('user.created'), payload: imported }, all)).toEqual(['b'])
  const alike = payloadOf({ object: { note: { data: {}, imported: true }, related: {} } })
  expect(idsOf({ ...eventOf('user.created'), payload: alike }, all)).toEqual(['a', 'b'])
})

test("the event of an address's failure goes to no subscription at that address", () => {
  const all = [
    subscription('a'),
    subscription('b', { url: 'https://a.example/' }),
    subscription('c', { masks: ['system.*'] }),
  ]
  expect(idsOf(eventOf('system.webhook_failed', 'a'), all)).toEqual(['c'])
  expect(idsOf(eventOf('system.webhook_failed', 'gone'), all)).toEqual(['a', 'b', 'c'])
  expect(idsOf(eventOf('system.webhook_failed'), all)).toEqual(['a', 'b', 'c'])
})

test('only that event names a failed subscription', () => {
  expect(failedWebhookOf('system.webhook_failed', { webhook_id: 'whk_1' })).toBe('whk_1')
  expect(failedWebhookOf('system.webhook_failed', {})).toBeNull()
  expect(failedWebhookOf('order.paid', { webhook_id: 'whk_1' })).toBeNull()
})

test('deliveries made for other masks or under other permissions are not sent', () => {
  const conditions = conditionsOf(null)
  expect(maySend({ masks: ['order.*'], rights: null, conditions }, 'order.paid')).toBe(true)
  expect(maySend({ masks: ['user.*'], rights: null, conditions }, 'order.paid')).toBe(false)
  expect(maySend({ masks: ['*'], rights: [[]], conditions }, 'order.paid')).toBe(false)
  expect(maySend({ masks: ['*'], rights: [['orders:read']], conditions }, 'order.paid')).toBe(true)
})
