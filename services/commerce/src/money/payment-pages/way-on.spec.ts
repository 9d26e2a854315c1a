// Where a paid order leads: to what was bought, its receipt, and the address that its offer names.
import { newId } from '@lms/contract'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'
import { paymentPages } from './page.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [siteService, usersService, commerceService] })
})
afterAll(() => system.stop())

let schools = 0
async function shop() {
  const { registry: siteRegistry } = system.internal('site', { registry })
  const host = `way-on-${++schools}.example`
  const { id: school } = await siteRegistry.create({ body: { name: 'School', domains: [host] } })
  const base = await shopOf(system, system.caller({ school }))
  const pages = system.internal('commerce', { paymentPages }, { school }).paymentPages
  const page = async (id: string) => {
    const { url } = await base.api.paymentLinks.create({ path: { id }, body: {} })
    const token = url.slice(url.lastIndexOf('/') + 1)
    return async () => (await pages.show({ body: { ...somePageVisit, token, submitted: false } }))!
  }
  const change = (body: object) => base.api.offers.update({ path: { id: base.course.id }, body })
  return { ...base, host, page, change }
}

test('the page of a paid order has its receipt, its webinar, and the address of its offer', async () => {
  const { api, course, order, pay, page, host, change, set } = await shop()
  await set({
    receipts: { enabled: true, seller: { name: 'School' } },
    orders: { learn_url: `https://${host}/learn` },
  })
  const webinar_id = newId('wbn')
  const item = { kind: 'webinar' as const, resource_id: webinar_id, name: 'Talk' }
  await api.offerItems.create({ path: { id: course.id }, body: item })
  const { id } = await order()
  const show = await page(id)
  expect((await show()).data).toMatchObject({ receipts: [], webinars: [], learn_url: null })
  await pay(id)
  await eventually('the receipt', async () => (await show()).data.receipts.length === 1)
  const { data, content } = await show()
  expect(data).toMatchObject({
    receipts: [{ number: 1 }],
    webinars: [{ name: 'Talk', path: `/webinars/${webinar_id}` }],
    learn_url: `https://${host}/learn`,
  })
  expect(content).toContain(`href="${data.receipts[0]!.path}"`)
  expect(content).toContain('Receipt 1 (PDF)')
  await change({ return_url: `https://learn.${host}/course` })
  expect((await show()).data.learn_url).toBe(`https://learn.${host}/course`)
})

test('an offer leads to the domains of the school only', async () => {
  const { api, change, host } = await shop()
  const foreign = 'https://elsewhere.example/'
  const refused = { reason: 'return_url_foreign', details: [{ path: 'body.return_url' }] }
  await expect(change({ return_url: foreign })).rejects.toMatchObject(refused)
  await expect(
    api.offers.create({ body: { name: 'Book', amount: 1, currency: 'EUR', return_url: foreign } }),
  ).rejects.toMatchObject(refused)
  for (const return_url of ['http://school.example/', 'javascript:alert(1)'])
    await expect(change({ return_url })).rejects.toMatchObject({ reason: 'invalid_body' })
  expect(await change({ return_url: `https://${host}/` })).toMatchObject({ return_url: `https://${host}/` })
  expect(await change({ return_url: null })).toMatchObject({ return_url: null })
})
