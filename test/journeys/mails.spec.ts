// What mails promise: a stranger buys, and every link of every mail that follows opens.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type Arrived, type MailServer, startMailServer } from '@lms/testing/mail-server'
import { addressesIn, answerOf, bodiesOf, openLinks } from './mail-links.ts'

let mail: MailServer
let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
let broken: string[]
const offset = 0
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: allServices,
    clock: { now: () => new Date(Date.now() + offset) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@platform.example' } },
  })
  gateway = await startTestGateway(system)
  school = await newSchool(gateway, 'Harbour')
  broken = openLinks(mail, gateway)
  for (const path of ['/', '/learn']) {
    const page = await ask('POST', '/pages', { path, title: 'Harbour' })
    await ask('POST', `/pages/${page.id}/publish`, { action: 'publish' })
  }
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
  await mail.close()
})

const ask = (method: string, path: string, body?: object) => gateway.done(school, method, path, body)
const mailsTo = (email: string) => mail.mails.filter(({ to }) => to.includes(email))
const mailTo = (email: string, part: string) =>
  eventually(`a mail with ${part}`, () => mailsTo(email).find(({ text }) => text.includes(part)))

/** The statuses of what the links of a mail lead to at this school, by path without its token. */
async function opened(mail: Arrived): Promise<string[]> {
  const answers = addressesIn(mail).map(async address => {
    const { host, pathname } = new URL(address)
    return host === school.host
      ? `${pathname.replace(/^(\/[a-z-]*).*/, '$1')} ${await answerOf(gateway, address)}`
      : host
  })
  return (await Promise.all(answers)).sort()
}

test('a purchase is one mail: order, receipt, way on; before it one leads to pay', async () => {
  const learn_url = `https://${school.host}/learn`
  const values = { orders: { learn_url }, receipts: { enabled: true, seller: { name: 'Harbour' } } }
  await ask('PATCH', '/settings', { id: 'commerce', values })
  const notifications = [{ kind: 'order_created', send: true }]
  await ask('PATCH', '/settings', { id: 'crm', values: { notifications } })
  const email = 'ann@buyers.example'
  const ann = await ask('POST', '/users', { email, locale: 'de' })
  const offer = await ask('POST', '/offers', { name: 'Knots', amount: 4900, currency: 'EUR' })
  const order = await ask('POST', '/orders', { user_id: ann.id, items: [{ offer_id: offer.id }] })
  const toPay = await mailTo(email, 'Ihre Bestellung')
  expect(await opened(toPay)).toEqual(['/ 200', '/pay 200'])
  await ask('POST', `/orders/${order.id}/mark-paid`, {})
  const paid = await mailTo(email, 'bezahlt')
  const { html, text } = bodiesOf(paid)
  expect(html).toContain('Zu dem, was Sie gekauft haben')
  expect(html).toContain('Testmodus')
  expect(text).toContain(learn_url)
  expect(paid.text).toMatch(/^From: Harbour <lms@platform\.example>/m)
  expect(paid.text).toMatch(/^To: ann@buyers\.example/m)
  await eventually('the receipt', async () => (await ask('GET', `/receipts?status=issued`)).data.length === 1)
  expect(await opened(paid)).toEqual(['/ 200', '/downloads 200', '/learn 200'])
  // What the message about the receipt would say stands in this mail.
  await ask('POST', '/messages', { user_id: ann.id, topic: 'orders', subject: 'Last', body: 'Last' })
  await mailTo(email, 'Subject: Last')
  expect(mailsTo(email).map(({ text }) => /^Subject: (.*)/m.exec(text)![1]!.slice(0, 12))).toHaveLength(3)
})

test('a confirmation comes from the school to the person, and its link opens the page', async () => {
  const form = await ask('POST', '/forms', {
    name: 'News',
    fields: [{ key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' }],
    consents: [{ key: 'news', text: 'Send me news.', channel: 'email' }],
  })
  const email = 'bob@readers.example'
  await ask('POST', '/form-submissions', { form_id: form.id, answers: { email }, consents: ['news'] })
  const asking = await mailTo(email, 'Send me news.')
  expect(asking.text).toMatch(/^From: Harbour <lms@platform\.example>/m)
  expect(asking.text).toMatch(/^To: bob@readers\.example/m)
  expect(await opened(asking)).toEqual(['/ 200', '/consent-confirmations 200'])
})

test('a mailing leads to its page, and to where one unsubscribes', async () => {
  const email = 'cem@readers.example'
  const cem = await ask('POST', '/users', { email })
  const consent = { channel: 'email', text_version: '1', source: 'form' }
  await ask('POST', `/users/${cem.id}/consents`, consent)
  const mailing = await ask('POST', '/mailings', {
    ...{ name: 'News', subject: 'News of today', topic: 'news' },
    ...{ body: '# News\n\n[In a browser]({{ view_url }})', audience: { user_ids: [cem.id] } },
  })
  await ask('POST', `/mailings/${mailing.id}/start`, {})
  const news = await mailTo(email, 'Subject: News of today')
  const { html } = bodiesOf(news)
  expect(html).toMatch(/<h1>News<\/h1>/)
  expect(await opened(news)).toEqual(expect.arrayContaining(['/ 200', '/mails 200', '/unsubscribe 200']))
})

test('every link of every mail opens', () => expect(broken).toEqual([]))
