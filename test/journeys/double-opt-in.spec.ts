// A consent that a form gives, from the form to the confirmed link of the e-mail.
import { newId } from '@lms/contract'
import { serviceService } from '@lms/service/service'
import { step } from '@lms/service-host'
import { siteContract } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type GatewaySchool, newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { openLinks } from './mail-links.ts'

let mail: MailServer
let system: TestSystem
let gateway: TestGateway
let broken: string[]
let now = Date.now()
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [usersService, siteService, serviceService],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@platform.example' } },
  })
  gateway = await startTestGateway(system)
  broken = openLinks(mail, gateway)
}, 300_000)
afterAll(async () => {
  await gateway?.stop()
  await system?.stop()
  await mail.close()
})

async function formOf(school: GatewaySchool) {
  const { forms, submissions } = gateway.client(siteContract.resources, school)
  const { consents } = gateway.client(usersContract.resources, school)
  const form = await forms.create({
    body: {
      name: 'News',
      fields: [{ key: 'email', label: 'E-mail', kind: 'email', person_field: 'email' }],
      consents: [{ key: 'news', text: 'Send me news.', channel: 'email' }],
    },
  })
  const send = (email: string) =>
    submissions.create({ body: { form_id: form.id, answers: { email }, consents: ['news'] } })
  const states = async (id: string) =>
    (await consents.list({ path: { id: id as never } })).data.map(({ status }) => status)
  const link = (email: string) =>
    eventually('the mail', () => {
      const text = mail.mails.find(({ to }) => to.includes(email))?.text
      return /https:\/\/\S+(\/consent-confirmations\/\S+)/.exec(text ?? '')?.[1]
    })
  return { send, states, link }
}
const open = ({ host }: GatewaySchool, method: string, path: string) =>
  gateway.call(method, path, { host, headers: { accept: 'text/html' } })

test('is none until the person presses the button of the mailed page', async () => {
  const [ours, theirs] = [await newSchool(gateway, 'Ours'), await newSchool(gateway, 'Theirs')]
  const { send, states, link } = await formOf(ours)
  const { user_id } = await send('ann@school.example')
  expect(await states(user_id!)).toEqual(['pending'])
  const path = await link('ann@school.example')
  // Scanners of mails open links: that confirms nothing.
  const page = String((await open(ours, 'GET', path)).body)
  expect(page).toContain('Do you want to get e-mails from Ours?')
  expect(page).toContain('<blockquote>Send me news.</blockquote>')
  expect(await states(user_id!)).toEqual(['pending'])
  expect((await open(theirs, 'POST', path)).status).toBe(404)
  expect(String((await open(ours, 'POST', path)).body)).toContain('Your consent is confirmed')
  expect(await states(user_id!)).toEqual(['given'])
  expect((await open(ours, 'POST', path)).status).toBe(200)
  expect((await open(ours, 'POST', `${path}x`)).status).toBe(404)
  // Who has agreed is not asked again.
  await send('Ann@school.example')
  expect(await states(user_id!)).toEqual(['given'])
})

test('is asked for in the language of the school', async () => {
  const school = await newSchool(gateway, 'Malschule')
  const values = { language: 'de' }
  await gateway.call('PATCH', '/api/v1/settings', { ...school, body: { id: 'site', values } })
  const { users } = gateway.client(usersContract.resources, school)
  await eventually('new people to have it', async () => {
    const { locale } = await users.create({ body: { email: `${newId('usr')}@school.example` } })
    return locale === 'de'
  })
  const { send, link } = await formOf(school)
  await send('dora@school.example')
  await link('dora@school.example')
  const { text } = mail.mails.find(({ to }) => to.includes('dora@school.example'))!
  expect(text).toContain('Subject: E-Mails von Malschule')
  expect(text).toContain('hat ein Formular von Malschule')
})

test('is asked for by e-mail once the mail server is back, also after two hours', async () => {
  const school = await newSchool(gateway)
  const { send, states, link } = await formOf(school)
  mail.refusals = Number.POSITIVE_INFINITY
  const { user_id } = await send('eve@school.example')
  for (let tries = 0; tries < 12; tries++) {
    now += 600_000
    await system.services.users!.workOffTasks()
  }
  mail.refusals = 0
  now += 900_000
  expect(String((await open(school, 'POST', await link('eve@school.example'))).body)).toContain('confirmed')
  expect(await states(user_id!)).toEqual(['given'])
})

test('is asked for once at an address that does not exist', async () => {
  const school = await newSchool(gateway)
  const { send } = await formOf(school)
  mail.gone.add('nobody@school.example')
  await send('nobody@school.example')
  const asking = step(`select 1 from users.tasks where school_id = $1 and queue = 'ask-for-consent'`, [
    school.schoolId,
  ])
  await eventually(
    'the end of the task',
    async () => (await system.services.users!.runtime.system.rows(asking)).length === 0,
  )
  mail.gone.clear()
  expect(mail.mails.filter(({ to }) => to.includes('nobody@school.example'))).toEqual([])
})

test('lapses without a confirmation, and its link ends', async () => {
  const school = await newSchool(gateway)
  const { send, states, link } = await formOf(school)
  const { user_id } = await send('bob@school.example')
  const path = await link('bob@school.example')
  now += 7 * 86_400_000 + 1000
  expect((await open(school, 'POST', path)).status).toBe(404)
  await eventually('the end of the request', async () => (await states(user_id!))[0] === 'expired')
})

test('counts at once where the school has turned the confirmation off', async () => {
  const school = await newSchool(gateway)
  const { send, states } = await formOf(school)
  const values = { consents: { double_opt_in: false } }
  const set = await gateway.call('PATCH', '/api/v1/settings', { ...school, body: { id: 'users', values } })
  expect(set.status).toBe(200)
  expect(await states((await send('cid@school.example')).user_id!)).toEqual(['given'])
})

test('every link of every mail opens', () => expect(broken).toEqual([]))
