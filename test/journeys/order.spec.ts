// One order travels the whole system: every process started as a person would, over HTTP from the outside.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { createClient } from '@lms/api'
import type { Envelope } from '@lms/contract'
import { eventually, startUp, type Up } from '@lms/testing'
import { receiver } from '../receivers/express.ts'
import { blocks, operatorsGuides, runGuide, runQuickStart } from './readme.ts'

const main = fileURLToPath(new URL('../../packages/cli/lms.mjs', import.meta.url))

describe('an order through the whole system', () => {
  const secret = 'a secret of the receiver'
  const received: Envelope[] = []
  let up: Up
  let listening: Server
  let api: ReturnType<typeof createClient>

  beforeAll(async () => {
    up = await startUp()
    api = createClient({ baseUrl: up.ready.base_url, apiKey: up.ready.api_key })
    const app = receiver({ secret, handle: event => received.push(event) })
    listening = app.listen(0, '127.0.0.1')
    await new Promise(resolve => listening.once('listening', resolve))
    const { port } = listening.address() as AddressInfo
    await api.webhooks.create({ body: { url: `http://127.0.0.1:${port}/hook`, events: ['*'], secret } })
  }, 300_000)
  afterAll(async () => {
    listening?.close()
    await up?.stop()
  }, 300_000)

  async function makeOrder() {
    const { id: user_id } = await api.users.create({ body: { email: `p${Math.random()}@example.org` } })
    const { id: offer_id } = await api.offers.create({
      body: { name: 'Course', amount: 500, currency: 'EUR' },
    })
    return api.orders.create({ body: { user_id, items: [{ offer_id, quantity: 2 }] } })
  }
  const arrivals = (orderId: string, type: string) =>
    received.filter(event => event.type === type && (event.data.object as { id: string }).id === orderId)

  test('the quick start of the README shows a signed order.paid and its whole trace', async () => {
    expect(blocks.length).toBeGreaterThanOrEqual(4)
    const printed = await runQuickStart(up)
    expect(printed).toContain('order.paid evt_')
    expect(printed).toContain('(signature verified)')
    expect(printed).toMatch(/mark-paid[\s\S]*order\.paid[\s\S]*delivered/)
  }, 300_000)

  test('the commands of the guides for operators run', async () => {
    const printed: Record<string, string> = {}
    for (const name of operatorsGuides) printed[name] = await runGuide(up, name)
    expect(printed['size-and-scale']).toMatch(/task rate +50\/s[\s\S]*task rate +200\/s/)
    expect(printed['rotate-secrets']).toMatch(/LMS_OPERATORS=ann@platform\.example:support:[0-9a-f]{64}/)
    expect(printed['erase-a-school']).toMatch(/is being erased[\s\S]*running/)
    expect(printed['handle-an-incident']).toMatch(/suspended[\s\S]*active/)
  }, 300_000)

  test('a person, an offer, an order, its payment: the signed order.paid arrives, and the trace shows its way', async () => {
    const order = await makeOrder()
    const response = await fetch(`${up.ready.base_url}/v1/orders/${order.id}/mark-paid`, {
      method: 'POST',
      headers: { authorization: `Bearer ${up.ready.api_key}`, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(response.status).toBe(201)
    const requestId = response.headers.get('x-request-id')!
    expect(requestId).toMatch(/^[0-9a-f]{32}$/)
    const paid = await response.json()
    await eventually('order.paid', () => arrivals(order.id, 'order.paid').length === 1)
    const [event] = arrivals(order.id, 'order.paid')
    expect(event).toMatchObject({
      api_version: 'v1',
      replayed: false,
      sequence: expect.any(Number),
      data: { object: paid, previous: { status: 'waiting_payment' } },
      related: { user_id: order.user_id, payment_id: expect.stringMatching(/^pay_/) },
    })

    const storedEvent = await api.events.get({ path: { id: event!.id } })
    expect(storedEvent).toEqual(event)
    const trace = await eventually('the whole trace', async () => {
      const answer = await operator(`/operator/v1/trace/${requestId}`)
      const text = JSON.stringify(answer)
      for (const part of ['/v1/orders/{id}/mark-paid', 'order.paid', 'payment.succeeded', 'delivered'])
        expect(text).toContain(part)
      return answer
    })
    expect(JSON.stringify(trace)).toContain(event!.id)
  })

  test('its mail lies at the door of the operator, and what it promises opens', async () => {
    const order = await makeOrder()
    await api.orders.markPaid({ path: { id: order.id }, body: {} })
    const { email } = await api.users.get({ path: { id: order.user_id } })
    expect(up.output()).toContain(up.ready.mails_url!)
    const headers = { authorization: `Bearer ${up.installation.operatorToken}` }
    const read = async (path = '') =>
      (await fetch(`${up.ready.mails_url}${path}`, { headers })).json() as Promise<any>
    const { id } = await eventually('the mail', async () =>
      (await read()).mails.find(
        ({ to, subject }: any) => to === email && subject.includes(`${order.number}`),
      ),
    )
    const mail = await read(`/${id}`)
    expect(mail.from).toContain('Demo school')
    const page = mail.links.find((link: string) => link.includes('/pay/'))
    const { pathname } = new URL(page)
    const answer = await fetch(`${up.ready.site_url}${pathname}`)
    expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining(`${order.number}`)])
  })

  test('an agent proposes to pay an order back: its sum is typed by the person who confirms it', async () => {
    const order = await makeOrder()
    await api.orders.markPaid({ path: { id: order.id }, body: {} })
    const { data } = await api.payments.list({ query: { order_id: order.id } })
    const body = { email: `owner-${Math.random()}@example.org`, role: 'owner' } as const
    const { id: user_id } = await api.users.create({ body })
    const personal = { name: 'Owner', kind: 'personal', role: 'owner', user_id } as const
    const { api_key } = await api.apiKeys.issue({ body: personal })
    const owner = createClient({ baseUrl: up.ready.base_url, apiKey: api_key })
    await owner.settings.update({ body: { id: 'users', values: { agent: { typed_above: 900 } } } })
    const proposal = { method: 'POST', path: `/v1/payments/${data[0]!.id}/refund`, body: {} } as const
    const proposed = await owner.agentConfirmations.propose({ body: proposal })
    expect(proposed).toMatchObject({
      typed_number: 1000,
      impact: { outward: true, money: { amount: 1000, currency: 'EUR' } },
    })
    const answer = (number?: number) =>
      owner.agentConfirmations.answer({
        path: { id: proposed.id },
        body: { answer: 'yes', ...(number !== undefined && { number }) },
      })
    await expect(answer()).rejects.toMatchObject({ reason: 'number_untyped' })
    await expect(answer(100)).rejects.toMatchObject({ reason: 'number_untyped' })
    expect(await answer(1000)).toMatchObject({ status: 'finished' })
    expect(await api.orders.get({ path: { id: order.id } })).toMatchObject({ refunded_amount: 1000 })
  })

  test('commerce killed between commit and publish: the event arrives all the same, once in the journal', async () => {
    const order = await makeOrder()
    const { nats, commerce } = up.now().pids as { nats: number; commerce: number }
    // Without the bus nothing can be published, and what is only in a socket goes with it.
    process.kill(nats, 'SIGKILL')
    await api.orders.markPaid({ path: { id: order.id }, body: {} })
    process.kill(commerce, 'SIGKILL')
    await eventually('order.paid', () => arrivals(order.id, 'order.paid').length === 1, 45_000)
    const inJournal = await api.events.list({ query: { type: 'order.paid', limit: 100 } })
    const ofOrder = inJournal.data.filter(event => (event.data.object as { id: string }).id === order.id)
    expect(ofOrder).toHaveLength(1)
    const restarted = async () => (await api.orders.get({ path: { id: order.id } })).status === 'paid'
    await eventually('commerce to answer again', restarted, 45_000)
    expect(up.now().pids.commerce).not.toBe(commerce)
  }, 300_000)

  test('lms listen forwards to a program on this machine, signed like a webhook', async () => {
    const forwarded: Envelope[] = []
    const program = receiver({ secret: 'of the listener', handle: event => forwarded.push(event) }).listen(
      0,
      '127.0.0.1',
    )
    await once(program, 'listening')
    const { port } = program.address() as AddressInfo
    const to = ['--forward-to', `http://127.0.0.1:${port}/hook`, '--secret', 'of the listener']
    const args = [main, 'listen', '--data', up.folder, '--events', 'order.*', ...to]
    const listener = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(listener, 'exit')
    try {
      await once(listener.stdout, 'data')
      // It forwards what comes from now on: so something comes until it does.
      await eventually('a forwarded event', async () => {
        const order = await makeOrder()
        await eventually('this one', () => forwarded.some(event => event.data.object.id === order.id), 2000)
        return true
      })
      expect(new Set(forwarded.map(({ type }) => type))).toEqual(new Set(['order.created']))
    } finally {
      listener.kill('SIGINT')
      expect(await ended).toEqual([0, null])
      program.close()
    }
  }, 300_000)

  async function operator(path: string) {
    const headers = { authorization: `Bearer ${up.installation.operatorToken}` }
    const response = await fetch(up.ready.operator_url + path, { headers })
    expect(response.status).toBe(200)
    return response.json()
  }
})
