import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
let ahead = 0
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, webinarsService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const readEvents = async ({ events }: Awaited<ReturnType<typeof schoolWithSession>>) =>
  (await events()).map(({ type, data }) => [type, data.object.status])

test('a session is scheduled, moved, begun and finished, each told once', async () => {
  const school = await schoolWithSession(system)
  const { webinarSessions } = school.api
  const { path } = school
  await webinarSessions.update({ path, body: { starts_at: '2027-01-16T18:00:00.000+01:00' } })
  await webinarSessions.update({ path, body: { host: 'Omar' } })
  expect(await webinarSessions.start({ path })).toMatchObject({
    status: 'live',
    started_at: expect.any(String),
  })
  expect(await webinarSessions.finish({ path })).toMatchObject({ status: 'finished' })
  expect(await readEvents(school)).toEqual([
    ['webinar.session_scheduled', 'scheduled'],
    ['webinar.session_scheduled', 'scheduled'],
    ['webinar.session_started', 'live'],
    ['webinar.session_finished', 'finished'],
  ])
})

test('of two starts at once one begins the session', async () => {
  const school = await schoolWithSession(system)
  const starts = await Promise.allSettled([1, 2, 3].map(() => school.api.webinarSessions.start(school)))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(starts.flatMap(each => (each.status === 'rejected' ? [each.reason.reason] : []))).toEqual([
    'session_live',
    'session_live',
  ])
  expect((await readEvents(school)).filter(([type]) => type === 'webinar.session_started')).toHaveLength(1)
})

test('a session that is called off is told so, and begins no more', async () => {
  const school = await schoolWithSession(system)
  const { path } = school
  expect(await school.api.webinarSessions.cancel({ path })).toMatchObject({ status: 'canceled' })
  await expect(school.api.webinarSessions.start({ path })).rejects.toMatchObject({
    reason: 'session_canceled',
  })
  expect((await readEvents(school)).at(-1)).toEqual(['webinar.session_scheduled', 'canceled'])
})

test('a live session is neither moved nor called off, and a finished one does not begin again', async () => {
  const { api, path } = await schoolWithSession(system)
  await expect(api.webinarSessions.finish({ path })).rejects.toMatchObject({ reason: 'session_not_live' })
  await api.webinarSessions.start({ path })
  const move = api.webinarSessions.update({ path, body: { starts_at: '2027-02-01T18:00:00.000+01:00' } })
  await expect(move).rejects.toMatchObject({ status: 409, reason: 'session_live' })
  await expect(api.webinarSessions.cancel({ path })).rejects.toMatchObject({ reason: 'session_live' })
  await api.webinarSessions.finish({ path })
  await expect(api.webinarSessions.start({ path })).rejects.toMatchObject({ reason: 'session_finished' })
})

test('a webinar is deleted with its canceled sessions, and not with others', async () => {
  const { api, webinar, path } = await schoolWithSession(system)
  const remove = () => api.webinars.delete({ path: { id: webinar.id } })
  await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'webinar_has_sessions' })
  await api.webinarSessions.cancel({ path })
  await remove()
  await expect(api.webinarSessions.get({ path })).rejects.toMatchObject({ status: 404 })
  await expect(api.recordings.get({ path })).rejects.toMatchObject({ status: 404 })
})

test('participants do not read where the video takes place', async () => {
  const school = await schoolWithSession(system, { join_url: 'https://meet.example/colour' })
  const { path } = school
  expect(await school.api.webinarSessions.get({ path })).toMatchObject({
    join_url: 'https://meet.example/colour',
  })
  for (const { webinarSessions } of [school.page, school.student(await school.person())]) {
    expect(await webinarSessions.get({ path })).toMatchObject({ join_url: null })
    expect((await webinarSessions.list()).data).toMatchObject([{ join_url: null }])
  }
})

test('a recording is awaited for seven days after the finish, and told once when it is ready', async () => {
  const { api, path, events, person, register, student } = await schoolWithSession(system)
  await api.webinarSessions.start({ path })
  await api.webinarSessions.finish({ path })
  expect(await api.recordings.get({ path })).toMatchObject({ status: 'processing', url: null })
  ahead += 8 * 86_400_000
  await system.services.webinars!.workOffTasks()
  expect(await api.recordings.get({ path })).toMatchObject({ status: 'failed' })
  const attach = (url: string) => api.recordings.attach({ path, body: { url } })
  // It stands in mails and in the room.
  await expect(attach('javascript:alert(1)')).rejects.toMatchObject({ status: 400 })
  expect(await attach('https://video.example/one')).toMatchObject({
    status: 'ready',
    ready_at: expect.any(String),
  })
  expect(await attach('https://video.example/two')).toMatchObject({ url: 'https://video.example/two' })
  expect(await events('webinar.recording')).toHaveLength(1)
  const stranger = student(await person())
  await expect(stranger.recordings.get({ path })).rejects.toMatchObject({ status: 404 })
  await expect(register(await person())).rejects.toMatchObject({ reason: 'session_closed' })
})
