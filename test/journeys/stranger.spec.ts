// A stranger buys at a school of the started system, in a browser: from the page of an offer to what was bought.
import { createClient } from '@lms/api'
import { eventually, startUp, type Up } from '@lms/testing'
import { startBrowser } from '@lms/testing/browser'
import { openWithoutScript } from '@lms/testing/page-checks'
import type { Browser, Page } from 'playwright-core'

let up: Up
let api: ReturnType<typeof createClient>
let browser: Browser
const complaints: string[] = []
beforeAll(async () => {
  up = await startUp()
  api = createClient({ baseUrl: up.ready.base_url, apiKey: up.ready.api_key })
  browser = await startBrowser()
}, 300_000)
afterAll(async () => {
  await browser?.close()
  await up?.stop()
}, 300_000)
afterEach(() => expect(complaints.splice(0)).toEqual([]))

const open = (path: string) => openWithoutScript(browser, new URL(path, up.ready.site_url).href, complaints)
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click()
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text).waitFor()
const orders = async (offer_id: string) =>
  (await api.orders.list({ query: { offer_id: offer_id as never, sort: '-created_at' } })).data
const newOffer = (fields: object = {}) =>
  api.offers.create({ body: { name: 'Knots', amount: 5000, currency: 'EUR', ...fields } })

/** The newest mail to an address that lies at the operator's door, as its page there shows it. */
async function mailTo(email: string, subject: string): Promise<Page> {
  const { origin } = new URL(up.ready.mails_url!)
  const context = await browser.newContext({
    httpCredentials: { username: 'operator', password: up.installation.operatorToken, origin },
  })
  const page = await context.newPage()
  const row = page.getByRole('row', { name: email }).filter({ hasText: subject })
  await eventually(`the mail to ${email}`, async () => {
    await page.goto(up.ready.mails_url!)
    return (await row.count()) > 0
  })
  await row.first().getByRole('link').click()
  return page
}
const linkIn = async (mail: Page, path: string) =>
  (await mail.locator(`ul a[href*="${path}"]`).first().getAttribute('href'))!

test('a code that is typed counts, a declined card is told, and mail and page lead on', async () => {
  await api.promoCodes.create({ body: { code: 'STRANGER', kind: 'percent', percent: 20 } })
  const { id } = await newOffer()
  const parts = [0, 30].map(after_days => ({ basis_points: 5000, after_days }))
  await api.prices.create({
    path: { id },
    body: { name: 'Two parts', amount: 5000, currency: 'EUR', instalments: parts },
  })
  const page = await open(`/buy/${id}`)
  await page.getByLabel('E-mail').fill('stranger@people.example')
  await page.getByLabel('Promo code').fill('stranger')
  await page.getByLabel(/in 2 parts/).check()
  await press(page, /^Order/)
  await alert(page, 'Nothing was ordered yet')
  expect(await orders(id)).toEqual([])
  await page.getByRole('row', { name: 'To pay now €20.00' }).waitFor()
  await page.getByLabel('€40.00, once').check()
  await press(page, 'Update the price')
  await press(page, 'Order and pay €40.00')
  await page.getByLabel('Card number').fill('4000 0000 0000 0002')
  await press(page, 'Pay €40.00')
  await alert(page, 'Your bank declined the payment')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await press(page, 'Pay €40.00')
  await page.getByText('Your payment has arrived').waitFor()
  const [order] = await orders(id)
  expect(order).toMatchObject({ status: 'paid', amount: 4000, discount: { code: 'STRANGER' } })
  const mail = await mailTo('stranger@people.example', `${order!.number}`)
  const onward = await open(await linkIn(mail, '/pay/'))
  await onward.getByRole('heading', { level: 1, name: `Order ${order!.number}: paid` }).waitFor()
})

test('a gift is mailed to its receiver, and redeemed by another', async () => {
  const { id } = await newOffer({ name: 'Oars' })
  const page = await open(`/buy/${id}`)
  await page.getByLabel('Buy as a gift').check()
  await page.getByLabel('E-mail').fill('giver@people.example')
  await press(page, /^Order/)
  await page.getByLabel('E-mail of the receiver').fill('receiver@people.example')
  await press(page, 'Order and pay €50.00')
  await page.getByLabel('Card number').fill('4242 4242 4242 4242')
  await press(page, 'Pay €50.00')
  await page.getByRole('heading', { name: 'Your gifts' }).waitFor()
  const mail = await mailTo('receiver@people.example', 'A gift for you')
  const gift = await open(await linkIn(mail, '/gifts/'))
  await gift.getByLabel('E-mail').fill('other@people.example')
  await press(gift, 'Redeem the gift')
  await gift.getByText('complete').waitFor()
  const [redeemed] = await orders(id)
  expect(await api.users.get({ path: { id: redeemed!.user_id } })).toMatchObject({
    email: 'other@people.example',
  })
})

test('a changed price and the last seat that is taken are told before anything is ordered', async () => {
  const { id } = await newOffer({ name: 'Sails', seats: 1 })
  const path = { id }
  const page = await open(`/buy/${id}`)
  const late = await open(`/buy/${id}`)
  await api.offers.update({ path, body: { amount: 6000 } })
  for (const [each, email] of [
    [page, 'first@people.example'],
    [late, 'late@people.example'],
  ] as const) {
    await each.getByLabel('E-mail').fill(email)
    await press(each, 'Order and pay €50.00')
    await alert(each, 'The price has changed')
  }
  expect(await orders(id)).toEqual([])
  await press(page, 'Order and pay €60.00')
  await page.getByLabel('Card number').waitFor()
  await press(late, 'Order and pay €60.00')
  await late.getByText('Nothing was ordered. It is sold out').waitFor()
  expect(await orders(id)).toHaveLength(1)
})
