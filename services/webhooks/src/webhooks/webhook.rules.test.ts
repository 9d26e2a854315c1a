import type { Resolver } from '@lms/service-host/outside'
import { checkAddress, checkMasks, checkReadable, newSecret } from './webhook.rules.ts'

/** The reason and details of a Refused. */
const refusedWith = (reason: string, details: object[]) =>
  expect.objectContaining({ refusal: expect.objectContaining({ reason }), details })

test('a secret is new each time, with a prefix that shows its purpose', () => {
  expect(newSecret()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  expect(newSecret()).not.toBe(newSecret())
})

describe('masks', () => {
  test('appear once each, in their order', () => {
    expect(checkMasks(['order.*', 'user.created', 'order.*', '*'])).toEqual(['order.*', 'user.created', '*'])
  })

  test('without an event of the catalogue are all named, with their places', () => {
    const details = [
      { path: 'body.types.1', message: 'there is no event or group "order.eaten"' },
      { path: 'body.types.3', message: 'there is no event or group "nothing.*"' },
    ]
    const check = () => checkMasks(['order.paid', 'order.eaten', 'user.*', 'nothing.*'], 'types')
    expect(check).toThrow(refusedWith('unknown_event', details))
    expect(() => checkMasks(['order.eaten'])).toThrow(
      refusedWith('unknown_event', [
        { path: 'body.events.0', message: 'there is no event or group "order.eaten"' },
      ]),
    )
  })
})

describe('rights', () => {
  test.each([
    [['order.*'], [['orders:read', 'checkouts:read']]],
    [['*'], [['events:read']]],
    [['*'], [['*']]],
    [['order.paid', 'user.created'], [['orders:read', 'users:read']]],
  ])('%j may be subscribed to with %j', (masks, rights) => {
    checkReadable(masks, { rights })
  })

  test('that are missing are named by mask', () => {
    const check = () =>
      checkReadable(['order.paid', 'user.created'], { rights: [['orders:read', 'users:write']] })
    const details = [{ path: 'body.events.1', message: 'user.created needs users:read, or events:read' }]
    expect(check).toThrow(refusedWith('events_unreadable', details))
  })

  test('must be in every set of the caller', () => {
    const check = () => checkReadable(['order.paid'], { rights: [['*'], ['users:read']] })
    const details = [{ path: 'body.events.0', message: 'order.paid needs orders:read, or events:read' }]
    expect(check).toThrow(refusedWith('events_unreadable', details))
  })

  test('of an existing subscription are named as such', () => {
    const check = () => checkReadable(['order.paid'], { rights: [[]] }, 'of the subscription')
    const message = 'order.paid of the subscription needs orders:read, or events:read'
    expect(check).toThrow(refusedWith('events_unreadable', [{ path: 'id', message }]))
  })
})

describe('an address', () => {
  const policy = { allowHttp: false, allowLoopback: false, allowPrivate: false }
  const check = (url: string, resolve: Resolver['resolve'], more: Partial<typeof policy> = {}) =>
    checkAddress(url, { settings: { policy: { ...policy, ...more } } as never, resolver: { resolve } })
  const answering = async () => ['8.8.8.8']
  const failing = (code: string) => () => Promise.reject(Object.assign(new Error(code), { code }))
  const unheard = () => Promise.reject(new Error('nobody is to be asked'))

  test('that is public is accepted, by name or as an address', async () => {
    await check('https://hook.example/', answering)
    await check('https://8.8.8.8/', unheard)
    await check('https://[2606:4700::1]/', unheard)
  })

  test('is accepted while our own resolver is down', () =>
    check('https://hook.example/', failing('ESERVFAIL')))

  test.each<[string, Resolver['resolve'], string]>([
    ['https://10.0.0.1/', unheard, 'forbidden_address: private'],
    ['http://hook.example/', unheard, 'scheme'],
    ['https://hook.example/', async () => ['8.8.8.8', '10.0.0.1'], 'forbidden_address: private'],
    ['https://hook.example/', failing('ENOTFOUND'), 'dns: ENOTFOUND'],
    ['https://hook.example/', async () => [], 'dns: ENODATA'],
  ])('%s is refused with its reason', async (url, resolve, message) => {
    await expect(check(url, resolve)).rejects.toThrow(
      refusedWith('webhook_url_refused', [{ path: 'body.url', message }]),
    )
  })

  test('with plain http to the public is refused once its name is resolved', async () => {
    const refused = check('http://hook.example/', answering, { allowHttp: true, allowPrivate: true })
    await expect(refused).rejects.toMatchObject({ refusal: { reason: 'webhook_url_refused' } })
  })
})
