// People pay on the page of a link, in a browser without scripts.
import { commerceService } from '@lms/commerce/service'
import { hostOperations } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfHtml, faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import type { Browser, Page } from 'playwright-core'
import { startTestService, type TestService } from '../http/test-service.ts'

describe('the page of a payment link', () => {
  let site: VisitedSite
  let system: TestSystem
  let gateway: TestGateway
  let browser: Browser
  let school: GatewaySchool
  let now = Date.parse('2026-11-21T09:30:00Z')
  const complaints: string[] = []
  let stripe: TestService
  beforeAll(async () => {
    stripe = await startTestService()
    site = await startVisitedSite({
      services: [usersService, siteService, commerceService],
      clock: { now: () => new Date(now) },
      settings: { settings: { LMS_SITE_URL: 'http://{domain}', LMS_STRIPE_URL: stripe.url } },
    })
    ;({ system, gateway, browser } = site)
    school = await newSchool(gateway, 'School of "Ada" & <Friends>')
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
    await stripe?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
  let people = 0
  async function order() {
    const person = await done('POST', '/users', { email: `person-${++people}@school.example` })
    const offer = await done('POST', '/offers', { name: 'Course <b>', amount: 4900, currency: 'EUR' })
    return done('POST', '/orders', { user_id: person.id, items: [{ offer_id: offer.id, quantity: 2 }] })
  }
  const linkTo = (id: string, body: object = {}) => done('POST', `/orders/${id}/payment-link`, body)
  const payments = async (id: string) =>
    (await done('GET', `/payments?order_id=${id}&sort=created_at`)).data as {
      status: string
      amount: number
      failure: { class: string } | null
      provider_reference: string | null
    }[]

  const open = (url: string) => openWithoutScript(browser, url, complaints)
  /** The page at this address can be read by everybody, and its HTML is valid. */
  async function checkPage(page: Page) {
    const { pathname } = new URL(page.url())
    const source = (await gateway.call('GET', pathname, { host: school.host })).body as string
    expect(await faultsOfPage(browser, source)).toEqual([])
  }
  const checkHtml = async (source: string) => expect(await faultsOfHtml(source)).toEqual([])
  const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  async function pay(page: Page, card: string) {
    await page.getByLabel('Card number').fill(card)
    await page.getByRole('button').click()
  }

  test('takes a card of the test provider, which a new school has, and pays the order', async () => {
    const { id, number } = await order()
    const link = await linkTo(id)
    expect(link).toMatchObject({ order_id: id, amount: 9800, currency: 'EUR' })
    expect(Date.parse(link.expires_at)).toBe(now + 7 * 24 * 3_600_000)
    const page = await open(link.url)
    await heading(page, `Pay order ${number}`)
    await page.getByText('School of "Ada" & <Friends>').first().waitFor()
    await page.getByRole('rowheader', { name: '2 × Course <b>' }).waitFor()
    await checkPage(page)
    await pay(page, '4242 4242 4242 4242')
    await heading(page, `Order ${number}: paid`)
    await checkPage(page)
    expect(await done('GET', `/orders/${id}`)).toMatchObject({ status: 'paid', paid_amount: 9800 })
    expect(await payments(id)).toMatchObject([{ status: 'succeeded', amount: 9800, method: 'card' }])
  })

  test('leads on to the page of the school for what was bought, on a domain of its own', async () => {
    const { host } = system.internal(
      'commerce',
      { host: hostOperations },
      { as: 'service', school: school.schoolId as never },
    )
    const change = (learn_url: string | null) =>
      host.changeSettings({ body: { values: { orders: { learn_url } }, version: null, role: 'owner' } })
    await expect(change('https://elsewhere.example/')).rejects.toMatchObject({
      reason: 'settings_invalid',
      details: [{ path: 'body.values.orders.learn_url' }],
    })
    await change(`https://learn.${school.host}/mine`)
    const page = await open((await linkTo((await order()).id)).url)
    expect(await page.getByText('Go to what you bought').count()).toBe(0)
    await pay(page, '4242 4242 4242 4242')
    const onward = page.getByRole('link', { name: 'Go to what you bought' })
    expect(await onward.getAttribute('href')).toBe(`https://learn.${school.host}/mine`)
    await checkPage(page)
    await change(null)
  })

  test('says why a card was declined, and takes another one', async () => {
    const { id, number } = await order()
    const page = await open((await linkTo(id)).url)
    await pay(page, '4000000000000002')
    await page.getByRole('alert').getByText('Your bank declined the payment').waitFor()
    await checkPage(page)
    await pay(page, '4242424242424242')
    await heading(page, `Order ${number}: paid`)
    expect(await payments(id)).toMatchObject([
      { status: 'failed', failure: { class: 'declined' } },
      { status: 'succeeded' },
    ])
  })

  test('takes no number that is no test card, and keeps none', async () => {
    const { id } = await order()
    const { url } = await linkTo(id)
    const page = await open(url)
    await pay(page, '4111 1111 1111 1111')
    await page.getByRole('alert').getByText('no test card').waitFor()
    expect(await page.getByLabel('Card number').inputValue()).toBe('')
    expect(await payments(id)).toEqual([])
  })

  test('charges once, however often it is submitted at the same time', async () => {
    const { id } = await order()
    const { pathname } = new URL((await linkTo(id)).url)
    const html = (await gateway.call('GET', pathname, { host: school.host })).body as string
    const [, provider_id] = /name="provider_id" value="(pvd_\w+)"/.exec(html)!
    const submit = () =>
      gateway.sendForm(school.host, pathname, {
        provider_id: provider_id!,
        test_card: '4242424242424242',
      })
    const answers = await Promise.all(Array.from({ length: 5 }, submit))
    for (const answer of answers) expect(answer).toMatchObject({ status: 303 })
    const page = await open(`http://${school.host}${pathname}`)
    await page.getByText('Your payment has arrived').waitFor()
    expect(await payments(id)).toMatchObject([{ status: 'succeeded', amount: 9800 }])
  })

  test('asks for a part once', async () => {
    const { id, number } = await order()
    const link = await linkTo(id, { amount: 1000 })
    expect(link.amount).toBe(1000)
    const page = await open(link.url)
    await page.getByRole('row', { name: 'To pay now €10.00' }).waitFor()
    await pay(page, '4242424242424242')
    await heading(page, `Order ${number}: paid`)
    expect(await done('GET', `/orders/${id}`)).toMatchObject({ status: 'waiting_payment', paid_amount: 1000 })
    const again = await open(link.url)
    await heading(again, `Order ${number}: paid`)
    const rest = await open((await linkTo(id)).url)
    await rest.getByRole('button', { name: 'Pay €88.00' }).waitFor()
    const tooMuch = await gateway.call('POST', `/api/v1/orders/${id}/payment-link`, {
      ...school,
      body: { amount: 8801 },
    })
    expect(tooMuch).toMatchObject({ status: 422, body: { error: { reason: 'link_part_too_large' } } })
  })

  test('waits for a bank that answers later', async () => {
    const { id, number } = await order()
    const page = await open((await linkTo(id)).url)
    await pay(page, '4000000000000077')
    await heading(page, `Order ${number}: payment in progress`)
    await checkPage(page)
    await eventually('the provider to have the payment', async () => {
      const [payment] = await payments(id)
      return payment?.provider_reference
    })
    now += 11_000
    await heading(page, `Order ${number}: paid`)
  })

  describe('of a trial', () => {
    const dayMs = 86_400_000
    /** Buys two free weeks on the offer's page, in a browser; gives the page of the order. */
    async function trial(email: string) {
      const offer = await done('POST', '/offers', { name: 'Club', amount: 4900, currency: 'EUR' })
      const interval = { unit: 'month', count: 1 }
      const price = await done('POST', `/offers/${offer.id}/prices`, {
        ...{ amount: 2900, currency: 'EUR', interval, trial_days: 14 },
      })
      const page = await open(`http://${school.host}/buy/${offer.id}?price=${price.id}`)
      // People read before they order.
      now += 10_000
      await page.getByLabel('E-mail').fill(email)
      await page.getByRole('button', { name: 'Order for free' }).click()
      await page.getByText('Your order is complete').waitFor()
      const subscription = async () =>
        (await done('GET', `/subscriptions?offer_id=${offer.id}`)).data[0] as {
          id: string
          order_id: string
          status: string
          trial_ends_at: string
          next_charge_at: string | null
          payment_method: { last4: string } | null
        }
      return { page, subscription }
    }
    const charged = (at: string) =>
      new Date(at).toLocaleDateString('en', {
        year: 'numeric',
        month: 'long',
        day: 'numeric',
        timeZone: 'UTC',
      })

    test('a card can be added without a charge, and pays what comes after the free days', async () => {
      const { page, subscription } = await trial('trial@school.example')
      const before = await subscription()
      expect(before).toMatchObject({ status: 'trialing', payment_method: null })
      await page.getByText('Nothing is charged now').waitFor()
      await page.getByText(`Club: €29.00 on ${charged(before.next_charge_at!)}`).waitFor()
      await checkPage(page)
      await page.getByLabel('Card number').fill('4000000000000002')
      await page.getByRole('button', { name: 'Save the card' }).click()
      await page.getByRole('alert').getByText('Your bank declined the card').waitFor()
      await checkPage(page)
      await page.getByLabel('Card number').fill('4242424242424242')
      await page.getByRole('button', { name: 'Save the card' }).click()
      await page.getByText('Your card is saved').waitFor()
      await checkPage(page)
      const { id, order_id, payment_method, next_charge_at } = await subscription()
      expect(payment_method).toMatchObject({ last4: '4242' })
      // The only payment is the one of 0 that the order began with.
      expect(await payments(order_id)).toMatchObject([{ status: 'succeeded', amount: 0 }])
      now = Date.parse(next_charge_at!) + 1000
      await eventually('the first charge', async () => (await subscription()).status === 'active')
      const paid = (await done('GET', `/payments?subscription_id=${id}&sort=created_at`)).data
      expect(paid).toMatchObject([{ status: 'succeeded', amount: 2900, method: 'card', test: true }])
    })

    test('takes no number that is no test card, and a bank that answers later', async () => {
      const { page, subscription } = await trial('late@school.example')
      await page.getByLabel('Card number').fill('4111111111111111')
      await page.getByRole('button', { name: 'Save the card' }).click()
      await page.getByRole('alert').getByText('This is no test card').waitFor()
      await page.getByLabel('Card number').fill('4000000000000077')
      await page.getByRole('button', { name: 'Save the card' }).click()
      await page.getByText('We are waiting for the answer of your bank about the card').waitFor()
      await checkPage(page)
      expect(await subscription()).toMatchObject({ payment_method: null })
      now += 11_000
      await page.getByText('Your card is saved').waitFor()
      expect(await subscription()).toMatchObject({ payment_method: { last4: '0077' } })
    })

    test('is counted with the attempts to pay', async () => {
      const { page } = await trial('attempts@school.example')
      const { pathname } = new URL(page.url())
      const attempt = () => gateway.sendForm(school.host, pathname, { provider_id: 'none', save_card: '1' })
      for (let count = 0; count < 5; count++) {
        const answer = await attempt()
        expect(answer.status).toBe(200)
        expect(answer.body).toContain('This card service is not available any more')
      }
      expect((await attempt()).status).toBe(429)
    })

    test('offers no card once the link has ended', async () => {
      const { page, subscription } = await trial('ended@school.example')
      const url = page.url()
      now = Date.parse((await subscription()).trial_ends_at) + 8 * dayMs
      const late = await open(url)
      await late.getByText('Your order is complete').waitFor()
      expect(await late.getByRole('button', { name: 'Save the card' }).count()).toBe(0)
    })
  })

  test('leads to the page of a provider after a submission, and once more when asked', async () => {
    const at = 'https://checkout.stripe.com/c/pay/cs_test_1'
    stripe.act = (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ id: 'cs_test_1', object: 'checkout.session', url: at }))
    }
    const secrets = { api_key: 'sk_test_0123456789', webhook_secret: 'whsec_0123456789' }
    const { id: provider } = await done('POST', '/payment-providers', {
      kind: 'stripe',
      name: 'Card',
      secrets,
    })
    const { id } = await order()
    const { pathname } = new URL((await linkTo(id)).url)
    const get = (query = '') => gateway.call('GET', `${pathname}${query}`, { host: school.host })
    const answer = await gateway.sendForm(school.host, pathname, { provider_id: provider })
    expect(answer).toMatchObject({ status: 303, headers: { location: `${pathname}?submitted` } })
    await eventually('the way to the provider', async () => {
      const { headers } = await get('?submitted')
      return headers.refresh === `0; url=${at}`
    })
    const later = await get()
    expect(later.headers).not.toHaveProperty('refresh')
    expect(later.body).toContain(`<a class="button" href="${at}"`)
    await checkHtml(later.body as string)
    await done('PATCH', `/payment-providers/${provider}`, { active: false })
  })

  test('shows instructions, and why there is nothing to pay', async () => {
    const instructions = 'Transfer the amount to\nDE02 1203 0000 0000 2020 51'
    const { id: provider } = await done('POST', '/payment-providers', {
      kind: 'manual',
      name: 'Bank transfer',
      instructions,
      position: 2,
    })
    const { id, number } = await order()
    const { url } = await linkTo(id)
    const page = await open(url)
    await page.getByText('DE02 1203 0000 0000 2020 51').waitFor()
    await checkPage(page)
    await done('PATCH', `/payment-providers/${provider}`, { active: false })
    await done('POST', `/orders/${id}/cancel`)
    const closed = await open(url)
    await heading(closed, `Order ${number}: closed`)
    await checkPage(closed)
    const late = await order()
    const link = await linkTo(late.id)
    now = Date.parse(link.expires_at)
    const expired = await open(link.url)
    await heading(expired, `Order ${late.number}: link expired`)
    await checkPage(expired)
  })

  test('five attempts of one network on a link are followed by a pause, which the page names; another link goes on', async () => {
    const [one, other] = await Promise.all([order(), order()])
    const links = await Promise.all([linkTo(one.id), linkTo(other.id)])
    const [first, second] = links.map(({ url }) => new URL(url).pathname)
    const attempt = (path: string) => gateway.sendForm(school.host, path, { provider_id: 'none' })
    for (let count = 0; count < 5; count++) expect((await attempt(first!)).status).toBe(200)
    const paused = await attempt(first!)
    expect(paused.status).toBe(429)
    expect(Number(paused.headers['retry-after'])).toBeGreaterThan(3000)
    expect(paused.body).toContain('Too many attempts')
    expect(paused.body).toContain('Try again in 60 min.')
    await checkHtml(paused.body as string)
    expect((await gateway.call('GET', first!, { host: school.host })).status).toBe(200)
    expect((await attempt(second!)).status).toBe(200)
  })

  test('is none at an altered address, another school, or a suspended one', async () => {
    const { id } = await order()
    const { url } = await linkTo(id)
    const { pathname } = new URL(url)
    const other = await newSchool(gateway)
    const get = (path: string, host = school.host) => gateway.call('GET', path, { host })
    for (const answer of [
      await get(`${pathname.slice(0, -1)}${pathname.endsWith('A') ? 'B' : 'A'}`),
      await get('/pay/'),
      await get(`/pay/${'x'.repeat(300)}`),
      await get(pathname, other.host),
    ]) {
      expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(answer.body).toContain('This link is not valid')
      await checkHtml(answer.body as string)
    }
    const odd = await gateway.call('POST', pathname, {
      host: school.host,
      body: { test_card: '4242424242424242' },
    })
    expect(odd.status).toBe(400)
    const large = await gateway.sendForm(school.host, pathname, { test_card: '4'.repeat(20_000) })
    expect(large.status).toBe(400)
    expect(await payments(id)).toEqual([])
    expect((await get(pathname)).status).toBe(200)
  })
})
