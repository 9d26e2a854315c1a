// What the page of an offer says of the law, and what an order keeps of who bought: the company and the agreements.
import { somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { commerceService } from '../../service.ts'
import { shopOf } from '../../testing/shop.ts'
import { buying } from './buying.contract.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService] })
})
afterAll(() => system.stop())

async function shop() {
  const base = await shopOf(system)
  const pages = system.internal('commerce', { buying }, { school: base.caller.school }).buying
  const offer_id = base.course.id
  const form = { key: 'key', attempt: null }
  const show = (
    fields: Record<string, string> = {},
    attempt: { reason: string; fields: string[] } | null = null,
  ) => pages.show({ body: { ...somePageVisit, ...form, attempt, offer_id, fields } })
  const typed = { email: 'eve@school.org', amount: '10000', currency: 'EUR' }
  const utm = { source: '', medium: '', campaign: '', term: '', content: '' }
  const buy = (fields: Record<string, string> = {}) =>
    pages.buy({
      body: { offer_id, partner_clicks: [], utm, referrer: '', fields: { ...typed, ...fields } },
    })
  const orders = async () => (await base.api.orders.list({ query: { sort: '-created_at' } })).data
  return { ...base, show, buy, orders }
}
const url = (name: string) => `https://school.example/${name}`
const texts = { terms_url: url('terms'), privacy_url: url('privacy'), withdrawal_url: url('withdrawal') }

test('the page names the seller and the texts, and asks as the country of the buyer does', async () => {
  const { show, set } = await shop()
  const bare = await show()
  expect(bare.data).toMatchObject({ seller: null, asks: [] })
  expect(bare.content).not.toMatch(/Sold by|type="checkbox" name="agree/)
  await set({
    legal: { ...texts, version: '2026-11' },
    receipts: { seller: { name: 'Ada <Ltd>', address: 'Street 1', tax_id: 'DE12' } },
    taxes: { country: 'DE' },
  })
  const { data, content } = await show()
  expect(data).toMatchObject({ seller: { name: 'Ada <Ltd>' }, asks: ['withdrawal'] })
  expect(content).toContain('Ada &#60;Ltd&#62;\nStreet 1\nTax number: DE12')
  for (const each of Object.values(texts)) expect(content).toContain(`href="${each}"`)
  expect(content).toContain('With the order you accept the terms.')
  expect((await show({ country: 'US' })).data!.asks).toEqual([])
  await set({ legal: { agree_to_terms: true } })
  expect((await show()).data!.asks).toEqual(['terms', 'withdrawal'])
  expect((await show()).content).not.toContain('With the order you accept')
})

test('without what is asked nothing is ordered, and the order keeps what was agreed to', async () => {
  const { buy, orders, set, show } = await shop()
  await set({ legal: { ...texts, version: '2026-11' }, taxes: { country: 'DE' } })
  await expect(buy()).rejects.toMatchObject({
    reason: 'invalid_body',
    details: [{ path: 'agree_withdrawal' }],
  })
  // The price is the same, but the country asks for more than the page of another one has shown.
  await expect(buy({ country: 'RU', agree_withdrawal: '1' })).rejects.toMatchObject({
    details: [{ path: 'agree_privacy' }],
  })
  expect(await orders()).toEqual([])
  const refused = await show(
    { email: 'eve@school.org' },
    { reason: 'invalid_body', fields: ['agree_withdrawal'] },
  )
  expect(refused.content).toContain('Nothing was ordered: tick this first.')
  await buy({ agree_withdrawal: '1', agree_terms: '1' })
  expect(await orders()).toMatchObject([
    {
      agreements: [
        { kind: 'withdrawal', version: '2026-11', url: texts.withdrawal_url, agreed_at: expect.any(String) },
      ],
    },
  ])
})

test('a company stands on the order and its receipts, or the page says what is wrong with it', async () => {
  const { api, buy, orders, pay, set, show } = await shop()
  await set({ receipts: { enabled: true, seller: { name: 'School' } } })
  for (const [fields, path] of [
    [{ vat_id: 'DE123456789' }, 'company'],
    [{ company_address: 'Street 1' }, 'company'],
    [{ company: 'Example', vat_id: '12' }, 'vat_id'],
    [{ company: 'x'.repeat(201) }, 'company'],
    [{ company: 'Example', company_address: 'x'.repeat(301) }, 'company_address'],
  ] as const) {
    await expect(buy(fields)).rejects.toMatchObject({ reason: 'invalid_body', details: [{ path }] })
    const again = await show(fields, { reason: 'invalid_body', fields: [path] })
    expect(again.content).toContain('<details open>')
    expect(again.content).toContain(`id="${path}-problem"`)
  }
  const wrong = { reason: 'invalid_body', fields: ['company'] }
  expect((await show({ company_address: 'Street 1' }, wrong)).content).toContain('Enter the name')
  const long = (await show({ company: 'x'.repeat(201) }, wrong)).content
  expect(long).toContain('This is too long. Enter at most 200 characters.')
  expect(long).not.toContain('Enter the name')
  expect(await orders()).toEqual([])
  await buy({ company: 'Example GmbH', company_address: 'Street 1', vat_id: 'de 123.456-789' })
  const [order] = await orders()
  const company = { name: 'Example GmbH', address: 'Street 1', vat_id: 'DE123456789' }
  expect(order).toMatchObject({ company, amount: 10_000 })
  await pay(order!.id)
  expect((await api.receipts.list()).data).toMatchObject([{ buyer: company }])
})
