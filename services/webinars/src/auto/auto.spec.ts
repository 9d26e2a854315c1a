import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { rooms } from '../rooms/room.contract.ts'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, webinarsService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const workOff = () => system.services.webinars!.workOffTasks()
const till = async (time: string) => {
  now = Date.parse(time)
  await workOff()
}
const auto = {
  cron: '0 19 * * *',
  time_zone: 'Europe/Berlin',
  duration_minutes: 60,
  join_url: 'https://video.example/colour',
  says_recorded: true,
  script: [
    { offset_seconds: 600, author_name: 'Clara', text: 'Any questions?' },
    { offset_seconds: 0, author_name: 'Clara', text: 'Welcome' },
  ],
}

test('an auto-webinar schedules, begins and finishes its sessions by itself, and says its script', async () => {
  now = Date.parse('2026-11-21T09:30:00Z')
  const { api, caller, people, register, webinar, session, events } = await schoolWithSession(system)
  const ofRule = async () =>
    (await api.webinarSessions.list({ query: { auto: 'true', sort: 'starts_at' } })).data
  await api.webinars.update({ path: { id: webinar.id }, body: { auto } })
  await workOff()
  await workOff()
  expect(await ofRule()).toMatchObject([
    { starts_at: '2026-11-21T18:00:00.000+00:00', status: 'scheduled', auto: true },
  ])
  const { id } = (await ofRule())[0]!
  await till('2026-11-21T18:00:01Z')
  expect((await ofRule()).map(({ starts_at, status }) => [starts_at, status])).toEqual([
    ['2026-11-21T18:00:00.000+00:00', 'live'],
    ['2026-11-22T18:00:00.000+00:00', 'scheduled'],
  ])
  const readMessages = async () => {
    const { data } = await api.webinarMessages.list({ query: { session_id: id, sort: 'sequence' } })
    return data.map(({ text, scripted }) => [text, scripted])
  }
  expect(await readMessages()).toEqual([['Welcome', true]])
  const { id: user_id } = await people.users.create({ body: { email: 'ann@school.example' } })
  const { entry_path } = await register(user_id, id)
  await till('2026-11-21T18:10:02Z')
  const door = system.internal('webinars', { rooms }, { as: 'gateway', school: caller.school }).rooms
  const startedAt = Date.parse((await api.webinarSessions.get({ path: { id } })).started_at!)
  expect(await door.join({ body: { token: entry_path!.slice('/rooms/'.length) } })).toEqual({
    url: `https://video.example/colour#t=${(now - startedAt) / 1000}`,
  })
  expect(await readMessages()).toEqual([
    ['Welcome', true],
    ['Any questions?', true],
  ])
  await till('2026-11-21T19:00:02Z')
  expect(await api.webinarSessions.get({ path: { id } })).toMatchObject({ status: 'finished' })
  expect((await events('webinar.session_started')).map(({ data }) => data.object.id)).toEqual([id])
  expect(await api.webinarSessions.get({ path: { id: session.id } })).toMatchObject({
    status: 'scheduled',
    auto: false,
  })
})

test('a session of a rule that is called off or moved does not begin at its old time', async () => {
  now = Date.parse('2026-11-21T09:30:00Z')
  const { api, webinar } = await schoolWithSession(system)
  await api.webinars.update({ path: { id: webinar.id }, body: { auto } })
  await workOff()
  const planned = async () =>
    (await api.webinarSessions.list({ query: { auto: 'true', sort: 'starts_at' } })).data
  const path = { id: (await planned())[0]!.id }
  await api.webinarSessions.update({ path, body: { starts_at: '2026-11-21T20:00:00.000+00:00' } })
  await till('2026-11-21T18:00:01Z')
  expect((await planned())[0]).toMatchObject({ status: 'scheduled' })
  await api.webinarSessions.cancel({ path })
  await till('2026-11-21T20:00:01Z')
  expect((await planned()).map(({ starts_at, status }) => [starts_at, status])).toEqual([
    ['2026-11-21T20:00:00.000+00:00', 'canceled'],
    ['2026-11-22T18:00:00.000+00:00', 'scheduled'],
  ])
})

test('by the rule of the next quarter hour a session begins once anybody has registered', async () => {
  now = Date.parse('2026-11-21T09:31:00Z')
  const { api, webinar, person, register } = await schoolWithSession(system)
  const rule = { ...auto, cron: 'next quarter hour' }
  await api.webinars.update({ path: { id: webinar.id }, body: { auto: rule } })
  await workOff()
  const planned = async () =>
    (await api.webinarSessions.list({ query: { auto: 'true', sort: 'starts_at' } })).data.map(
      ({ id, starts_at, status }) => ({ id, at: starts_at.slice(11, 16), status }),
    )
  const [first] = await planned()
  expect(first).toMatchObject({ at: '09:45', status: 'scheduled' })
  await till('2026-11-21T09:45:01Z')
  expect(await planned()).toEqual([{ id: first!.id, at: '10:00', status: 'scheduled' }])
  await register(await person(), first!.id)
  await till('2026-11-21T10:00:01Z')
  expect(await planned()).toMatchObject([
    { at: '10:00', status: 'live' },
    { at: '10:15', status: 'scheduled' },
  ])
})

