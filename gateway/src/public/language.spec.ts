// Pages within the layout of the school speak its language.
import { commerceService } from '@lms/commerce/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually } from '@lms/testing'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfHtml, faultsOfPage } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import type { Browser } from 'playwright-core'

let site: VisitedSite
let gateway: TestGateway
let browser: Browser
let school: GatewaySchool
beforeAll(async () => {
  site = await startVisitedSite({
    services: [usersService, siteService, commerceService, serviceService],
    settings: { settings: { LMS_SITE_URL: 'http://{domain}' } },
  })
  ;({ gateway, browser } = site)
  school = await newSchool(gateway, 'Hafenschule')
}, 120_000)
afterAll(async () => {
  await site?.stop()
})

const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
const at = async (path: string) =>
  String((await gateway.call('GET', path, { host: school.host, headers: { accept: 'text/html' } })).body)
/** Changes the language, and waits until the gateway knows it. */
async function speak(language: string) {
  await done('PATCH', '/settings', { id: 'site', values: { language } })
  await eventually('the language', async () => (await at('/pay/x')).includes(`<html lang="${language}"`))
}
const plain = (text: string) => text.replace(/[\u200e\u200f]/g, '').replace(/\u00a0/g, ' ')

/** The page of an offer in two parts, of an order of it, and of an address without a page. */
async function pagesOf() {
  const person = await done('POST', '/users', { email: 'ann@school.example' }).catch(
    async () => (await done('GET', '/users?email=ann@school.example')).data[0],
  )
  const offer = await done('POST', '/offers', { name: 'Segeln', amount: 4900, currency: 'EUR' })
  const instalments = [0, 30].map(after_days => ({ basis_points: 5000, after_days }))
  const price = { amount: 123_450, currency: 'EUR', instalments }
  const { id: price_id } = await done('POST', `/offers/${offer.id}/prices`, price)
  await done('PUT', '/tax-rates', {
    rates: ['DE', 'FR'].map(country => ({ name: 'VAT', country, included: true, basis_points: 1900 })),
  })
  const items = [{ offer_id: offer.id }]
  const { id } = await done('POST', '/orders', { user_id: person.id, items })
  const { pathname } = new URL((await done('POST', `/orders/${id}/payment-link`)).url)
  const pages = [
    await at(`/buy/${offer.id}?price=${price_id}&promo_code=none`),
    await at(pathname),
    await at('/pay/none'),
  ]
  for (const page of pages) expect(await faultsOfHtml(page)).toEqual([])
  expect(await faultsOfPage(browser, pages[1]!)).toEqual([])
  return pages.map(plain)
}

test('in German', async () => {
  await speak('de')
  const [buy, pay, none] = await pagesOf()
  expect(buy).toContain('<html lang="de" dir="ltr">')
  expect(buy).toContain('<h1>Segeln kaufen</h1>')
  expect(buy).toContain('Sie zahlen 1.234,50 € in 2 Raten')
  expect(buy).toMatch(/<th scope="row">\d+\. \p{L}+ 20\d\d<\/th><td>617,25 €/u)
  expect(buy).toContain('>Österreich</option>')
  expect(buy).toContain('Bestellen und 617,25 € bezahlen')
  expect(pay).toContain('<caption>Ihre Bestellung</caption>')
  expect(pay).toContain('Kartennummer')
  expect(pay).toContain('49,00 € bezahlen</button>')
  expect(none).toContain('<h1>Zahlung nicht gefunden</h1>')
})

test('in Arabic from right to left, with amounts and dates in Arabic', async () => {
  await speak('ar')
  const [buy, pay, none] = await pagesOf()
  for (const page of [buy, pay, none]) expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(buy).toMatch(/<th scope="row">[^<]*\p{Script=Arabic}[^<]*<\/th>/u)
  expect(buy).toContain('>ألمانيا</option>')
  expect(pay).toContain('49.00 €')
})

test('in Hebrew from right to left', async () => {
  await speak('he')
  for (const page of await pagesOf()) expect(page).toContain('<html lang="he" dir="rtl">')
})
