// One sale travels the whole system, with the tools of the README only: from an offer with two prices to the refund of the
// last of the money.
import { createClient, type LmsClient } from '@lms/api'
import { type Envelope, newId } from '@lms/contract'
import { eventually, type Up } from '@lms/testing'
import type { Browser } from 'playwright-core'
import { startWatched, type Watched } from './watched.ts'

describe('a sale through the whole system', () => {
  let watched: Watched
  let up: Up
  let browser: Browser
  let api: LmsClient

  beforeAll(async () => {
    watched = await startWatched()
    up = watched.up
    browser = watched.browser
    api = watched.api
  }, 300_000)
  afterAll(() => watched?.stop())

  /** An offer of a course and a place in a flow, with a price in two forms, and a promo code. */
  async function onSale() {
    const { id: course } = await api.courses.create({ body: { title: 'Watercolour' } })
    const [group, offer] = await Promise.all([
      api.groups.create({ body: { name: 'Spring' } }),
      api.offers.create({ body: { name: 'Watercolour', amount: 9900, currency: 'EUR' } }),
    ])
    const path = { id: offer.id }
    for (const [kind, resource_id] of [
      ['course', course],
      ['group', group.id],
    ] as const)
      await api.offerItems.create({ path, body: { kind, name: 'Watercolour', resource_id } })
    const [price] = await Promise.all([
      api.prices.create({ path, body: { name: 'With feedback', amount: 15_000, currency: 'EUR' } }),
      api.prices.create({
        path,
        body: { name: 'Monthly', amount: 1900, currency: 'EUR', interval: { unit: 'month', count: 1 } },
      }),
      api.promoCodes.create({ body: { code: 'JOURNEY-20', kind: 'percent', percent: 20 } }),
    ])
    return { course, group, offer, price }
  }

  /** What the school's web page does: it knows nothing but a publishable key. */
  async function boughtOnPage(offer_id: string, price_id: string, email: string) {
    const { api_key } = await api.apiKeys.issue({
      body: { name: 'Web page', kind: 'publishable', role: 'student', scope: ['checkouts:*'] },
    })
    const page = createClient({ baseUrl: up.ready.base_url, apiKey: api_key })
    const items = [{ offer_id, price_id }] as never
    const { id } = await page.checkouts.create({ body: { items, promo_code: 'journey-20' } })
    await page.checkouts.update({ path: { id }, body: { email, first_name: 'Ann' } })
    return page.checkouts.confirm({ path: { id } })
  }

  /** A person pays on the page, in a browser without scripts. */
  async function paidInBrowser(url: string) {
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.goto(url)
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button').click()
    await page.getByRole('heading', { level: 1, name: /: paid$/ }).waitFor()
  }

  const accesses = async (user_id: string) =>
    (await api.accesses.list({ query: { user_id } })).data.map(({ course_id, status }) => [course_id, status])
  const members = async (id: string) =>
    (await api.members.list({ path: { id } })).data.map(({ user_id }) => user_id)

  test('an offer is sold on a page, paid by card, receipted, refunded in parts, and each step can be traced', async () => {
    await api.settings.update({ body: { id: 'commerce', values: { receipts: { enabled: true } } } })
    const { course, group, offer, price } = await onSale()
    const email = `ann-${newId('usr')}@example.org`
    const bought = await boughtOnPage(offer.id, price.id, email)
    const path = { id: bought.order_id! }
    const order = await api.orders.get({ path })
    expect(order).toMatchObject({
      status: 'waiting_payment',
      items_amount: 15_000,
      discount_amount: 3000,
      amount: 12_000,
      discount: { kind: 'promo_code', code: 'JOURNEY-20' },
    })
    const { user_id } = order
    expect(await api.users.get({ path: { id: user_id } })).toMatchObject({ email, first_name: 'Ann' })

    const link = await api.paymentLinks.create({ path, body: {} })
    await paidInBrowser(link.url)
    expect(await api.orders.get({ path })).toMatchObject({ status: 'paid', paid_amount: 12_000 })
    await eventually('the place and the access', async () => (await accesses(user_id)).length === 1)
    expect(await accesses(user_id)).toEqual([[course, 'active']])
    expect(await members(group.id)).toEqual([user_id])

    const receipts = (kind: string, status: string) =>
      api.receipts.list({ query: { order_id: order.id, kind, status } })
    await eventually('the receipt', async () => (await receipts('payment', 'issued')).data.length === 1)
    const [issued] = (await receipts('payment', 'issued')).data
    const { id: receiptId, payment_id } = issued!
    const receipt = await api.receipts.get({ path: { id: receiptId } })
    expect(receipt).toMatchObject({ amount: 12_000, seller: { name: expect.any(String) } })
    const file = await fetch(up.ready.site_url + receipt.download_path)
    expect(file.headers.get('content-type')).toContain('application/pdf')
    expect(
      Buffer.from(await file.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')

    const refund = (body: object) =>
      api.paymentRefunds.refund({ path: { id: payment_id }, body: body as never })
    const planned = await refund({ amount: 2000, dry_run: true })
    const part = await refund({ amount: 2000, reason: 'Began late' })
    expect(part.consequences).toEqual(planned.consequences)
    expect(await api.orders.get({ path })).toMatchObject({ status: 'paid', refunded_amount: 2000 })
    await eventually(
      'the receipt of the part',
      async () => (await receipts('refund', 'issued')).data.length === 1,
    )
    expect(await members(group.id)).toEqual([user_id])

    const rest = await refund({ reason: 'Ill' })
    expect(rest).toMatchObject({ amount: 10_000, consequences: { order_status: 'refunded' } })
    expect(rest.consequences.access).toHaveLength(2)
    await eventually('the place to end', async () => (await members(group.id)).length === 0)
    await eventually('the access to end', async () =>
      (await accesses(user_id)).every(([, status]) => status !== 'active'),
    )

    // Mails about it leave when they can.
    const about = ({ type, data: { object }, related }: Envelope) =>
      !type.startsWith('message.') &&
      (object.id === order.id || related.order_id === order.id || related.user_id === user_id)
    const receivedTypes = () => watched.received.filter(about).map(({ type }) => type)
    const expected = [
      'course.access_granted',
      'course.access_revoked',
      'order.created',
      'order.paid',
      'order.refunded',
      'order.refunded',
      'payment.receipt_issued',
      'payment.receipt_issued',
      'payment.receipt_issued',
      'payment.refunded',
      'payment.refunded',
      'payment.succeeded',
      'system.scenario_run_finished',
      'user.created',
      'user.group_joined',
      'user.group_left',
    ]
    await eventually('all events', () => receivedTypes().length >= expected.length)
    expect(receivedTypes().sort()).toEqual(expected)
    const byRequest = Map.groupBy(watched.received.filter(about), ({ id }) => watched.requests.get(id)!)
    // A delivery is recorded after its receiver has answered.
    for (const [requestId, events] of byRequest)
      await eventually(`the trace of ${requestId}`, async () => {
        const trace = await watched.traced(requestId)
        for (const { id } of events) expect(trace).toContain(id)
        expect(trace.match(/delivered/g)!.length).toBeGreaterThanOrEqual(events.length)
        return true
      })
  }, 300_000)
})
