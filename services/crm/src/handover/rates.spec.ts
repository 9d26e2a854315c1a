import { hostOperations } from '@lms/service-host'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [siteService, usersService, crmService],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url, LMS_MAIL_FROM: 'lms@mail.example' } },
  })
}, 60_000)
afterAll(async () => {
  await system.stop()
  await mail.close()
})

test('messages beyond the rate of a school wait for a minute each that has room for them', async () => {
  const { caller, api, person } = await schoolOf(system)
  const { host } = system.internal('crm', { host: hostOperations }, { as: 'service', school: caller.school })
  const rates = [{ transport: 'email', per_minute: 2 }]
  await host.changeSettings({ body: { values: { rates }, version: null, role: 'owner' } })
  const { id: user_id } = await person()
  const message = { user_id, topic: 'study', subject: 'Hello', body: 'How are you?' }
  for (let count = 0; count < 8; count++) await api.messages.create({ body: message })
  const found = async () => (await api.messages.list()).data
  const minutes = async () =>
    (await found())
      .filter(({ status }) => status !== 'sent')
      .map(({ send_after }) => send_after && (Date.parse(send_after) - now) / 60_000)
      .toSorted()
  await eventually(
    'all of them',
    async () => (await minutes()).every(Boolean) && (await minutes()).length <= 6,
  )
  expect(await minutes()).toEqual([1, 1, 2, 2, 3, 3])
  for (let minute = 0; minute < 3; minute++) {
    now += 60_000
    await system.services.crm!.workOffTasks()
  }
  await eventually('the last ones', async () => (await found()).every(({ status }) => status === 'sent'))
})
