// Postgres is slow, does not answer at all, or is behind a dead network: the gateway answers in time, and nothing is
// lost or done twice.
import { siteService } from '@lms/site/service'
import { eventually, type Servers, startServers, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { usersService } from '@lms/users/service'
import { webhooksService } from '@lms/webhooks/service'
import { type Address, untilAcknowledged } from './requests.ts'
import { type SlowLine, startSlowLine } from './slow-line.ts'

const answerMs = 4000

describe('a Postgres that is slow', () => {
  let servers: Servers
  let line: SlowLine
  let system: TestSystem
  let gateway: TestGateway
  let school: GatewaySchool
  let client: Address
  let createdCount = 0
  beforeAll(async () => {
    const services = [usersService, siteService, webhooksService]
    servers = await startServers({ services })
    line = await startSlowLine(servers.postgres.port)
    const url = new URL(servers.postgres.url)
    url.port = String(line.port)
    const behind = { ...servers, postgres: { ...servers.postgres, url: url.toString() } }
    system = await startSystem({
      services,
      servers: behind,
      settings: { databaseAnswerMs: 6000 },
    })
    gateway = await startTestGateway(system, { deadlines: { answerMs } })
    school = await newSchool(gateway)
    client = { port: gateway.running.port, host: school.host, key: school.key }
  }, 300_000)
  afterAll(async () => {
    line.delayMs = 0
    line.cut()
    await gateway?.stop()
    await system?.stop()
    line?.close()
    await servers?.stop()
  }, 300_000)

  const emails = (many: number) => Array.from({ length: many }, () => `p${createdCount++}@example.org`)
  const create = (email: string) =>
    gateway.call('POST', '/api/v1/users', {
      ...school,
      body: { email },
      headers: { 'idempotency-key': email },
    })
  const again = (email: string) =>
    untilAcknowledged(() => client, {
      method: 'POST',
      path: '/v1/users',
      body: { email },
      idempotencyKey: email,
    })
  const list = async (path: string) => {
    const answer = await gateway.call('GET', `/api/v1/${path}limit=1000`, school)
    expect(answer.status).toBe(200)
    return answer.body.data as any[]
  }
  const unavailable = {
    status: 503,
    headers: { 'retry-after': '1' },
    body: { error: { reason: 'unavailable' } },
  }

  /** Everybody is there once, with one event, and nobody else. */
  async function expectOnce() {
    const people = await list('users?')
    const emitted = async () => (await list('events?type=user.created&')).map(({ data }) => data.object.id)
    expect(new Set(people.map(({ email }) => email)).size).toBe(people.length)
    expect(people).toHaveLength(createdCount)
    await eventually('an event of each', async () => (await emitted()).length >= createdCount, 45_000)
    expect((await emitted()).sort()).toEqual(people.map(({ id }) => id).sort())
  }

  test('makes answers slow, without other effects', async () => {
    // Slow, and far from the deadline on a busy machine, too.
    line.delayMs = 40
    const answers = await Promise.all(emails(5).map(create))
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(201))
    line.delayMs = 0
    await expectOnce()
  }, 300_000)

  test('without answers gives 503 within the deadline; repeated afterwards each change is done once', async () => {
    const [before] = emails(1)
    expect((await create(before!)).status).toBe(201)
    const names = emails(30)
    line.delayMs = Number.POSITIVE_INFINITY
    const [read, ...changes] = await Promise.all([
      gateway.call('GET', '/api/v1/users', school),
      ...names.map(create),
    ])
    expect(read).toMatchObject(unavailable)
    for (const answer of changes) expect(answer).toMatchObject(unavailable)
    line.delayMs = 0
    for (const { status } of await Promise.all(names.map(again))) expect(status).toBe(201)
    await expectOnce()
  }, 300_000)

  test('a dead network under open connections is recognized, and new connections take over', async () => {
    line.deaden()
    const names = emails(10)
    for (const { status } of await Promise.all(names.map(again))) expect(status).toBe(201)
    await expectOnce()
  }, 300_000)
})
