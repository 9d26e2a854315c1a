// The page of an unsubscribing link, as a person and a mail program use it.
import { crmContract } from '@lms/crm/contract'
import { crmService } from '@lms/crm/service'
import { serviceService } from '@lms/service/service'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { newSchool, startTestGateway, type TestGateway } from '@lms/testing/gateway'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'
import { openLinks } from './mail-links.ts'

let mail: MailServer
let system: TestSystem
let gateway: TestGateway
let broken: string[]
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [usersService, siteService, crmService, serviceService],
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

test('a German mail leads to a German page, whose forms and one click are heard', async () => {
  const school = await newSchool(gateway, 'Malschule')
  const { users, consents } = gateway.client(usersContract.resources, school)
  const { messages, preferences } = gateway.client(crmContract.resources, school)
  const { id } = await users.create({ body: { email: 'dora@school.example', locale: 'de' } })
  const consent = { channel: 'email', text_version: '1', source: 'form' } as const
  await consents.record({ path: { id }, body: consent })
  await messages.create({ body: { user_id: id, subject: 'Hallo', body: 'Hallo' } })
  const path = await eventually('the mail', () => {
    const text = mail.mails.find(({ to }) => to.includes('dora@school.example'))?.text
    return /List-Unsubscribe: <https?:\/\/[^/]+(\/unsubscribe\/[^>]+)>/.exec(
      text?.replace(/\r\n[ \t]+/g, ' ') ?? '',
    )?.[1]
  })
  const { host } = school
  const html = { accept: 'text/html' }
  const page = String((await gateway.call('GET', path, { host, headers: html })).body)
  expect(page).toContain('<html lang="de"')
  expect(page).toContain('name="topic.news"')
  const chosen = async () => {
    const { all_off, off_topics } = await preferences.get({ path: { userId: id } })
    return { all_off, off_topics }
  }
  expect(await chosen()).toEqual({ all_off: false, off_topics: [] })
  const sent = await gateway.sendForm(host, path, { choice: 'topics', 'topic.news': 'on' }, html)
  expect(String(sent.body)).toContain('Ihre Auswahl ist gespeichert.')
  expect(await chosen()).toEqual({ all_off: false, off_topics: [] })
  const oneClick = await gateway.sendForm(host, path, { 'List-Unsubscribe': 'One-Click' })
  expect(oneClick).toMatchObject({ status: 200, body: { unsubscribed: true } })
  expect(await chosen()).toEqual({ all_off: false, off_topics: ['news'] })
  await gateway.sendForm(host, path, { choice: 'all' }, html)
  expect(await chosen()).toMatchObject({ all_off: true })
})

test('every link of every mail opens', () => expect(broken).toEqual([]))
