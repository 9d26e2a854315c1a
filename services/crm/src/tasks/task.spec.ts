import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-24T09:00:00Z')
const later = (ms: number) => new Date(now + ms).toISOString()
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [usersService, crmService],
    clock: { now: () => new Date(now) },
    settings: { settings: { LMS_SMTP_URL: mail.url } },
  })
})
afterAll(async () => {
  await system.stop()
  await mail.close()
})

test('a task is completed with a result, and opened again', async () => {
  const { api } = await schoolOf(system)
  const { id } = await api.tasks.create({ body: { title: 'Call' } })
  const path = { id }
  const done = await api.tasks.update({ path, body: { status: 'finished', result: 'Pays on Friday.' } })
  expect(done).toMatchObject({
    status: 'finished',
    result: 'Pays on Friday.',
    finished_at: expect.any(String),
  })
  await expect(api.tasks.update({ path, body: { status: 'canceled' } })).rejects.toMatchObject({
    status: 409,
    reason: 'task_closed',
  })
  expect(await api.tasks.update({ path, body: { status: 'open' } })).toMatchObject({ finished_at: null })
})

test('the assignee of an open task is reminded once, at its time', async () => {
  const { api, person } = await schoolOf(system)
  const manager = await person({ role: 'manager' })
  const make = (title: string) =>
    api.tasks.create({ body: { title, assignee_id: manager.id, remind_at: later(3_600_000) } })
  const [task, done] = await Promise.all([make('Call Ann'), make('Call Bea')])
  await api.tasks.update({ path: { id: done.id }, body: { status: 'finished' } })
  expect(mail.mails).toEqual([])
  now += 3_600_001
  await eventually('the reminder', async () => (await api.tasks.get({ path: { id: task.id } })).reminded_at)
  expect(mail.mails).toMatchObject([{ to: [manager.email], text: expect.stringContaining('Call Ann') }])
  expect((await api.tasks.get({ path: { id: done.id } })).reminded_at).toBeNull()
})
