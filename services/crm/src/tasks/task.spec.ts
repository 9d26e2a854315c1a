import type { Id } from '@lms/contract'
import { siteService } from '@lms/site/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { type MailServer, startMailServer } from '@lms/testing/mail-server'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

type Users = Awaited<ReturnType<typeof schoolOf>>['users']
let system: TestSystem
let mail: MailServer
let now = Date.parse('2026-11-24T09:00:00Z')
const later = (ms: number) => new Date(now + ms).toISOString()
beforeAll(async () => {
  mail = await startMailServer()
  system = await startSystem({
    services: [usersService, siteService, crmService],
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
  expect(mail.mails.filter(({ text }) => text.includes('Reminder:'))).toEqual([])
  now += 3_600_001
  await eventually('the reminder', async () => (await api.tasks.get({ path: { id: task.id } })).reminded_at)
  const reminders = mail.mails.filter(({ text }) => text.includes('Reminder:'))
  expect(reminders).toMatchObject([{ to: [manager.email], text: expect.stringContaining('Call Ann') }])
  expect((await api.tasks.get({ path: { id: done.id } })).reminded_at).toBeNull()
})

test('tasks are for active staff, and whoever is given one is told', async () => {
  const { api, as, person } = await schoolOf(system)
  const [student, manager, other] = await Promise.all([
    person(),
    person({ role: 'manager', locale: 'de' }),
    person({ role: 'manager' }),
  ])
  const title = 'Call Cem'
  await expect(api.tasks.create({ body: { title, assignee_id: student.id } })).rejects.toMatchObject({
    status: 422,
    reason: 'assignee_not_staff',
  })
  const path = { id: (await api.tasks.create({ body: { title, assignee_id: manager.id } })).id }
  await expect(api.tasks.update({ path, body: { assignee_id: student.id } })).rejects.toMatchObject({
    status: 422,
    reason: 'assignee_not_staff',
  })
  const mailsTo = (to: string) => mail.mails.filter(each => each.to.includes(to))
  await eventually('the mail to the assignee', () => mailsTo(manager.email!).length === 1)
  expect(mailsTo(manager.email!)[0]!.text).toContain(`Aufgabe: ${path.id}`)
  // Who takes a task knows of it.
  await as('manager', other.id).tasks.update({ path, body: { assignee_id: other.id } })
  await api.tasks.update({ path, body: { assignee_id: manager.id } })
  await eventually('the second mail', () => mailsTo(manager.email!).length === 2)
  expect(mailsTo(other.email!)).toEqual([])
})

test.each([
  ['is deleted', (users: Users, id: Id<'usr'>) => users.delete({ path: { id } })],
  [
    'is blocked',
    (users: Users, id: Id<'usr'>) => users.update({ path: { id }, body: { status: 'blocked' } }),
  ],
  [
    'becomes a student',
    (users: Users, id: Id<'usr'>) => users.update({ path: { id }, body: { role: 'student' } }),
  ],
])(
  'open tasks of a manager who %s wait for somebody else, and the administrators are told',
  async (_, leave) => {
    const { api, person, users } = await schoolOf(system)
    const [manager, administrator] = await Promise.all([
      person({ role: 'manager', first_name: 'Mia', last_name: 'Roth' }),
      person({ role: 'administrator' }),
    ])
    const make = () => api.tasks.create({ body: { title: 'Call', assignee_id: manager.id } })
    const [open, done] = [await make(), await make()]
    await api.tasks.update({ path: { id: done.id }, body: { status: 'finished' } })
    await users.update({ path: { id: manager.id }, body: { last_name: 'Roth-Lee' } })
    await leave(users, manager.id)
    const assigneeOf = async (id: typeof open.id) => (await api.tasks.get({ path: { id } })).assignee_id
    await eventually('nobody to have it', async () => (await assigneeOf(open.id)) === null)
    expect(await assigneeOf(done.id)).toBe(manager.id)
    const mailsToAdministrator = () => mail.mails.filter(({ to }) => to.includes(administrator.email!))
    await eventually('the mail to the administrator', () => mailsToAdministrator().length === 1)
    expect(mailsToAdministrator()[0]!.text).toContain('Mia Roth-Lee')
  },
)

test('a finished task that repeats is followed by the next one, once', async () => {
  const { api, person } = await schoolOf(system)
  const manager = await person({ role: 'manager' })
  const body = {
    title: 'Weekly call',
    assignee_id: manager.id,
    due_at: later(86_400_000),
    remind_at: later(82_800_000),
    repeat: { every: 1, unit: 'week' as const },
  }
  await expect(api.tasks.create({ body: { ...body, due_at: null } })).rejects.toMatchObject({
    status: 422,
    reason: 'repeat_without_term',
  })
  const first = await api.tasks.create({ body })
  expect(first.first_due_at).toBe(first.due_at)
  const path = { id: first.id }
  const { next_task_id } = await api.tasks.update({ path, body: { status: 'finished' } })
  const next = await api.tasks.get({ path: { id: next_task_id! } })
  expect(next).toMatchObject({
    title: 'Weekly call',
    assignee_id: manager.id,
    status: 'open',
    due_at: later(8 * 86_400_000).replace('Z', '+00:00'),
    remind_at: later(8 * 86_400_000 - 3_600_000).replace('Z', '+00:00'),
  })
  await api.tasks.update({ path, body: { status: 'open' } })
  expect(await api.tasks.update({ path, body: { status: 'finished' } })).toMatchObject({ next_task_id })
  const canceled = await api.tasks.update({ path: { id: next.id }, body: { status: 'canceled' } })
  expect(canceled.next_task_id).toBeNull()
})
