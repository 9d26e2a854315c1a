// Every link that the product writes into mails opens, kind by kind, under a clock that moves.
import { readdir, readFile } from 'node:fs/promises'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { allServices } from '@lms/testing/all-services'
import {
  type GatewaySchool,
  newSchool,
  startTestGateway,
  type TestGateway,
  wideLimits,
} from '@lms/testing/gateway'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { linksIn, promisedLinks } from './mail-kinds.ts'
import { bodiesOf, openLinks } from './mail-links.ts'

const day = 86_400_000
let mail: MailServer
let system: TestSystem
let gateway: TestGateway
let school: GatewaySchool
let broken: string[]
let now = Date.parse('2027-01-10T12:00:00Z')
const openedLinks = new Set<string>()
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: allServices,
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@platform.example' } },
  })
  gateway = await startTestGateway(system)
  school = await newSchool(gateway, 'Harbour')
  broken = openLinks(mail, gateway, {
    opened: arrived => {
      for (const link of linksIn(bodiesOf(arrived).text)) openedLinks.add(link)
    },
  })
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
const set = (id: string, values: object) => ask('PATCH', '/settings', { id, values })
const person = (email: string) =>
  ask('POST', '/users', { email, first_name: 'Ann', time_zone: 'Europe/Paris' })
const opened = (...links: string[]) =>
  eventually(`links of mails: ${links.join(', ')}`, () => links.every(link => openedLinks.has(link)))
const later = (days: number) => {
  now += days * day
}

test('a purchase leads to pay, to the receipt, and on', async () => {
  const learn_url = `https://${school.host}/learn`
  await set('crm', {
    notifications: [
      { kind: 'order_created', send: true },
      { kind: 'access_granted', send: true },
    ],
    object_links: [{ to: 'course', url: `${learn_url}?course={course_id}` }],
  })
  await set('commerce', { receipts: { enabled: true, seller: { name: 'Harbour' } } })
  const { id: user_id } = await person('ann@buyers.example')
  const offer = await ask('POST', '/offers', { name: 'Knots', amount: 4900, currency: 'EUR' })
  const buy = async () => {
    const order = await ask('POST', '/orders', { user_id, items: [{ offer_id: offer.id }] })
    await ask('POST', `/orders/${order.id}/mark-paid`, {})
    return order
  }
  const order = await buy()
  await opened('order_created: Pay', 'order_paid: Your order')
  await set('commerce', { orders: { learn_url } })
  await buy()
  await opened('order_paid: Go to what you bought', 'order_paid: Receipt (PDF)')
  const { data } = await ask('GET', `/payments?order_id=${order.id}`)
  await ask('POST', `/payments/${data[0].id}/refund`, {})
  await opened('receipt_issued: Receipt (PDF)')
})

test('what concerns a course leads to the page of the school, and a certificate to its own', async () => {
  // A slow machine draws long, and drawing is charged.
  await gateway.operator('PATCH', `/schools/${school.schoolId}`, { limits: wideLimits })
  const { id: user_id } = await person('gil@students.example')
  const { id: course_id } = await ask('POST', '/courses', { title: 'Knots' })
  const module = await ask('POST', '/modules', { course_id, title: 'Module' })
  const lesson = await ask('POST', '/lessons', {
    ...{ module_id: module.id, title: 'Lesson', status: 'published' },
  })
  const content = { kind: 'text', html: '<p>Text</p>' }
  await ask('POST', `/lessons/${lesson.id}/blocks`, { content })
  await ask('POST', `/courses/${course_id}/publish`, { action: 'publish' })
  await ask('POST', '/accesses', { user_id, course_id })
  await opened('button: Open')
  await ask('POST', '/enrollments', { user_id, course_id })
  const box = { kind: 'text', x: 100, y: 200, width: 600, height: 60, text: '{{name}}', size: 30 }
  const look = { bold: false, align: 'center', colour: '#000000' }
  const boxes = [{ ...box, ...look }]
  await ask('POST', '/certificate-templates', { name: 'Knots', course_ids: [course_id], boxes })
  await ask('POST', '/certificates', { user_id, course_id })
  await opened('certificate_issued: Look at it')
})

