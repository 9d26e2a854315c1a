// Permissions on the bus: the server accepts nobody without a credential, and from each program only its declared
// subjects.
import { newId } from '@lms/contract'
import { eventSubject, everyInvalidation, inboxOf } from '@lms/events'
import { configOf, newInstallation } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { startCluster, type TestCluster } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool } from '@lms/testing/gateway'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'

let cluster: TestCluster
let school: GatewaySchool
const open: NatsConnection[] = []
beforeAll(async () => {
  cluster = await startCluster()
  school = await newSchool(cluster.gateway)
}, 300_000)
afterAll(async () => {
  await Promise.all(open.map(nats => nats.close()))
  await cluster?.stop()
})

const server = () => ({ servers: cluster.system.servers.nats.url })

/** A connection with a program's credential, and what the server refuses it. */
async function connectAs(user: string) {
  const pass = cluster.system.servers.natsPassword(user)
  const nats = await connect({
    ...server(),
    user,
    pass,
    inboxPrefix: inboxOf(user),
    ignoreAuthErrorAbort: true,
  })
  open.push(nats)
  const refused: string[] = []
  void (async () => {
    for await (const status of nats.status()) if (status.type === 'error') refused.push(String(status.error))
  })()
  return {
    nats,
    refused: (what: string) => eventually(what, () => refused.some(text => text.includes(what))),
  }
}

const stored = async (subject: string) => {
  const { state } = await cluster.system.bus.manager.streams.info('EVENTS', { subjects_filter: subject })
  return state.subjects?.[subject] ?? 0
}

describe('a connection', () => {
  test('without a credential is refused', async () => {
    await expect(connect(server()).then(nats => nats.close())).rejects.toThrow(/authorization/i)
  })

  test('with a password of another program is refused', async () => {
    const pass = cluster.system.servers.natsPassword('users')
    await expect(connect({ ...server(), user: 'commerce', pass })).rejects.toThrow(/authorization/i)
  })
})

describe('a service', () => {
  test('publishes the events that it declares', async () => {
    const { nats } = await connectAs('commerce')
    const subject = eventSubject(newId('sch'), 'order.canceled')
    await jetstream(nats).publish(subject, '{}')
    expect(await stored(subject)).toBe(1)
  })

  test.each([
    ['users', 'order.paid'],
    ['site', 'order.paid'],
    ['webhooks', 'order.paid'],
    ['service', 'user.merged'],
    ['commerce', 'course.access_granted'],
    ['gateway', 'order.paid'],
  ])('%s cannot publish %s', async (user, type) => {
    const { nats, refused } = await connectAs(user)
    const subject = eventSubject(school.schoolId, type)
    const before = await stored(subject)
    nats.publish(subject, '{}')
    await refused(`Publish to "${subject}"`)
    expect(await stored(subject)).toBe(before)
  })

  test.each(['audit', 'invalidate'])('cannot publish under another’s name: %s', async what => {
    const { nats, refused } = await connectAs('commerce')
    const subject = `internal.${school.schoolId}.${what}.users`
    nats.publish(subject, '{}')
    await refused(`Publish to "${subject}"`)
  })

  test.each([
    ['a live subscription to all events', 'events.>'],
    ['a live subscription to what gateways are told', everyInvalidation],
    ['the answers to another', `${inboxOf('users')}.>`],
    ['all answers', '_INBOX.>'],
    ['everything', '>'],
  ])('cannot subscribe to %s', async (_, subject) => {
    const { nats, refused } = await connectAs('commerce')
    nats.subscribe(subject, { callback: () => {} })
    await refused(`Subscription to "${subject}"`)
  })

  test.each([
    ['another event', 'commerce-user-deleted', 'events.*.user.consent_changed'],
    ['all events', 'commerce-user-deleted', 'events.>'],
    ['an event that it may not read', 'users-order-paid', 'events.*.order.paid'],
  ])('cannot create a consumer for %s', async (_, durable, subject) => {
    const { nats, refused } = await connectAs('commerce')
    const request = `$JS.API.CONSUMER.CREATE.EVENTS.${durable}.${subject}`
    nats.publish(request, '{}')
    await refused(`Publish to "${request}"`)
  })

  test('cannot create a consumer with another filter than its name says', async () => {
    const { nats } = await connectAs('commerce')
    const subject = '$JS.API.CONSUMER.CREATE.EVENTS.commerce-user-deleted.events.*.user.deleted'
    const config = {
      durable_name: 'commerce-user-deleted',
      filter_subject: 'events.>',
      ack_policy: 'explicit',
    }
    const answer = await nats.request(subject, JSON.stringify({ stream_name: 'EVENTS', config }))
    expect(answer.json()).toMatchObject({ error: { code: 400 } })
  })

  test.each([
    'STREAM.PURGE.EVENTS',
    'STREAM.DELETE.EVENTS',
    'STREAM.UPDATE.EVENTS',
    'STREAM.MSG.GET.EVENTS',
    'DIRECT.GET.EVENTS',
    'CONSUMER.DELETE.EVENTS.users-order-paid',
    'CONSUMER.MSG.NEXT.EVENTS.users-order-paid',
  ])('cannot ask the server for %s', async request => {
    const { nats, refused } = await connectAs('commerce')
    nats.publish(`$JS.API.${request}`, '')
    await refused(`Publish to "$JS.API.${request}"`)
  })

  test('creates missing streams', async () => {
    const { nats } = await connectAs('site')
    const manager = await jetstreamManager(nats)
    expect((await manager.streams.info('EVENTS')).config.subjects).toEqual(['events.>'])
  })
})

