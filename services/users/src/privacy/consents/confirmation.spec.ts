import { newId } from '@lms/contract'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
})

test('who is to confirm a consent is asked, however long the mail server was away', async () => {
  const { registry: schools } = system.internal('site', { registry })
  const host = `${newId('sch').slice(4)}.example`
  const school = (await schools.create({ body: { name: 'Painting school', domains: [host] } })).id
  const { leads } = system.internal('users', usersContract.internal, { as: 'site', school })
  mail.refusals = Number.POSITIVE_INFINITY
  await leads.receive({
    body: {
      ...{ submission_id: newId('fsb'), email: 'ann@school.example', phone: null, tag_ids: [] },
      consents: [{ channel: 'email', text_version: '2026-11', source: 'form' }],
    },
  })
  const back = now + 3 * 3_600_000
  await eventually('hours', async () => {
    await system.services.users!.workOffTasks()
    now += 400_000
    return now > back
  })
  expect(mail.refused).toBeGreaterThan(0)
  mail.refusals = 0
  await eventually('the mail', async () => {
    await system.services.users!.workOffTasks()
    now += 60_000
    return mail.mails.length > 0
  })
  expect(mail.mails).toMatchObject([{ to: ['ann@school.example'] }])
})
