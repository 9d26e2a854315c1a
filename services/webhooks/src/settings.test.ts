import { webhookSettings } from './settings.ts'

const read = (settings: Record<string, string> = {}) => webhookSettings({ config: { settings } as never })

test('without settings: https to public addresses, directly, at any port', () => {
  expect(read()).toEqual({
    policy: { allowHttp: false, allowLoopback: false, allowPrivate: false },
    nameServers: null,
    proxy: null,
    channelParallel: 8,
    schoolParallel: 64,
    parallel: 512,
    channels: 1000,
    replayRate: 500,
    journalDays: 400,
    deliveryDays: 90,
  })
})

test('an empty variable is none, as compose files leave them', () => {
  const names = ['LMS_WEBHOOK_NAME_SERVERS', 'LMS_WEBHOOK_PORTS', 'LMS_WEBHOOK_PARALLEL', 'LMS_JOURNAL_DAYS']
  expect(read(Object.fromEntries(names.map(name => [name, ''])))).toEqual(read())
})

test.each([
  [{ LMS_WEBHOOK_ALLOW_LOOPBACK: '1' }, { allowHttp: true, allowLoopback: true, allowPrivate: false }],
  [{ LMS_WEBHOOK_ALLOW_PRIVATE: '1' }, { allowHttp: true, allowLoopback: false, allowPrivate: true }],
  [{ LMS_WEBHOOK_ALLOW_PRIVATE: '0' }, { allowHttp: false, allowLoopback: false, allowPrivate: false }],
  [
    { LMS_WEBHOOK_PORTS: '1,443,65535' },
    { allowHttp: false, allowLoopback: false, allowPrivate: false, ports: [1, 443, 65_535] },
  ],
])('%j allows %j', (input, policy) => {
  expect(read(input as never).policy).toEqual(policy)
})

test.each([
  ['LMS_WEBHOOK_NAME_SERVERS', '192.0.2.1,192.0.2.2:53', { nameServers: ['192.0.2.1', '192.0.2.2:53'] }],
  ['LMS_WEBHOOK_PROXY', 'http://egress.example:3128', { proxy: { host: 'egress.example', port: 3128 } }],
  ['LMS_WEBHOOK_PARALLEL', '1', { channelParallel: 1 }],
  ['LMS_WEBHOOK_SCHOOL_PARALLEL', '2', { schoolParallel: 2 }],
  ['LMS_WEBHOOK_REPLICA_PARALLEL', '3', { parallel: 3 }],
  ['LMS_WEBHOOK_REPLICA_LANES', '4', { channels: 4 }],
  ['LMS_REPLAY_RATE', '5', { replayRate: 5 }],
  ['LMS_JOURNAL_DAYS', '6', { journalDays: 6 }],
  ['LMS_DELIVERY_DAYS', '7', { deliveryDays: 7 }],
])('%s is parsed: %s', (name, value, expected) => {
  expect(read({ [name]: value })).toMatchObject(expected)
})

test.each([
  ['LMS_WEBHOOK_PARALLEL', '0'],
  ['LMS_WEBHOOK_PARALLEL', '1.5'],
  ['LMS_WEBHOOK_PARALLEL', 'many'],
  ['LMS_JOURNAL_DAYS', '-1'],
  ['LMS_WEBHOOK_PORTS', '0'],
  ['LMS_WEBHOOK_PORTS', '65536'],
  ['LMS_WEBHOOK_PORTS', '443,https'],
  ['LMS_WEBHOOK_PORTS', '443;8443'],
])('%s must not be %s', (name, value) => {
  expect(() => read({ [name]: value })).toThrow(name)
})
