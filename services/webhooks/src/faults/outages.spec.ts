// NATS and Postgres go away and come back, on the same storage and port.
import { join } from 'node:path'
import { jest } from '@jest/globals'
import { newId } from '@lms/contract'
import { startPostgres } from '@lms/local'
import { type RunningService, runService } from '@lms/service-host'
import { eventually, type Servers, startServers, type TestSystem } from '@lms/testing'
import { webhooksService } from '../service.ts'
import { type Facts, factsOf } from '../testing/journal-facts.ts'
import {
  emit,
  type Receiver,
  startReceiver,
  startWebhooks,
  waitForAnswers,
  webhooksOf,
} from '../testing/receiver.ts'

describe('outages', () => {
  let servers: Servers
  let system: TestSystem
  let receiver: Receiver
  let facts: Facts
  let school: string
  let offset = 0
  const clock = { now: () => new Date(Date.now() + offset) }
  beforeEach(async () => {
    servers = await startServers({ services: [webhooksService] })
    system = await startWebhooks({ servers, clock })
    facts = factsOf(system.ownerUrl)
    receiver = await startReceiver()
    const caller = system.caller()
    school = caller.school
    await webhooksOf(system, caller).webhooks.create({ body: { url: receiver.url, events: ['*'] } })
  })
  afterEach(async () => {
    await system.stop()
    // Those started in the place of the first ones.
    await servers.nats.stop()
    await servers.postgres.stop()
    await servers.stop()
    await receiver.close()
  })
  const delivered = (many: number) =>
    eventually(`${many} deliveries`, async () => (await facts.statuses(school)).delivered === many)
  const rising = (till: number) => Array.from({ length: till }, (_, index) => index + 1)

  test('while NATS is unavailable due deliveries are sent; when it is back the journal continues, without gap or duplicate', async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end()
    await emit(system, school, [{}])
    await eventually('the first attempt', async () => (await facts.statuses(school)).waiting_retry === 1)
    receiver.answer = (_, response) => void response.end('ok')
    await servers.nats.stop()
    offset += 66_000
    await delivered(1)
    expect(await facts.attempts(school)).toBe(2)
    await servers.restartNats()
    const emitted = Array.from({ length: 20 }, () => ({ id: newId('evt') }))
    await eventually('the stream', () => emit(system, school, emitted).then(() => true))
    await delivered(21)
    expect(await facts.sequences(school)).toEqual(rising(21))
    expect(new Set(receiver.received.map(({ envelope }) => envelope.id)).size).toBe(21)
  })

  test('Postgres restarted under load loses no event and sends none twice except unlogged ones', async () => {
    const { port } = servers.postgres
    let emitted = 0
    let isDown = false
    const load = (async () => {
      while (emitted < 600 || !isDown) {
        await emit(system, school, Array(20).fill({}))
        emitted += 20
        await new Promise(resolve => setTimeout(resolve, 20))
      }
    })()
    await eventually('some deliveries', () => receiver.received.length > 40)
    await servers.postgres.stop()
    isDown = true
    servers.postgres = await startPostgres({
      dataDir: join(servers.folder, 'postgres'),
      durable: false,
      port,
    })
    await load
    await delivered(emitted)
    expect(await facts.statuses(school)).toEqual({ delivered: emitted })
    expect(await facts.sequences(school)).toEqual(rising(emitted))
    // Deliveries sent while nothing could be logged are logged afterwards, not sent again.
    expect(await facts.attempts(school)).toBe(receiver.received.length)
    expect(receiver.received).toHaveLength(emitted)
  })

  test('after an outage longer than leases each replica keeps its channels, and nothing is sent twice', async () => {
    const twins: RunningService[] = []
    for (let twin = 0; twin < 2; twin++)
      twins.push(await runService(webhooksService, { ...system.configs.webhooks!, port: 0 }))
    for (const replica of [system.services.webhooks!, ...twins]) waitForAnswers(replica)
    const answers: (() => void)[] = []
    receiver.answer = (_, response) => void answers.push(() => response.end('ok'))
    await emit(system, school, Array(8).fill({}))
    await eventually('the sends', () => answers.length === 8)
    const { port } = servers.postgres
    const warned = [system.services.webhooks!, ...twins].map(({ runtime }) => jest.spyOn(runtime.log, 'warn'))
    await servers.postgres.stop()
    const noticed = (calls: readonly unknown[][]) =>
      calls.some(([, message]) => /^claiming channels/.test(String(message)))
    await eventually('all to notice', () => warned.every(({ mock }) => noticed(mock.calls)))
    for (const answer of answers) answer()
    receiver.answer = (_, response) => void response.end('ok')
    const dataDir = join(servers.folder, 'postgres')
    servers.postgres = await startPostgres({ dataDir, durable: false, port })
    await facts.endLeases()
    await delivered(8)
    await emit(system, school, [{}])
    await delivered(9)
    expect(receiver.received).toHaveLength(9)
    expect(await facts.attempts(school)).toBe(9)
    await Promise.all(twins.map(({ stop }) => stop()))
  })

  test('a clock that was set back fires nothing early, delays nothing new, and leaves nothing behind', async () => {
    receiver.answer = (_, response) => void response.writeHead(500).end()
    const [failed] = await emit(system, school, [{}])
    await eventually('the first attempt', async () => (await facts.statuses(school)).waiting_retry === 1)
    receiver.answer = (_, response) => void response.end('ok')
    offset -= 3_600_000
    const more = await emit(system, school, [{}, {}])
    await delivered(2)
    expect(await facts.statuses(school)).toEqual({ delivered: 2, waiting_retry: 1 })
    const sent = () => receiver.received.map(({ envelope }) => envelope.id)
    expect(sent().sort()).toEqual([failed!.id, ...more.map(({ id }) => id)].sort())
    // Leases are by the database's clock: a new writer takes over although its own clock is behind.
    await facts.endLeases()
    await emit(system, school, [{}])
    await delivered(3)
    offset += 3_600_000 + 66_000
    await delivered(4)
    expect(await facts.sequences(school)).toEqual(rising(4))
  })
})
