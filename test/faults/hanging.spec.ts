// A service that hangs (SIGSTOP): its process exists and accepts connections, and nothing answers.
import { eventually, type Replica, startReplica, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type Address, untilAcknowledged } from './requests.ts'

const commerceMain = new URL('main.ts', import.meta.resolve('@lms/commerce/service'))
/** Long enough that a slow machine is not taken for a hung service. */
const answerMs = 4000

describe('a service that hangs', () => {
  let system: TestSystem
  let gateway: TestGateway
  let commerce: Replica
  let school: GatewaySchool
  let client: Address
  beforeAll(async () => {
    system = await startSystem({ services: allServices })
    await system.services.commerce!.stop()
    commerce = await startReplica(commerceMain, system.configs.commerce!)
    gateway = await startTestGateway(system, { deadlines: { answerMs } })
    school = await newSchool(gateway)
    client = { port: gateway.running.port, host: school.host, key: school.key }
  }, 300_000)
  afterAll(async () => {
    await commerce?.kill()
    await gateway?.stop()
    await system?.stop()
  }, 300_000)

  const call = (method: string, path: string, body?: object, key?: string) =>
    gateway.call(method, `/api/v1${path}`, {
      ...school,
      body,
      headers: key ? { 'idempotency-key': key } : {},
    })
  const unavailable = {
    status: 503,
    headers: { 'retry-after': '1' },
    body: { error: { reason: 'unavailable' } },
  }

  test('gives 503 within the deadline while the others answer; running requests have at most one effect', async () => {
    const { id: user_id } = (await call('POST', '/users', { email: 'ada@example.org' })).body
    const offer = { name: 'Course', amount: 100, currency: 'EUR' }
    const { id: offer_id } = (await call('POST', '/offers', offer)).body
    const order = { user_id, items: [{ offer_id }] }
    const { id } = (await call('POST', '/orders', order)).body

    commerce.pause()
    const hung = Promise.all([
      call('GET', `/orders/${id}`),
      call('POST', `/orders/${id}/mark-paid`, {}, 'paid'),
      call('POST', '/orders', { ...order, comment: 'keyed' }, 'keyed'),
      ...Array.from({ length: 50 }, () => call('POST', '/orders', { ...order, comment: 'bare' })),
    ])
    let answered = false
    void hung.then(() => {
      answered = true
    })
    const others = await Promise.all([
      call('GET', '/me'),
      call('POST', '/users', { email: 'grace@example.org' }),
      call('GET', '/webhooks'),
      call('GET', '/audit-log'),
    ])
    expect(answered).toBe(false)
    for (const { status } of others) expect(status).toBeLessThan(300)
    for (const answer of await hung) expect(answer).toMatchObject(unavailable)

    commerce.wake()
    const again = (path: string, body: object, idempotencyKey: string) =>
      untilAcknowledged(() => client, { method: 'POST', path: `/v1${path}`, body, idempotencyKey })
    const paid = await again(`/orders/${id}/mark-paid`, {}, 'paid')
    expect(paid.body).toMatchObject({ id, status: 'paid' })
    const keyed = await again('/orders', { ...order, comment: 'keyed' }, 'keyed')
    expect((await call('GET', `/orders/${id}`)).body).toEqual(paid.body)

    const orders: { id: string; comment: string }[] = (await call('GET', '/orders?limit=1000')).body.data
    expect(orders.filter(({ comment }) => comment === 'keyed').map(one => one.id)).toEqual([keyed.body.id])
    // Without an idempotency key a client cannot know; each was requested once, and exists at most once.
    const bare = orders.filter(({ comment }) => comment === 'bare')
    expect(bare.length).toBeLessThanOrEqual(50)
    const emitted = async (type: string) =>
      (await call('GET', `/events?type=${type}&limit=1000`)).body.data.map(
        (event: any) => event.data.object.id,
      )
    const listed = async () => (await call('GET', '/orders?limit=1000')).body.data
    const eventsOfAll = await eventually(
      'an event of each order',
      async () => {
        const [ids, there] = [await emitted('order.created'), await listed()]
        return ids.length === there.length && ids
      },
      30_000,
    )
    expect(eventsOfAll.sort()).toEqual((await listed()).map((one: { id: string }) => one.id).sort())
    expect(await emitted('order.paid')).toEqual([id])
    expect(await emitted('payment.succeeded')).toHaveLength(1)
  }, 300_000)
})
