// The disk of NATS is full: it refuses messages, and changes are still acknowledged.
import { streams } from '@lms/events'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually, type Servers, startServers, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { type Receivers, startReceivers } from './receivers.ts'

const patience = 90_000

describe('NATS without space', () => {
  let servers: Servers
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let receivers: Receivers
  beforeAll(async () => {
    const settings = { settings: { LMS_WEBHOOK_ALLOW_LOOPBACK: '1' } }
    const services = [usersService, siteService, webhooksService, serviceService]
    servers = await startServers({ services })
    system = await startSystem({ services, servers, settings })
    gateway = await startTestGateway(system)
    school = await newSchool(gateway)
    receivers = await startReceivers()
  }, patience)
  afterAll(async () => {
    await gateway?.stop()
    await system?.stop()
    // The latest one, which replaced the first.
    await servers?.nats.stop()
    await servers?.stop()
    receivers?.close()
  }, patience)

  const call = async (method: string, path: string, body?: object) => {
    const answer = await gateway.call(method, `/api/v1${path}`, { ...school, body })
    expect(answer.status).toBeLessThan(300)
    return answer.body
  }
  const people = (from: number, till: number) =>
    Promise.all(
      Array.from({ length: till - from }, async (_, index) => {
        const { id } = await call('POST', '/users', { email: `p${from + index}@example.org` })
        return id as string
      }),
    )
  const journal = async () => (await call('GET', '/events?sort=sequence&limit=1000')).data as any[]
  const waiting = async () => {
    const { services } = await call('GET', '/health')
    return services.find(({ name }: { name: string }) => name === 'users').outbox?.waiting as number
  }
  const audited = async () => (await call('GET', '/audit-log?operation=POST%20%2Fv1%2Fusers&limit=1000')).data

  /** Everybody has one event, in a journal without gap or duplicate, and it arrived. */
  async function expectAll(everybody: readonly string[], arrived: ReadonlyMap<string, number>) {
    await eventually('the journal', async () => (await journal()).length >= everybody.length, patience)
    const events = await journal()
    expect(events.map(({ sequence }) => sequence)).toEqual(everybody.map((_, index) => index + 1))
    expect(events.map(({ data }) => data.object.id).sort()).toEqual([...everybody].sort())
    await eventually('the arrivals', () => events.every(({ id }) => arrived.has(id)), patience)
    await eventually('the audit log', async () => (await audited()).length >= everybody.length, patience)
    expect(await audited()).toHaveLength(everybody.length)
    await eventually('the outbox to be empty', async () => (await waiting()) === 0, patience)
  }

  test('changes are acknowledged and kept; when there is space again everything is published once', async () => {
    const { url, secret, arrived } = receivers.hook('full-disk')
    await call('POST', '/webhooks', { url, secret, events: ['*'] })
    const first = await people(0, 5)
    await expectAll(first, arrived)

    // A stream at its maximum.
    const limit = async (most: (bytes: number) => number) => {
      for (const { name } of Object.values(streams)) {
        const { config, state } = await system.bus.manager.streams.info(name)
        await system.bus.manager.streams.update(name, { ...config, max_bytes: most(state.bytes) })
      }
    }
    await limit(bytes => bytes + 1)
    const second = await people(5, 30)
    expect(await journal()).toHaveLength(5)
    // Each emitted an event and an audit record.
    await eventually('the outbox to grow', async () => (await waiting()) >= 50)
    await limit(() => -1)
    await expectAll([...first, ...second], arrived)

    // The whole server's store is full, and it is started again on a larger disk.
    await servers.nats.stop()
    await servers.restartNats({ maxFile: 1 })
    const third = await people(30, 60)
    await eventually('the outbox to grow', async () => (await waiting()) >= 60)
    expect(await journal()).toHaveLength(30)
    await servers.nats.stop()
    await servers.restartNats()
    await expectAll([...first, ...second, ...third], arrived)
  }, 240_000)
})
