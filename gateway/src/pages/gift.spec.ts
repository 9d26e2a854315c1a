// A gift in a browser without scripts, bought by one person and redeemed by another; and what the law asks at the till.
import { commerceService } from '@lms/commerce/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { type GatewaySchool, newSchool, type TestGateway } from '@lms/testing/gateway'
import { faultsOfPage, openWithoutScript } from '@lms/testing/page-checks'
import { startVisitedSite, type VisitedSite } from '@lms/testing/visited-site'
import { usersService } from '@lms/users/service'
import type { Browser, Page } from 'playwright-core'

describe('the pages of offers and gifts', () => {
  let site: VisitedSite
  let gateway: TestGateway
  let browser: Browser
  let school: GatewaySchool
  const complaints: string[] = []
  beforeAll(async () => {
    site = await startVisitedSite({
      services: [usersService, siteService, commerceService, serviceService],
      settings: { settings: { LMS_SITE_URL: 'http://{domain}' } },
    })
    ;({ gateway, browser } = site)
    school = await newSchool(gateway, 'School of Ada')
  }, 120_000)
  afterAll(async () => {
    await site?.stop()
  })
  afterEach(() => expect(complaints.splice(0)).toEqual([]))

  const done = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
  const open = (path: string) => openWithoutScript(browser, `http://${school.host}${path}`, complaints)
  const check = async (page: Page) => expect(await faultsOfPage(browser, await page.content())).toEqual([])

  test('sell a gift for others, which is shown, printed and redeemed', async () => {
    const offer = await done('POST', '/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    const page = await open(`/buy/${offer.id}`)
    await page.getByLabel('Buy as a gift').check()
    await page.getByLabel('E-mail').fill('ann@school.example')
    await page.getByRole('button', { name: 'Order and pay €49.00' }).click()
    // Nothing is ordered before the person has seen what belongs to a gift, and what was typed is there.
    await page.getByRole('alert').getByText('Nothing was ordered yet').waitFor()
    expect((await done('GET', '/orders')).data).toEqual([])
    expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('ann@school.example')
    await page.getByLabel('How many gifts').fill('2')
    await page.getByLabel('Your words to the receiver').fill('Have <fun>')
    await page.getByRole('button', { name: /^Order/ }).click()
    await page.getByRole('row', { name: 'Total €98.00' }).waitFor()
    await check(page)
    await page.getByRole('button', { name: 'Order and pay €98.00' }).click()
    await page.getByLabel('Card number').fill('4242 4242 4242 4242')
    await page.getByRole('button', { name: 'Pay €98.00' }).click()
    await page.getByRole('heading', { name: 'Your gifts' }).waitFor()
    await check(page)
    const links = page.locator('#gifts ~ ul a')
    expect(await links.count()).toBe(2)
    const address = (await links.first().getAttribute('href'))!

    // Another person, who has only the address.
    const other = await open(address)
    await other.getByRole('heading', { level: 1, name: 'A gift: Course' }).waitFor()
    await other.getByText('Have <fun>').waitFor()
    await other.getByText(address.slice('/gifts/'.length)).waitFor()
    await check(other)
    await other.emulateMedia({ media: 'print' })
    expect(await other.getByRole('button').count()).toBe(0)
    expect(await other.getByText(address.slice('/gifts/'.length)).isVisible()).toBe(true)
    await other.emulateMedia({ media: 'screen' })
    await other.getByLabel('E-mail').fill('ben@school.example')
    await other.getByRole('button', { name: 'Redeem the gift' }).click()
    await other.getByText('complete').waitFor()
    await check(other)
    const [order] = (await done('GET', '/orders?sort=-created_at')).data
    expect(order).toMatchObject({ amount: 0, status: 'paid' })
    expect(await done('GET', `/users/${order.user_id}`)).toMatchObject({ email: 'ben@school.example' })
    const again = await open(address)
    await again.getByRole('alert').getByText('was redeemed before').waitFor()
    expect(await again.getByRole('button', { name: 'Redeem the gift' }).count()).toBe(0)
    await check(again)
  })

  test('ask for what the law asks for, and take a company', async () => {
    const text = (name: string) => `https://school.example/${name}`
    await done('PATCH', '/settings', {
      id: 'commerce',
      values: {
        legal: { terms_url: text('terms'), privacy_url: text('privacy'), withdrawal_url: text('withdrawal') },
        receipts: { seller: { name: 'Ada Ltd', address: 'Street 1' } },
        taxes: { country: 'DE' },
      },
    })
    const offer = await done('POST', '/offers', { name: 'Course', amount: 4900, currency: 'EUR' })
    const page = await open(`/buy/${offer.id}`)
    await page.getByText('Sold by Ada Ltd').waitFor()
    await page.getByText('Buying for a company').click()
    await page.getByLabel('VAT number').fill('nonsense')
    await page.getByLabel('E-mail').fill('ann@school.example')
    await page.getByLabel('my right of withdrawal ends').check()
    await check(page)
    await page.getByRole('button', { name: /^Order/ }).click()
    await page.getByRole('alert').getByText('Enter the name of the company').waitFor()
    await page.getByRole('alert').getByText('This is not a VAT number').waitFor()
    expect(await page.getByLabel('my right of withdrawal ends').isChecked()).toBe(true)
    await check(page)
    expect((await done('GET', `/orders?offer_id=${offer.id}`)).data).toEqual([])
    await page.getByLabel('Company', { exact: true }).fill('Example GmbH')
    await page.getByLabel('VAT number').fill('DE 123456789')
    await page.getByRole('button', { name: /^Order/ }).click()
    await page.getByLabel('Card number').waitFor()
    expect((await done('GET', `/orders?offer_id=${offer.id}`)).data).toMatchObject([
      {
        company: { name: 'Example GmbH', vat_id: 'DE123456789' },
        agreements: [{ kind: 'withdrawal', url: text('withdrawal') }],
      },
    ])
  })

  test('have no gift at another school, and at an odd address', async () => {
    for (const path of ['/gifts/AAAA-BBBB-CCCC-DDDD', '/gifts/x', '/gifts/'])
      expect(await gateway.call('GET', path, { host: school.host })).toMatchObject({ status: 404 })
  })
})