test('parts and free days lead to what is due', async () => {
  const { id: user_id } = await person('bob@buyers.example')
  const offer = await ask('POST', '/offers', { name: 'Sails', amount: 9000, currency: 'EUR' })
  const price = (fields: object) =>
    ask('POST', `/offers/${offer.id}/prices`, { amount: 9000, currency: 'EUR', ...fields })
  const order = ({ id: price_id }: { id: string }) =>
    ask('POST', '/orders', { user_id, items: [{ offer_id: offer.id, price_id }] })
  await order(await price({ interval: { unit: 'month', count: 1 }, trial_days: 14 }))
  const parts = [5, 15].map(after_days => ({ basis_points: 5000, after_days }))
  await order(await price({ instalments: parts }))
  later(2.5)
  await opened('part_due: Pay it')
  later(4)
  await opened('part_overdue: Pay it')
  later(5)
  await opened('trial_ends: Add a card')
  later(4)
  await opened('charge_failed: Pay with another card')
})

test('a gift leads its buyer and its receiver to its page', async () => {
  const offer = await ask('POST', '/offers', { name: 'Oars', amount: 4900, currency: 'EUR' })
  const page = await gateway.call('GET', `/buy/${offer.id}`, { host: school.host })
  const key = /name="key" value="([^"]+)"/.exec(page.body)![1]!
  const sent = await gateway.sendForm(school.host, `/buy/${offer.id}`, {
    ...{ key, gift: '1', shown_gift: '1', amount: '4900', currency: 'EUR' },
    ...{ email: 'cem@buyers.example', gift_email: 'dan@receivers.example' },
  })
  expect(sent.status).toBe(303)
  const [order] = (await ask('GET', '/orders?sort=-created_at')).data
  await ask('POST', `/orders/${order.id}/mark-paid`, {})
  await opened('gift_bought: Open the gift', 'gift_bought: Receipt (PDF)', 'gift: Open the gift')
})

test('what concerns a webinar leads to the entry of the person', async () => {
  const { id: user_id } = await person('eve@guests.example')
  const webinar = await ask('POST', '/webinars', { title: 'Colour' })
  const at = (days: number) => new Date(now + days * day).toISOString()
  const session = await ask('POST', '/webinar-sessions', { webinar_id: webinar.id, starts_at: at(3) })
  await ask('POST', '/webinar-registrations', { session_id: session.id, user_id })
  await opened('webinar_registered: Your personal entry')
  await ask('PATCH', `/webinar-sessions/${session.id}`, { starts_at: at(2) })
  await opened('webinar_moved: Your personal entry')
  later(1.01)
  await opened('webinar_reminder: Your personal entry')
  later(1)
  await ask('POST', `/webinar-sessions/${session.id}/start`, {})
  await ask('POST', `/webinar-sessions/${session.id}/finish`, {})
  await ask('PUT', `/webinar-sessions/${session.id}/recording`, { url: 'https://video.example/colour' })
  await opened('webinar_recording: Watch it')
})

test('confirmations lead to their pages', async () => {
  const form = await ask('POST', '/forms', {
    name: 'News',
    fields: [{ key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' }],
    consents: [{ key: 'news', text: 'Send me news.', channel: 'email' }],
  })
  const email = 'fay@readers.example'
  const { user_id } = await ask('POST', '/form-submissions', {
    ...{ form_id: form.id, answers: { email }, consents: ['news'] },
  })
  await opened('consent: Open the page')
  const { api_key: key } = await ask('POST', '/api-keys', {
    ...{ name: 'Fay', kind: 'personal', role: 'student', user_id },
  })
  await gateway.done({ ...school, key }, 'PATCH', '/me', { email: 'fay@elsewhere.example' })
  later(0.01)
  await opened('email_change: Open the page')
})

test('no link of a mail leads nowhere, and no kind of mail has one that was not opened', () => {
  expect(broken).toEqual([])
  expect(promisedLinks.filter(link => !openedLinks.has(link))).toEqual([])
})

test('every journey with mails opens their links', async () => {
  const names = (await readdir(import.meta.dirname)).filter(name => name.endsWith('.spec.ts'))
  const sources = await Promise.all(
    names.map(async name => [name, await readFile(`${import.meta.dirname}/${name}`, 'utf8')] as const),
  )
  const without = sources.filter(
    ([, text]) => text.includes('startMailServer(') && !text.includes('openLinks('),
  )
  expect(without.map(([name]) => name)).toEqual([])
})
