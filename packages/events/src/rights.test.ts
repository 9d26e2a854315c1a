import { authorizationOf, type BusUse, operatorUser, passwordVariable, rightsOf } from './rights.ts'
import { inboxOf } from './subjects.ts'

const nothing: BusUse = { publishes: [], consumes: [], reads: [], listens: [] }
const streams = ['EVENTS', 'INTERNAL'].flatMap(name => [
  `$JS.API.STREAM.INFO.${name}`,
  `$JS.API.STREAM.CREATE.${name}`,
])

test('a program without declarations may look for the streams, create them, and receive its answers', () => {
  expect(rightsOf({ name: 'users', use: nothing })).toEqual({
    publish: ['$JS.API.INFO', ...streams],
    subscribe: ['_INBOX.users.>'],
  })
})

test('it may publish and subscribe to its declared subjects, each once', () => {
  const subjects = ['events.*.order.paid', 'events.*.order.paid']
  const { publish, subscribe } = rightsOf({
    name: 'commerce',
    use: { ...nothing, publishes: subjects, listens: subjects },
  })
  expect(publish).toEqual(['events.*.order.paid', '$JS.API.INFO', ...streams])
  expect(subscribe).toEqual(['_INBOX.commerce.>', 'events.*.order.paid'])
})

test('a durable consumer is created, read and acknowledged under its own name, for its subject only', () => {
  const consumes = [
    { stream: 'events', durable: 'users-order-paid', subject: 'events.*.order.paid' },
  ] as const
  expect(rightsOf({ name: 'users', use: { ...nothing, consumes } }).publish).toEqual([
    '$JS.API.INFO',
    ...streams,
    '$JS.API.CONSUMER.CREATE.EVENTS.users-order-paid.events.*.order.paid',
    '$JS.API.CONSUMER.INFO.EVENTS.users-order-paid',
    '$JS.API.CONSUMER.MSG.NEXT.EVENTS.users-order-paid',
    '$JS.ACK.EVENTS.users-order-paid.>',
  ])
})

test.each([
  [undefined, '$JS.API.CONSUMER.CREATE.INTERNAL.*'],
  ['internal.*.invalidate.*', '$JS.API.CONSUMER.CREATE.INTERNAL.*.internal.*.invalidate.*'],
])('a stream that it reads from its own position, of %s, is read under any name', (subject, create) => {
  const reads = [{ stream: 'internal', ...(subject ? { subject } : {}) }] as const
  expect(rightsOf({ name: 'webhooks', use: { ...nothing, reads } }).publish).toEqual([
    '$JS.API.INFO',
    ...streams,
    create,
    '$JS.API.CONSUMER.INFO.INTERNAL.*',
    '$JS.API.CONSUMER.MSG.NEXT.INTERNAL.*',
    '$JS.API.CONSUMER.DELETE.INTERNAL.*',
  ])
})

test('one that erases schools may purge the streams that it names', () => {
  expect(rightsOf({ name: 'service', use: { ...nothing, purges: ['events'] } }).publish).toEqual([
    '$JS.API.INFO',
    ...streams,
    '$JS.API.STREAM.PURGE.EVENTS',
  ])
})

test('the configuration of the server lists each user, their password variable, and their permissions', () => {
  expect(operatorUser).toBe('operator')
  expect(inboxOf('users')).toBe('_INBOX.users')
  expect(passwordVariable('some-old-service')).toBe('SOME_OLD_SERVICE_NATS_PASSWORD')
  const users = [
    { name: 'operator', use: null },
    { name: 'users', use: nothing },
  ]
  const lines = authorizationOf(users).split('\n')
  expect(lines.map(line => line.trim())).toEqual([
    'authorization {',
    'users = [',
    '{',
    'user: "operator"',
    'password: $OPERATOR_NATS_PASSWORD',
    '}',
    '{',
    'user: "users"',
    'password: $USERS_NATS_PASSWORD',
    'permissions {',
    'publish: [',
    ...['$JS.API.INFO', ...streams].map(subject => `"${subject}"`),
    ']',
    'subscribe: [',
    '"_INBOX.users.>"',
    ']',
    '}',
    '}',
    ']',
    '}',
    '',
  ])
})
