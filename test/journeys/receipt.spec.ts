// A receipt from the settings to the file: issued in a task after the payment, downloaded through the gateway.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import {
  documentBy,
  type GatewaySchool,
  newSchool,
  startTestGateway,
  type TestGateway,
} from '@lms/testing/gateway'
import { extractText, getDocumentProxy } from 'unpdf'

let system: TestSystem
let gateway: TestGateway
let ours: GatewaySchool
let theirs: GatewaySchool
let offset = 0
beforeAll(async () => {
  const clock = { now: () => new Date(Date.now() + offset) }
  system = await startSystem({ services: allServices, clock })
  gateway = await startTestGateway(system)
  ours = await newSchool(gateway, 'Ours')
  theirs = await newSchool(gateway, 'Theirs')
}, 300_000)
afterAll(async () => {
  await gateway.stop()
  await system.stop()
})

async function ask(method: string, path: string, body?: object) {
  const answer = await gateway.call(method, `/api/v1${path}`, { ...ours, ...(body ? { body } : {}) })
  expect([path, answer.status < 300 ? 'done' : answer.body]).toEqual([path, 'done'])
  return answer.body
}
/** The text of a PDF, with usual spaces. */
async function textOf(pdf: Buffer): Promise<string> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  return text.normalize('NFKC')
}
const download = (path: string, host = ours.host) => gateway.call('GET', path, { host })
const documentAt = (path: string) => documentBy(() => download(path))

test('a receipt is downloaded as a PDF by a link that needs no credential and expires after a day', async () => {
  const seller = { name: 'مدرسة البرمجة', address: '上海市 1', tax_id: 'DE 12', country: 'DE' }
  await ask('PATCH', '/settings', { id: 'commerce', values: { receipts: { enabled: true, seller } } })
  const person = await ask('POST', '/users', { email: 'ann@school.org' })
  const offers = await Promise.all(
    ['Основы вёрстки', 'קורס', '基础编程课程', '한국어'].map((name, index) =>
      ask('POST', '/offers', { name, amount: 1000 + index, currency: 'KWD' }),
    ),
  )
  const items = offers.map(({ id: offer_id }) => ({ offer_id }))
  const order = await ask('POST', '/orders', { user_id: person.id, items })
  await ask('POST', `/orders/${order.id}/mark-paid`, {})
  const receipt = await eventually('the receipt', async () => {
    const { data } = await ask('GET', `/receipts?order_id=${order.id}&status=issued`)
    return data[0] && ask('GET', `/receipts/${data[0].id}`)
  })
  expect(receipt).toMatchObject({ number: 1, seller, amount: 4006 })

  const { status, headers, body } = await documentAt(receipt.download_path)
  expect([status, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toBe('attachment; filename="receipt-1.pdf"')
  const text = await textOf(body)
  for (const part of ['Receipt No. 1', ...offers.map(({ name }) => name), 'البرمجة', '上海市', 'KWD 1.003'])
    expect(text).toContain(part)
  expect(text).toContain('KWD 4.006')
  expect((await documentAt(receipt.download_path)).body.equals(body)).toBe(true)

  const token = receipt.download_path.slice('/downloads/'.length)
  for (const other of [`${token}x`, token.replace('rcp_', 'job_'), token.replace('rcp_', 'ord_')])
    expect((await download(`/downloads/${other}`)).status).toBe(404)
  expect((await download(receipt.download_path, theirs.host)).status).toBe(404)
  offset = 24 * 3_600_000
  expect((await download(receipt.download_path)).status).toBe(404)
})

test('a receipt keeps the language in which it was issued, whatever the school speaks later', async () => {
  const seller = { name: 'Schule am Hafen' }
  await ask('PATCH', '/settings', { id: 'commerce', values: { receipts: { enabled: true, seller } } })
  await ask('PATCH', '/settings', { id: 'site', values: { language: 'de' } })
  const person = await ask('POST', '/users', { email: 'bob@school.org' })
  const offer = await ask('POST', '/offers', { name: 'Segeln', amount: 123_450, currency: 'EUR' })
  const issued = async (number: number) => {
    const order = await ask('POST', '/orders', { user_id: person.id, items: [{ offer_id: offer.id }] })
    await ask('POST', `/orders/${order.id}/mark-paid`, {})
    return eventually(`receipt ${number}`, async () => {
      const { data } = await ask('GET', `/receipts?order_id=${order.id}&status=issued`)
      return data[0] && ask('GET', `/receipts/${data[0].id}`)
    })
  }
  const german = await issued(1)
  expect(german).toMatchObject({ language: 'de' })
  const before = (await download(german.download_path)).body
  expect(before.toString('latin1')).toContain('/Lang (de)')
  expect(await textOf(before)).toMatch(/Beleg Nr\. \d.*Gesamtbetrag 1\.234,50 EUR/s)

  await ask('PATCH', '/settings', { id: 'site', values: { language: 'ar' } })
  const arabic = await issued(2)
  expect(arabic).toMatchObject({ language: 'ar' })
  const month = new Intl.DateTimeFormat('ar', { month: 'long', timeZone: 'UTC' })
  expect(await textOf((await download(arabic.download_path)).body)).toContain(
    month.format(new Date(arabic.issued_at)),
  )
  expect((await download(german.download_path)).body.equals(before)).toBe(true)
})