test('an order.paid that another program forges gives no access and reaches no journal', async () => {
  const call = (method: string, path: string, body?: unknown) =>
    cluster.gateway.call(method, `/api/v1${path}`, { ...school, body })
  const person = (await call('POST', '/users', { email: 'ann@school.org' })).body.id
  const object = {
    id: newId('ord'),
    user_id: person,
    items: [{ grants: [{ kind: 'course', resource_id: newId('crs'), term_days: null }] }],
  }
  const paid = { id: newId('evt'), type: 'order.paid', created_at: '2026-01-01T00:00:00.000+00:00' }
  const forged = JSON.stringify({
    ...paid,
    api_version: 'v1',
    data: { object },
    related: { user_id: person },
  })
  const { nats, refused } = await connectAs('users')
  nats.publish(eventSubject(school.schoolId, 'order.paid'), forged)
  await refused('order.paid')
  // A type that it may publish, with another in the envelope; and an answer of the server sent to the subject.
  await jetstream(nats).publish(eventSubject(school.schoolId, 'user.updated'), forged)
  nats.publish('$JS.API.INFO', '', { reply: eventSubject(school.schoolId, 'order.paid') })
  await nats.flush()
  const last = (await call('POST', '/users', { email: 'bob@school.org' })).body.id
  const events = await eventually('the journal', async () => {
    const { data } = (await call('GET', '/events')).body
    return data.some((event: any) => event.data.object.id === last) && data
  })
  expect(events.map((event: any) => event.type)).not.toContain('order.paid')
  expect((await call('GET', `/accesses?user_id=${person}`)).body.data).toEqual([])
})

test('an audit record in the stream of events is no event', async () => {
  const { nats } = await connectAs('service')
  const record = {
    id: newId('evt'),
    type: 'audit.service',
    created_at: '2026-01-01T00:00:00.000+00:00',
    api_version: 'v1',
    data: { object: { id: newId('ord') } },
    related: {},
  }
  // What a reader asks for is sent to where it wants the answer, and the stream there keeps it under its own subject.
  const ask = JSON.stringify({ batch: 1, expires: 5e9 })
  const { manager } = cluster.system.bus
  const copied = async () => {
    const subject = `internal.${school.schoolId}.audit.service`
    const reply = eventSubject(school.schoolId, 'audit.service')
    nats.publish('$JS.API.CONSUMER.MSG.NEXT.INTERNAL.service-audit', ask, { reply })
    nats.publish(subject, JSON.stringify({ ...record, id: newId('evt') }))
    await nats.flush()
    const { state } = await manager.streams.info('EVENTS', { subjects_filter: 'internal.>' })
    return (state.subjects?.[subject] ?? 0) > 0
  }
  await eventually('the record in the stream of events', copied)
  const call = (method: string, path: string, body?: unknown) =>
    cluster.gateway.call(method, `/api/v1${path}`, { ...school, body })
  const last = (await call('POST', '/users', { email: 'eve@school.org' })).body.id
  const events = await eventually('the journal', async () => {
    const { data } = (await call('GET', '/events')).body
    return data.some((event: any) => event.data.object.id === last) && data
  })
  expect(events.map((event: any) => event.type)).not.toContain('audit.service')
})

test('passwords of programs differ, and differ between installations', () => {
  const names = ['users', 'commerce']
  const location = {
    port: 1,
    ownerUrl: 'postgres://postgres@localhost/lms',
    natsUrl: 'nats://localhost',
    addresses: {},
  }
  const passwords = [newInstallation(names), newInstallation(names)].flatMap(installation =>
    names.map(name => configOf(installation, name, location).natsPassword),
  )
  expect(new Set(passwords).size).toBe(4)
})
