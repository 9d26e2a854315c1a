// Sessions whose video takes place at a double of BigBlueButton.
import { hostOperations } from '@lms/service-host'
import { registry } from '@lms/site/contract'
import { siteService } from '@lms/site/service'
import { somePageVisit, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '../contract.ts'
import { rooms } from '../rooms/room.contract.ts'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'
import {
  type BigBlueButtonDouble,
  doubleSecret,
  type Sent,
  startBigBlueButtonDouble,
} from '../video/bigbluebutton/bigbluebutton-double.ts'
import { videoCallbacks } from './callback.contract.ts'

let system: TestSystem
let bbb: BigBlueButtonDouble
/** The beginning of a slot of presence. */
let time = Date.parse('2027-01-15T17:00:00Z')
beforeAll(async () => {
  bbb = await startBigBlueButtonDouble()
  system = await startSystem({
    services: [usersService, siteService, webinarsService],
    clock: { now: () => new Date(time) },
    settings: { taskSlots: 0, settings: { LMS_VIDEO_ALLOW_PRIVATE: '1' } },
  })
})
afterAll(async () => {
  await system?.stop()
  await bbb?.stop()
})

const workOff = () => system.services.webinars!.workOffTasks()
const later = async (seconds: number) => {
  time += seconds * 1000
  await workOff()
}
/** A school with BigBlueButton, and a session there in which Ann takes part. */
async function entered(values: object = { bigbluebutton: { url: bbb.url, secret: doubleSecret } }) {
  const { registry: schools } = system.internal('site', { registry })
  const domain = `${Math.random().toString(36).slice(2)}.example`
  const { id } = await schools.create({ body: { name: 'Painting school', domains: [domain] } })
  const caller = system.caller({ school: id })
  const { host } = system.internal('webinars', { host: hostOperations }, { as: 'service', school: id })
  const configure = (values: object) =>
    host.changeSettings({ body: { values, version: null, role: 'owner' } })
  await configure(values)
  const world = await schoolWithSession(system, { video: 'bigbluebutton', host: 'Clara' }, caller)
  const { api, session, path, people, register } = world
  const ann = await people.users.create({ body: { email: 'ann@school.example', first_name: 'Ann' } })
  const door = system.internal('webinars', { rooms, videoCallbacks }, { as: 'gateway', school: id })
  const token = (await register(ann.id)).entry_path!.slice('/rooms/'.length)
  const join = async (entry = token) => (await door.rooms.join({ body: { token: entry } })).url
  /** Sends a callback of the double to its address. */
  const call = ({ query, headers, body }: Sent, at = new URL(bbb.callbackUrl(session.id)).pathname) =>
    door.videoCallbacks.take({
      body: {
        token: at.slice(at.lastIndexOf('/') + 1),
        query,
        headers,
        body: Buffer.from(body).toString('base64'),
      },
    })
  const now = () => api.webinarSessions.get({ path })
  const start = async () => {
    time += 15_000 - (time % 15_000)
    await api.webinarSessions.start({ path })
    await workOff()
  }
  const attended = async () =>
    (await api.webinarAttendance.list()).data.map(({ user_id, live_seconds }) => [user_id, live_seconds])
  return {
    ...world,
    configure,
    ann,
    join,
    call,
    now,
    start,
    attended,
    door,
    token,
    finish: () => api.webinarSessions.finish({ path }),
  }
}

test('a room is made once its session begins, and entries lead there as who they are', async () => {
  const { caller, now, start, finish, join, session, ann, door, token, student } = await entered()
  expect(await now()).toMatchObject({ video: 'bigbluebutton', video_status: 'none' })
  expect(await join()).toBeNull()
  await start()
  const { video_status, host_path } = await now()
  expect(video_status).toBe('open')
  const { content, frames } = await door.rooms.show({ body: { ...somePageVisit, token, problem: null } })
  expect(content).toContain('<iframe class="film" src="?video"')
  expect(frames).toEqual(["'self'", new URL(bbb.url).origin])
  expect(bbb.follow((await join())!)).toEqual({ userID: ann.id, fullName: 'Ann', role: 'VIEWER' })
  const [, entry] = /^\/rooms\/(.+)\?video$/.exec(host_path!)!
  expect(bbb.follow((await join(entry))!)).toEqual({ userID: 'host', fullName: 'Clara', role: 'MODERATOR' })
  expect(await student(ann.id).webinarSessions.get({ path: { id: session.id } })).toMatchObject({
    host_path: null,
  })
  const reader = system.client('webinars', webinarsContract.resources, { ...caller, rights: [['*:read']] })
  expect((await reader.webinarSessions.get({ path: { id: session.id } })).host_path).toBeNull()
  await finish()
  await workOff()
  expect(bbb.isRunning(session.id)).toBe(false)
  expect(await now()).toMatchObject({ video_status: 'closed', host_path: null })
  expect(await join()).toBeNull()
})

test('a room whose making was not answered is made once, and one that the server has lost is made anew', async () => {
  const { now, api, path, session } = await entered()
  const before = bbb.made
  bbb.loseAnswer = true
  await api.webinarSessions.start({ path })
  await workOff()
  expect(await now()).toMatchObject({ video_status: 'preparing' })
  await later(5)
  expect(await now()).toMatchObject({ video_status: 'open' })
  expect(bbb.made - before).toBe(1)
  bbb.lose(session.id)
  await later(31)
  expect(bbb.isRunning(session.id)).toBe(true)
})

test('who is in the room is present, without a beat of theirs, and nobody who is not registered', async () => {
  const { join, start, finish, ann, session, attended, person } = await entered()
  await start()
  bbb.follow((await join())!)
  bbb.follow((await join())!.replace(ann.id, await person()))
  for (let looks = 0; looks < 4; looks++) await later(30)
  bbb.leave(session.id, ann.id)
  await later(30)
  await finish()
  await later(121)
  // Slots 2, 4, 6 and 8 of 15 seconds, and the gaps between them.
  expect(await attended()).toEqual([[ann.id, 105]])
})

test('the analytics of a meeting set the same bits, as far as it was live, and are told though late', async () => {
  const { start, finish, session, ann, call, attended, events } = await entered()
  await start()
  const began = system.clock.now()
  const after = (seconds: number) => new Date(began.getTime() + seconds * 1000)
  const at = new URL(bbb.callbackUrl(session.id)).pathname
  time += 600_000
  await finish()
  await later(300)
  expect(await attended()).toEqual([])
  const stays = { user: ann.id, joins: [after(-3600), after(300)], leaves: [after(60)] }
  const analytics = bbb.analytics(session.id, { attendees: [stays], finish: after(3600) })
  for (let times = 0; times < 2; times++) {
    await call(analytics, at)
    await workOff()
  }
  expect(await attended()).toEqual([[ann.id, 360]])
  expect(await events('webinar.attended')).toHaveLength(1)
})

test('a host who ends the meeting finishes the session; a forged end does not', async () => {
  const { start, session, call, now, events } = await entered()
  await start()
  const ended = bbb.ended(session.id)
  await expect(call(ended, `/hooks/video/${session.id}.forged`)).rejects.toMatchObject({ status: 404 })
  await expect(call(bbb.recordingReady(session.id, 'another'))).rejects.toMatchObject({
    reason: 'callback_forged',
  })
  expect(await now()).toMatchObject({ status: 'live' })
  await call(ended)
  await call(ended)
  expect(await now()).toMatchObject({ status: 'finished' })
  expect(await events('webinar.session_finished')).toHaveLength(1)
})

test('a recording is found by asking, less and less often, or once its callback says that it is there', async () => {
  const ready = { status: 'ready', url: 'https://video.example/colour', duration_seconds: 3600 }
  const lost = await entered()
  await lost.start()
  await lost.finish()
  const looks = () => bbb.calls.filter(call => call === `getRecordings ${lost.session.id}`).length
  const counted: number[] = []
  for (const seconds of [76, 1, 151, 1, 301]) {
    await later(seconds)
    counted.push(looks())
  }
  expect(counted).toEqual([1, 1, 2, 2, 3])
  expect(await lost.api.recordings.get(lost)).toMatchObject({ status: 'processing' })
  bbb.publish(lost.session.id, ready.url, 3600)
  await later(601)
  expect(await lost.api.recordings.get(lost)).toMatchObject(ready)
  expect(await lost.events('webinar.recording_ready')).toHaveLength(1)

  const world = await entered()
  await world.start()
  const at = new URL(bbb.callbackUrl(world.session.id)).pathname
  await world.finish()
  bbb.publish(world.session.id, ready.url, 3600)
  await world.call(bbb.recordingReady(world.session.id), at)
  await workOff()
  expect(await world.api.recordings.get(world)).toMatchObject(ready)
})

test('a session without the settings of its service is refused, and a room that fails is made later, or can go elsewhere', async () => {
  const { api, path, webinar, configure, now, join } = await entered()
  const unset = { status: 422, reason: 'video_not_set_up' }
  await configure({ bigbluebutton: { secret: 'another secret' } })
  await api.webinarSessions.start({ path })
  for (let tries = 0; tries < 10; tries++) await later(80)
  expect(await now()).toMatchObject({ video_status: 'failed' })
  // Its server is repaired hours later.
  for (let tries = 0; tries < 24; tries++) await later(400)
  expect(await now()).toMatchObject({ video_status: 'failed' })
  await configure({ bigbluebutton: { secret: doubleSecret } })
  await later(400)
  expect(await now()).toMatchObject({ video_status: 'open' })
  await api.webinarSessions.update({ path, body: { video: 'link', join_url: 'https://meet.example/colour' } })
  expect(await join()).toBe('https://meet.example/colour')
  await configure({ bigbluebutton: { secret: null } })
  const body = {
    webinar_id: webinar.id,
    starts_at: '2027-01-15T18:00:00.000+01:00',
    video: 'bigbluebutton',
  } as const
  await expect(api.webinarSessions.create({ body })).rejects.toMatchObject(unset)
  await expect(api.webinarSessions.update({ path, body: { video: 'bigbluebutton' } })).rejects.toMatchObject(
    unset,
  )
})
