import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { eventually, type TestSystem } from '@lms/testing'
import { emit, startWebhooks, webhooksOf } from './testing/receiver.ts'

describe('a cluster with an egress proxy', () => {
  const requests: (string | undefined)[] = []
  let status = 502
  const proxy = createServer().on('connect', ({ url, headers }, client: Socket) => {
    requests.push(url, headers['proxy-authorization'])
    client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
  })
  const url = 'https://93.184.216.34/hook'
  let system: TestSystem
  let hours = 0
  beforeAll(async () => {
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const LMS_WEBHOOK_PROXY = `http://lms:secret@127.0.0.1:${port}`
    const clock = { now: () => new Date(Date.now() + hours * 3600_000) }
    system = await startWebhooks({ clock, settings: { settings: { LMS_WEBHOOK_PROXY } } })
  })
  afterAll(async () => {
    await system.stop()
    proxy.closeAllConnections()
    await new Promise(resolve => proxy.close(resolve))
  })

  test('sends through it, by the checked address; a refusal by the proxy is no failure of the receiver', async () => {
    const { webhooks } = webhooksOf(system)
    const { id } = await webhooks.create({ body: { url, events: ['*'], active: false } })
    const test = () => webhooks.test({ path: { id }, body: {} })
    expect(await test()).toMatchObject({
      ok: false,
      error: 'connect',
      error_detail: 'proxy 502 93.184.216.34:443',
    })
    expect(requests).toEqual(['93.184.216.34:443', `Basic ${Buffer.from('lms:secret').toString('base64')}`])
    status = 407
    await expect(test()).rejects.toThrow(/unavailable for a moment/)
  })

  /** A subscription with one event, whose delivery the proxy answers with a status. */
  async function delivering(answered: number) {
    status = answered
    const caller = system.caller()
    const { webhooks, deliveries, events } = webhooksOf(system, caller)
    const { id } = await webhooks.create({ body: { url, events: ['order.*'] } })
    await emit(system, caller.school, [{}])
    const became = (status: string) =>
      eventually(`a delivery that is ${status}`, async () => {
        const { data } = await deliveries.list({ query: { webhook_id: id, status, expand: 'attempts' } })
        return data[0]
      })
    /** Resumes a resting channel by changing its subscription. */
    const change = (name: string) => webhooks.update({ path: { id }, body: { description: name } })
    return { became, change, events, health: async () => (await webhooks.get({ path: { id } })).health }
  }

  test('a destination that the proxy refuses is a failed attempt, and tried again as others are', async () => {
    const { became } = await delivering(403)
    const failed = { number: 1, error: 'proxy_refused', error_detail: 'proxy 403 93.184.216.34:443' }
    expect(await became('waiting_retry')).toMatchObject({ attempt_count: 1, attempts: [failed] })
  })

  test('what fails on the server stays due for a day, and then ends with the reason', async () => {
    const seen = requests.length
    const { became, change, events, health } = await delivering(407)
    await eventually('the first attempt', () => requests.length > seen)
    expect(await became('pending')).toMatchObject({ attempt_count: 0, attempts: [] })
    const again = requests.length
    hours += 23
    await change('a day has not passed')
    await eventually('the second attempt', () => requests.length > again)
    expect(await became('pending')).toMatchObject({ attempt_count: 0, attempts: [] })
    hours += 2
    await change('a day has passed')
    const failed = { number: 1, response_code: null, error: 'connect', error_detail: 'proxy 407' }
    expect(await became('failed')).toMatchObject({
      attempt_count: 1,
      next_attempt_at: null,
      attempts: [failed],
    })
    await eventually('the event of its failure', async () => {
      const { data } = await events.list({ query: { type: 'system.webhook_failed' } })
      return data.length === 1
    })
    // It says nothing of the receiver.
    expect(await health()).toMatchObject({ failing_since: null })
  })
})
