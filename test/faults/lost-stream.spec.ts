// The streams are destroyed with all their messages, and nothing acknowledged is lost: messages that their readers have
// not stored are still in the outboxes.
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { streams } from '@lms/events'
import { serviceContract } from '@lms/service/contract'
import { serviceService } from '@lms/service/service'
import { type RunningService, runService } from '@lms/service-host'
import {
  asOwner,
  eventually,
  type Servers,
  startReplica,
  startServers,
  startSystem,
  type TestSystem,
} from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { webhooksContract } from '@lms/webhooks/contract'
import { webhooksService } from '@lms/webhooks/service'
import pg from 'pg'
import { type Receivers, startReceivers } from './receivers.ts'

const patience = 90_000
const services = [usersService, commerceService, webhooksService, serviceService]
const readers = ['users', 'webhooks', 'service']

describe('the streams are destroyed', () => {
  let servers: Servers
  let system: TestSystem
  let receivers: Receivers
  let running: Record<string, RunningService>
  let turned = 0
  const clock = { now: () => new Date(), elapsed: () => performance.now() + turned }
  beforeAll(async () => {
    servers = await startServers({ services })
    const settings = { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } }
    system = await startSystem({ services, servers, clock, settings })
    running = { ...system.services }
    receivers = await startReceivers()
  }, patience)
  afterAll(async () => {
    await Promise.all(Object.values(running ?? {}).map(one => one.stop()))
    await system?.stop()
    await servers?.stop()
    receivers?.close()
  }, patience)

  const stop = (...names: string[]) => Promise.all(names.map(name => running[name]!.stop()))
  const start = async (...names: string[]) => {
    for (const service of services.filter(({ contract }) => names.includes(contract.service)))
      running[service.contract.service] = await runService(service, system.configs[service.contract.service]!)
  }
  /** The storage goes while NATS is down. */
  async function wipeStorage() {
    servers.nats.kill('SIGKILL')
    await servers.nats.exited
    rmSync(join(servers.folder, 'nats', 'jetstream'), { recursive: true })
    await servers.restartNats()
  }
  const deleteStreams = () =>
    Promise.all(
      Object.values(streams).map(({ name }) => system.bus.manager.streams.delete(name).catch(() => false)),
    )
  const rows = (text: string, values: unknown[] = []) =>
    asOwner(system.ownerUrl, client => client.query(text, values)).then(result => result.rows)
  const stored = async () => (await system.bus.manager.streams.info(streams.events.name)).state.messages

  /** A school that sells a course, a receiver of all its events, and a person who buys. */
  async function openShop() {
    const caller = system.caller()
    const people = system.client('users', usersContract.resources, caller)
    const sales = system.client('commerce', commerceContract.resources, caller)
    const hooks = system.client('webhooks', webhooksContract.resources, caller)
    const records = system.client('service', serviceContract.resources, caller)
    const { url, secret, arrived } = receivers.hook(caller.school)
    await hooks.webhooks.create({ body: { url, secret, events: ['*'] } })
    const { id: user_id } = await people.users.create({ body: { email: 'ann@school.org' } })
    const offer = await sales.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
    const course = { kind: 'course' as const, resource_id: newId('crs'), name: 'Lessons', term_days: 30 }
    await sales.offerItems.create({ path: { id: offer.id }, body: course })
    const orders: string[] = []
    const buy = async () => {
      const body = { user_id, items: [{ offer_id: offer.id, quantity: 1 }] }
      const { id } = await sales.orders.create({ body })
      await sales.orders.markPaid({ path: { id }, body: {} })
      orders.push(id)
    }
    // Users is asked about the person now, and may be away later.
    await buy()
    const buyMany = async (many: number) => {
      for (let bought = 0; bought < many; bought++) await buy()
    }
    const ofOrders = ['order.created', 'order.paid', 'payment.succeeded', 'course.access_granted']

    /** Each order has its events, its access, its arrivals and its audit records, each once. */
    async function expectAll() {
      const journal = async () => (await hooks.events.list({ query: { sort: 'sequence', limit: 1000 } })).data
      const orderOf = ({ data, related }: any) => related.order_id ?? data.object.id
      const all = orders.flatMap(id => ofOrders.map(type => `${type} ${id}`)).sort()
      const entered = async () =>
        (await journal())
          .filter(({ type }) => ofOrders.includes(type))
          .map(event => `${event.type} ${orderOf(event)}`)
          .sort()
      await eventually('the journal', async () => (await entered()).length >= all.length, patience)
      expect(await entered()).toEqual(all)
      const events = await journal()
      expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index + 1))
      await eventually('the arrivals', () => events.every(({ id }) => arrived.has(id)), patience)
      const accesses = (await people.accesses.list({ query: { limit: 1000 } })).data
      expect(accesses.map(({ order_id }) => order_id).sort()).toEqual([...orders].sort())
      const audited = async () =>
        (await records.auditLog.list({ query: { operation: 'POST /v1/orders/{id}/mark-paid', limit: 1000 } }))
          .data
      await eventually('the audit log', async () => (await audited()).length >= orders.length, patience)
      expect((await audited()).map(({ object_id }) => object_id).sort()).toEqual([...orders].sort())
      const waiting = services
        .map(({ contract }) => `select id from ${contract.service}.outbox`)
        .join(' union all ')
      await eventually('the outboxes to be empty', async () => (await rows(waiting)).length === 0, patience)
    }
    return { orders, buy, buyMany, expectAll }
  }

  /** From here on each second counts as a minute, until the returned function is called. */
  function hurry(): () => void {
    const timer = setInterval(() => {
      turned += 5900
    }, 100)
    return () => clearInterval(timer)
  }

  test('deleted again and again while all programs run and orders are paid', async () => {
    const { orders, buyMany, expectAll } = await openShop()
    const buying = Promise.all([1, 2, 3, 4].map(() => buyMany(15)))
    for (const many of [10, 25, 40]) {
      await eventually(`${many} orders`, () => orders.length >= many, patience)
      await deleteStreams()
    }
    await buying
    const end = hurry()
    await expectAll().finally(end)
  }, 240_000)

  test('wiped with the disk of NATS before journal, reactions and audit log had read them', async () => {
    const { buyMany, expectAll } = await openShop()
    await stop(...readers)
    const before = await stored()
    await buyMany(10)
    await eventually('all to be in the stream', async () => (await stored()) >= before + 30)
    await wipeStorage()
    await buyMany(5)
    await start(...readers)
    const end = hurry()
    await expectAll().finally(end)
  }, 240_000)

  test('wiped once the journal has read them, before the reactions to them have acted', async () => {
    const { orders, buyMany, expectAll } = await openShop()
    await stop('users')
    const main = new URL('../../services/users/src/main.ts', import.meta.url)
    const killed = await startReplica(main, system.configs.users!)
    const lock = new pg.Client({ connectionString: system.ownerUrl })
    await lock.connect()
    await lock.query('begin; lock table users.inbox in exclusive mode')
    await buyMany(10)
    const standing = async () =>
      (await rows('select payload from commerce.outbox'))
        .map(({ payload }) => JSON.parse(payload))
        .filter(({ data }) => orders.includes(data?.object.id))
        .map(({ type }) => type)
    // An event without reactions is deleted once the journal has it.
    await eventually(
      'order.created to go',
      async () => !(await standing()).includes('order.created'),
      patience,
    )
    expect(await standing()).toEqual(orders.map(() => 'order.paid'))
    await killed.kill()
    await wipeStorage()
    await lock.end()
    await start('users')
    const end = hurry()
    await expectAll().finally(end)
  }, 240_000)

  test('wiped while every program is down', async () => {
    const { buyMany, expectAll } = await openShop()
    await stop(...readers)
    const before = await stored()
    await buyMany(10)
    await eventually('all to be in the stream', async () => (await stored()) >= before + 30)
    await stop('commerce')
    await wipeStorage()
    await start('commerce', ...readers)
    await expectAll()
  }, 240_000)
})
