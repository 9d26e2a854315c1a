import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { TestSystem } from '@lms/testing'
import { startWebhooks, webhooksOf } from './testing/receiver.ts'

describe('a cluster with a proxy on its way out', () => {
  const asked: (string | undefined)[] = []
  let status = 502
  const proxy = createServer().on('connect', ({ url, headers }, client: Socket) => {
    asked.push(url, headers['proxy-authorization'])
    client.end(`HTTP/1.1 ${status} No\r\n\r\n`)
  })
  let system: TestSystem
  beforeAll(async () => {
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as AddressInfo
    const LMS_WEBHOOK_PROXY = `http://lms:secret@127.0.0.1:${port}`
    system = await startWebhooks({ settings: { settings: { LMS_WEBHOOK_PROXY } } })
  })
  afterAll(async () => {
    await system.stop()
    proxy.closeAllConnections()
    await new Promise(resolve => proxy.close(resolve))
  })

  test('sends through it, by the checked address; that it refuses us is no failure of the receiver', async () => {
    const { webhooks } = webhooksOf(system)
    const url = 'https://93.184.216.34/hook'
    const { id } = await webhooks.create({ body: { url, events: ['*'], active: false } })
    const test = () => webhooks.test({ path: { id }, body: {} })
    expect(await test()).toMatchObject({
      ok: false,
      error: 'connect',
      error_detail: 'proxy 502 93.184.216.34:443',
    })
    expect(asked).toEqual(['93.184.216.34:443', `Basic ${Buffer.from('lms:secret').toString('base64')}`])
    status = 407
    await expect(test()).rejects.toThrow(/unavailable for a moment/)
  })
})