test('what was said in a room is forgotten when its webinar no longer keeps it', async () => {
  now = Date.parse('2026-11-21T09:30:00Z')
  const { api, webinar, session, path, events } = await schoolWithSession(system)
  await api.webinarSessions.start({ path })
  const { id } = await api.webinarMessages.create({ body: { session_id: session.id, text: 'Hello' } })
  await api.webinarMessages.pin({ path: { id } })
  await api.webinarSessions.finish({ path })
  await till('2026-12-21T09:30:00Z')
  const readTexts = async () =>
    (await api.webinarMessages.list({ query: { session_id: session.id } })).data.map(({ text }) => text)
  expect(await readTexts()).toEqual(['Hello'])
  await api.webinars.update({ path: { id: webinar.id }, body: { retention_days: 60 } })
  await till('2027-01-20T09:29:00Z')
  expect(await readTexts()).toEqual(['Hello'])
  await till('2027-01-20T09:30:01Z')
  expect(await readTexts()).toEqual([])
  expect(await events('webinar.message_unpinned')).toHaveLength(1)
  expect(await api.webinarSessions.get({ path })).toMatchObject({ status: 'finished' })
})

test('participants do not read the rule, with what plays and what is said', async () => {
  const { api, webinar, page, student, person } = await schoolWithSession(system)
  const path = { id: webinar.id }
  expect(await api.webinars.update({ path, body: { auto } })).toMatchObject({ auto })
  for (const { webinars } of [page, student(await person())]) {
    expect(await webinars.get({ path })).toMatchObject({ auto: null })
    expect((await webinars.list()).data).toMatchObject([{ auto: null }])
  }
})

test('a rule that cannot be followed is refused', async () => {
  const { api, webinar } = await schoolWithSession(system)
  const change = (cron: string) =>
    api.webinars.update({ path: { id: webinar.id }, body: { auto: { ...auto, cron } } })
  await expect(change('at seven')).rejects.toMatchObject({ status: 422, reason: 'rule_unreadable' })
  await expect(change('* * * * *')).rejects.toMatchObject({ status: 422, reason: 'rule_too_often' })
})

test('an auto-webinar that is begun by hand says its script, too', async () => {
  now = Date.parse('2026-11-21T09:30:00Z')
  const { api, webinar } = await schoolWithSession(system)
  await api.webinars.update({ path: { id: webinar.id }, body: { auto } })
  await workOff()
  const { id } = (await api.webinarSessions.list({ query: { auto: 'true' } })).data[0]!
  await api.webinarSessions.start({ path: { id } })
  await workOff()
  await till('2026-11-21T09:40:01Z')
  const { data } = await api.webinarMessages.list({ query: { session_id: id, sort: 'sequence' } })
  expect(data.map(({ text }) => text)).toEqual(['Welcome', 'Any questions?'])
})

test('a session of the next quarter hour that is put off moves its reminders', async () => {
  now = Date.parse('2026-11-21T09:31:00Z')
  const { api, webinar, caller } = await schoolWithSession(system)
  const messages = { ...webinar.messages, reminder_minutes: [5] }
  await api.webinars.update({
    path: { id: webinar.id },
    body: { messages, auto: { ...auto, cron: 'next quarter hour' } },
  })
  await workOff()
  await till('2026-11-21T09:45:01Z')
  const due = await asOwner(system.ownerUrl, async owner => {
    const { rows } = await owner.query(
      `select due_at from webinars.tasks where school_id = $1 and queue = 'remind' and status = 'waiting'
         and due_at < '2026-11-22'`,
      [caller.school],
    )
    return rows.map(({ due_at }) => due_at.toISOString())
  })
  expect(due).toEqual(['2026-11-21T09:55:00.000Z'])
})

test('once a session of a mistaken rule is called off, the next one is scheduled by the rule as it is', async () => {
  now = Date.parse('2026-11-21T09:30:00Z')
  const { api, webinar, person, register } = await schoolWithSession(system)
  const path = { id: webinar.id }
  await api.webinars.update({ path, body: { auto: { ...auto, cron: '0 19 1 6 *' } } })
  await workOff()
  const planned = async () =>
    (await api.webinarSessions.list({ query: { auto: 'true', sort: 'starts_at' } })).data.map(
      ({ id, starts_at, status }) => ({ id, starts_at, status }),
    )
  const [mistaken] = await planned()
  await register(await person(), mistaken!.id)
  await api.webinars.update({ path, body: { auto } })
  await workOff()
  await api.webinarSessions.cancel({ path: { id: mistaken!.id } })
  await workOff()
  expect(await planned()).toMatchObject([
    { starts_at: '2026-11-21T18:00:00.000+00:00', status: 'scheduled' },
    { starts_at: '2027-06-01T17:00:00.000+00:00', status: 'canceled' },
  ])
  // What was called off does not come back.
  await api.webinarSessions.cancel({ path: { id: (await planned())[0]!.id } })
  await workOff()
  expect((await planned()).map(({ starts_at, status }) => [starts_at, status])).toEqual([
    ['2026-11-21T18:00:00.000+00:00', 'canceled'],
    ['2026-11-22T18:00:00.000+00:00', 'scheduled'],
    ['2027-06-01T17:00:00.000+00:00', 'canceled'],
  ])
})

test('a session of a rule that is made longer while it is live ends later', async () => {
  now = Date.parse('2026-11-21T09:30:00Z')
  const { api, webinar } = await schoolWithSession(system)
  await api.webinars.update({ path: { id: webinar.id }, body: { auto } })
  await workOff()
  const { id } = (await api.webinarSessions.list({ query: { auto: 'true' } })).data[0]!
  await till('2026-11-21T18:00:01Z')
  await api.webinarSessions.update({ path: { id }, body: { duration_minutes: 90 } })
  await till('2026-11-21T19:00:02Z')
  expect(await api.webinarSessions.get({ path: { id } })).toMatchObject({ status: 'live' })
  await till('2026-11-21T19:30:02Z')
  expect(await api.webinarSessions.get({ path: { id } })).toMatchObject({ status: 'finished' })
})
