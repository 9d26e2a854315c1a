// Visitors buy offers in a browser without scripts, from the page of an offer to the paid order.
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually } from '@lms/testing'
import { pixel } from '@lms/testing/examples'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfHtml, faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import type { Browser, Page } from 'playwright-core'

describe('the page of an offer', () => {
  let site: VisitedSite
  let gateway: TestGateway
  let browser: Browser
  let school: GatewaySchool
  const startedAt = Date.now()
  let later = 0
  /** As long as a person needs at least to read the page. */
  const read = () => {
    later += 2000
  }
  const complaints: string[] = []
  beforeAll(async () => {
    site = await startVisitedSite({
      services: [usersService, siteService, commerceService, serviceService],
      // A slow machine is not taken for a person who reads.
      clock: { now: () => new Date(startedAt + later) },
      settings: { settings: { LMS_SITE_URL: 'http://{domain}' } },
    })
    ;({ gateway, browser } = site)
  }, 120_000)
  beforeEach(async () => {
    school = await newSchool(gateway, 'School of "Ada" & <Friends>')
  })
  afterAll(async () => {
    await site?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
  const newOffer = (fields: object = {}) =>
    done('POST', '/offers', { name: 'Course <b>', amount: 4900, currency: 'EUR', ...fields })
  const addressOf = ({ id }: { id: string }, query = '') => `http://${school.host}/buy/${id}${query}`
  const orders = async () => (await done('GET', '/orders?sort=created_at')).data
  async function open(url: string): Promise<Page> {
    const page = await openWithoutScript(browser, url, complaints)
    read()
    return page
  }
  const heading = (page: Page, text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor()
  /** The page as it stands can be read by everybody, and its HTML is valid. */
  const check = async (page: Page) => expect(await faultsOfPage(browser, await page.content())).toEqual([])
  const get = (path: string) => gateway.call('GET', path, { host: school.host })
  const buyButton = (page: Page) => page.getByRole('button', { name: /^Order/ })

  /** The form of a page, as a program sends it. */
  async function formOf(path: string): Promise<Record<string, string>> {
    const { body } = await get(path)
    read()
    // Nothing is ticked.
    const form = String(body).replace(/<input type="checkbox"[^>]*>/g, '')
    const inputs = [...form.matchAll(/<input[^>]* name="([^"]*)"[^>]* value="([^"]*)"/g)]
    return Object.fromEntries(inputs.map(([, name, value]) => [name!, value!]))
  }
  const send = (path: string, fields: Record<string, string>, headers?: Record<string, string>) =>
    gateway.sendForm(school.host, path, fields, headers)

  test('leads from the offer to the paid order, which belongs to the person with the e-mail', async () => {
    const offer = await newOffer()
    const page = await open(addressOf(offer))
    await heading(page, 'Buy Course <b>')
    await page.getByText('School of "Ada" & <Friends>').first().waitFor()
    await page.getByRole('row', { name: 'Total €49.00' }).waitFor()
    await check(page)
    await page.getByLabel('E-mail').fill('ann@school.example')
    await page.getByLabel('First name').fill('Ann')
    await page.getByRole('button', { name: 'Order and pay €49.00' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay €49.00' }).click()
    await page.getByText('Your payment has arrived').waitFor()
    const [order] = await orders()
    expect(order).toMatchObject({ status: 'paid', amount: 4900 })
    expect(await done('GET', `/users/${order.user_id}`)).toMatchObject({
      email: 'ann@school.example',
      first_name: 'Ann',
    })
  })

  test('keeps what was entered, and says beside the field what is wrong with it', async () => {
    const path = `/buy/${(await newOffer()).id}`
    // As a browser sends it that does not check the fields itself.
    const entered = { email: 'ann at school', last_name: 'Lee "L"', first_name: 'x'.repeat(101) }
    const answer = await send(path, { ...(await formOf(path)), ...entered })
    expect(answer.status).toBe(200)
    expect(await faultsOfPage(browser, answer.body)).toEqual([])
    expect(await orders()).toEqual([])
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    await page.setContent(answer.body)
    await page.getByRole('alert').getByText('This is not an e-mail address').waitFor()
    await page.getByRole('alert').getByText('at most 100 characters').waitFor()
    const email = page.getByLabel('E-mail')
    expect(await email.getAttribute('aria-describedby')).toBe('email-hint email-problem')
    expect(await email.getAttribute('aria-invalid')).toBe('true')
    expect(await email.inputValue()).toBe('ann at school')
    expect(await page.getByLabel('Last name').inputValue()).toBe('Lee "L"')
    const { key } = Object.fromEntries(
      [...answer.body.matchAll(/name="(key)" value="([^"]+)"/g)].map(([, name, value]) => [name, value]),
    )
    const again = await send(path, { ...(await formOf(path)), key, email: 'ann@school.example' })
    expect(again).toMatchObject({ status: 303, headers: { location: expect.stringMatching(/^\/pay\//) } })
    expect(await orders()).toHaveLength(1)
  })

  test('counts a promo code and the taxes of a country before anybody orders', async () => {
    const rate = { name: 'VAT', included: false }
    await done('PUT', '/tax-rates', {
      rates: [
        { ...rate, country: 'DE', basis_points: 1900 },
        { ...rate, country: 'FR', basis_points: 2000 },
      ],
    })
    await done('POST', '/promo-codes', { code: 'SPRING', kind: 'percent', percent: 50 })
    const offer = await newOffer({ amount: 10_000 })
    const page = await open(addressOf(offer))
    await page.getByLabel('Country').selectOption('FR')
    await page.getByLabel('Promo code').fill('autumn')
    await page.getByRole('button', { name: 'Update the price' }).click()
    await page.getByRole('alert').getByText('There is no such promo code').waitFor()
    await page.getByRole('row', { name: 'Total €120.00' }).waitFor()
    await check(page)
    await page.getByLabel('Promo code').fill(' spring ')
    await page.getByRole('button', { name: 'Update the price' }).click()
    await page.getByRole('row', { name: 'Discount -€50.00' }).waitFor()
    await page.getByRole('row', { name: 'Total €60.00' }).waitFor()
    await check(page)
    read()
    await page.getByLabel('E-mail').fill('ann@school.example')
    await page.getByRole('button', { name: 'Order and pay €60.00' }).click()
    await page.getByRole('button', { name: 'Pay €60.00' }).waitFor()
    expect(await orders()).toMatchObject([
      { amount: 6000, country: 'FR', discount: { code: 'SPRING' }, tax_added_amount: 1000 },
    ])
  })

  test('shows the period of a subscription, the parts of a plan, and the early price', async () => {
    const offer = await newOffer()
    const price = (fields: object) =>
      done('POST', `/offers/${offer.id}/prices`, { amount: 9000, currency: 'EUR', ...fields })
    const at = async (fields: object) => open(addressOf(offer, `?price=${(await price(fields)).id}`))
    const yearly = await at({ interval: { unit: 'year', count: 1 } })
    await yearly.getByText('charged every year, until you cancel it').waitFor()
    await check(yearly)
    const parts = [0, 30].map(after_days => ({ basis_points: 5000, after_days }))
    const plan = await at({ instalments: parts })
    await plan.getByText('You pay €90.00 in 2 parts').waitFor()
    await plan.getByRole('row', { name: 'To pay now €45.00' }).waitFor()
    await check(plan)
    read()
    await plan.getByLabel('E-mail').fill('ann@school.example')
    await plan.getByRole('button', { name: 'Order and pay €45.00' }).click()
    await plan.getByRole('button', { name: 'Pay all of it, €90.00' }).waitFor()
    await plan.getByRole('button', { name: 'Pay €45.00' }).waitFor()
    await check(plan)
    const trial = await at({ interval: { unit: 'month', count: 1 }, trial_days: 14 })
    await trial.getByText('Free at first: 14 days. This is a subscription: €90.00 is charged').waitFor()
    await trial.getByRole('button', { name: 'Order for free' }).waitFor()
    await check(trial)
    const early = await at({ early_amount: 7000, early_ends_at: '2100-01-01T00:00:00Z' })
    await early.getByRole('button', { name: 'Order and pay €70.00' }).waitFor()
  })

  test('shows the new price, if it has changed since the page was opened', async () => {
    const offer = await newOffer()
    const page = await open(addressOf(offer))
    await done('PATCH', `/offers/${offer.id}`, { amount: 5900 })
    await page.getByLabel('E-mail').fill('ann@school.example')
    await buyButton(page).click()
    await page.getByRole('alert').getByText('The price has changed').waitFor()
    await check(page)
    expect(await orders()).toEqual([])
    await page.getByRole('button', { name: 'Order and pay €59.00' }).click()
    await page.getByRole('button', { name: 'Pay €59.00' }).waitFor()
  })

  test('the order knows the campaign, the partner and the page that led to the school', async () => {
    const { id: partner } = await done('POST', '/partners', {
      name: 'Blog',
      code: 'blog',
      basis_points: 1000,
    })
    const offer = await newOffer()
    const page = await (await browser.newContext({ javaScriptEnabled: false })).newPage()
    const from = addressOf(offer, '?utm_source=news&utm_campaign=spring&partner=Blog')
    await page.goto(from, { referer: 'https://news.example/today?reader=1' })
    read()
    await page.getByLabel('E-mail').fill('ann@school.example')
    await buyButton(page).click()
    await page.getByLabel('Card number').waitFor()
    const [order] = await orders()
    expect(order).toMatchObject({ partner_id: partner })
    expect(await done('GET', `/checkouts/${order.checkout_id}`)).toMatchObject({
      utm: { source: 'news', medium: '', campaign: 'spring' },
      referrer: 'https://news.example/today',
    })
  })

  test('orders once, however often the form is sent at the same time, and anew once it is edited', async () => {
    const path = `/buy/${(await newOffer()).id}`
    const form = { ...(await formOf(path)), email: 'ann@school.example' }
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(path, form)))
    for (const answer of answers) expect(answer).toMatchObject({ status: 303 })
    expect(new Set(answers.map(({ headers }) => headers.location)).size).toBe(1)
    expect(await orders()).toHaveLength(1)
    expect(await send(path, { ...form, email: 'bob@school.example' })).toMatchObject({ status: 303 })
    expect(await orders()).toHaveLength(2)
  })

  test('a code that the person has used up leaves the order, and the page says so', async () => {
    await done('POST', '/promo-codes', {
      code: 'ONCE',
      kind: 'percent',
      percent: 50,
      max_uses_per_person: 1,
    })
    const path = `/buy/${(await newOffer()).id}?promo_code=once`
    const buy = async () =>
      send(path.split('?')[0]!, { ...(await formOf(path)), email: 'ann@school.example' })
    expect(await buy()).toMatchObject({ status: 303 })
    const again = await buy()
    expect(again.status).toBe(200)
    expect(again.body).toContain('You have used this promo code')
    expect(again.body).toContain('Order and pay €49.00')
    expect(await faultsOfHtml(again.body)).toEqual([])
    expect(await orders()).toHaveLength(1)
  })

  test('a code of other offers is unknown here, and nobody tries codes one after the other', async () => {
    const [offer, other] = [await newOffer(), await newOffer()]
    await done('POST', '/promo-codes', {
      code: 'ELSEWHERE',
      kind: 'percent',
      percent: 50,
      offer_ids: [other.id],
    })
    const look = async (code: string, at = offer) => get(`/buy/${at.id}?promo_code=${code}`)
    const [foreign, unknown] = [await look('elsewhere'), await look('nowhere')]
    for (const { body } of [foreign, unknown]) expect(body).toContain('There is no such promo code')
    expect((await look('elsewhere', other)).body).toContain('Discount')
    let last = unknown
    for (let count = 0; count < 80 && last.status === 200; count++) last = await look(`guess-${count}`)
    expect(last.status).toBe(429)
    expect((await get(`/buy/${offer.id}`)).status).toBe(200)
  })

  test('a form from another site, a filled trap and a form without its fields order nothing', async () => {
    const path = `/buy/${(await newOffer()).id}`
    const form = { ...(await formOf(path)), email: 'ann@school.example' }
    const foreign = await send(path, form, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    for (const origin of ['https://evil.example', 'null'])
      expect(await send(path, form, { origin })).toMatchObject({ status: 403 })
    expect(foreign.body).toContain('Nothing was ordered')
    expect(await faultsOfHtml(foreign.body)).toEqual([])
    expect(await send(path, { ...form, website: 'http://spam.example' })).toMatchObject({
      status: 303,
      headers: { location: path },
    })
    const json = { host: school.host, body: form }
    for (const odd of [await send(path, { ...form, key: '' }), await gateway.call('POST', path, json)])
      expect(odd).toMatchObject({ status: 400, headers: { 'content-type': 'text/html; charset=utf-8' } })
    expect(await orders()).toEqual([])
    expect((await done('GET', '/users?role=student')).data).toEqual([])
    expect(await send(path, form, { 'sec-fetch-site': 'same-origin' })).toMatchObject({ status: 303 })
  })

  test('what is typed counts before anything is ordered, in one form that a browser may fill in at once', async () => {
    await done('POST', '/promo-codes', { code: 'SPRING-20', kind: 'percent', percent: 20 })
    const offer = await newOffer()
    const monthly = { name: 'Monthly', amount: 900, currency: 'EUR', interval: { unit: 'month', count: 1 } }
    await done('POST', `/offers/${offer.id}/prices`, monthly)
    const page = await openWithoutScript(browser, addressOf(offer), complaints)
    await page.getByLabel('E-mail').fill('ann@school.example')
    await page.getByLabel('Promo code').fill('summer')
    await buyButton(page).click()
    await page.getByRole('alert').getByText('Nothing was ordered. Correct the code').waitFor()
    expect(await page.getByLabel('Promo code').inputValue()).toBe('summer')
    await page.getByLabel('Promo code').fill('spring-20')
    await page.getByLabel('Monthly: €9.00 every month').check()
    await buyButton(page).click()
    await page.getByRole('alert').getByText('Your choice changes what you pay').waitFor()
    await check(page)
    expect(await page.getByLabel('E-mail').inputValue()).toBe('ann@school.example')
    expect(await orders()).toEqual([])
    await page.getByLabel('€39.20, once').check()
    await page.getByRole('button', { name: 'Update the price' }).click()
    await page.getByRole('button', { name: 'Order and pay €39.20' }).click()
    await page.getByLabel('Card number').waitFor()
    expect(await orders()).toMatchObject([{ amount: 3920, discount: { code: 'SPRING-20' } }])
  })

  test('a program makes no more than some orders from one network, whatever it buys', async () => {
    const paths = [`/buy/${(await newOffer()).id}`, `/buy/${(await newOffer()).id}`]
    const forms = [await formOf(paths[0]!), await formOf(paths[1]!)]
    const order = (count: number) =>
      send(paths[count % 2]!, { ...forms[count % 2], email: `ann-${count}@school.example` })
    let orderCount = 0
    let refused = await order(orderCount)
    // On a slow machine the clock gives more than the first sixty.
    while (refused.status === 303 && ++orderCount < 90) refused = await order(orderCount)
    expect(orderCount).toBeGreaterThanOrEqual(60)
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
    expect(refused.body).toContain('Nothing was ordered')
    expect(await faultsOfHtml(refused.body)).toEqual([])
    expect((await done('GET', '/users?role=student&limit=100')).data).toHaveLength(orderCount)
    later += 6_000
    expect(await order(orderCount)).toMatchObject({ status: 303 })
  })

  test('shows the picture of the offer', async () => {
    const { id, upload } = await done('POST', '/files/upload-url', {
      name: 'lake.png',
      content_type: 'image/png',
      size: pixel.length,
      alt: 'A lake',
    })
    const [{ url, headers }] = upload.parts
    await gateway.call('PUT', new URL(url).pathname, { host: school.host, headers, body: pixel })
    await done('POST', `/files/${id}/complete`)
    const page = await open(addressOf(await newOffer({ image_file_id: id })))
    const picture = page.getByRole('img', { name: 'A lake' })
    await picture.waitFor()
    await check(page)
    const response = await gateway.call('GET', (await picture.getAttribute('src'))!, { host: school.host })
    // The file as it is, until its variants are made.
    const type = expect.stringMatching(/^image\/(png|webp)$/)
    expect(response).toMatchObject({ status: 200, headers: { 'content-type': type } })
  })

  test('looks like the pages of the school, with its menu and the way back', async () => {
    const values = {
      colors: { primary: '#0b6e4f', background: '#fffaf0', text: '#1c1c1c', dark_mode: false },
      menu: [{ label: 'Courses', target: '/courses' }],
      footer: 'Ada Ltd, Berlin',
    }
    await done('PATCH', '/settings', { id: 'site', values })
    const page = await open(addressOf(await newOffer()))
    const menu = page.getByRole('navigation').getByRole('link', { name: 'Courses' })
    expect(await menu.getAttribute('href')).toBe('/courses')
    const home = page.getByRole('link', { name: 'School of "Ada" & <Friends>' })
    expect(await home.getAttribute('href')).toBe('/')
    await page.getByText('Ada Ltd, Berlin').waitFor()
    const button = page.getByRole('button', { name: /49/ })
    expect(await button.evaluate(each => (globalThis as any).getComputedStyle(each).backgroundColor)).toBe(
      'rgb(11, 110, 79)',
    )
    await check(page)
    await page.setViewportSize({ width: 360, height: 740 })
    const { width } = (await page.getByRole('button', { name: 'Menu' }).boundingBox())!
    expect(width).toBeLessThan(120)
    // A visit sees a change of the look at once.
    await done('PATCH', '/settings', { id: 'site', values: { footer: 'Ada Ltd, Paris' } })
    const { pathname } = new URL(page.url())
    await eventually('the new footer', async () => (await get(pathname)).body.includes('Ada Ltd, Paris'))
  })

  test('is none of another school, of an offer that is not sold, or at an odd address', async () => {
    const offer = await newOffer()
    const other = await newSchool(gateway)
    const archived = await newOffer({ status: 'archived' })
    for (const answer of [
      await gateway.call('GET', `/buy/${offer.id}`, { host: other.host }),
      await get(`/buy/${archived.id}`),
      await get(`/buy/${newId('off')}`),
      await get('/buy/'),
      await get(`/buy/${offer.id}/x`),
      await get(`/buy/${offer.id}?price=1`),
      await get(`/buy/${offer.id}?price=${newId('prc')}`),
    ]) {
      expect(answer).toMatchObject({ status: 404, headers: { 'content-type': 'text/html; charset=utf-8' } })
      expect(await faultsOfHtml(answer.body)).toEqual([])
    }
    const odd = `?promo_code=${'x'.repeat(41)}&country=Mars&promo_code=%00`
    expect(await get(`/buy/${offer.id}${odd}`)).toMatchObject({ status: 200 })
  })

  test('is not kept by anybody, not found by search engines, and shows no text as HTML', async () => {
    const offer = await newOffer({ name: '<script>alert(1)</script>' })
    const { headers, body } = await get(`/buy/${offer.id}?promo_code="><script>`)
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(body).not.toContain('<script')
    expect(await faultsOfHtml(body)).toEqual([])
  })
})
