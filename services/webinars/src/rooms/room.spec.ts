import { jest } from '@jest/globals'
import type { Id } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { beatsOf } from '../attendance/beats-worker.ts'
import { webinarsContract } from '../contract.ts'
import { RoomEventStore } from '../live/room-event.store.ts'
import { webinarsService } from '../service.ts'
import { askingTests } from '../testing/question-tests.ts'
import { enteredIn, includes, poll, someVisit } from '../testing/rooms.ts'

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

const later = async (seconds: number) => {
  await beatsOf(system.services.webinars!.runtime).write()
  ahead += seconds * 1000
  await system.services.webinars!.workOffTasks()
}
const entered = (fields: object = {}) => enteredIn(system, fields)

askingTests(entered, later)

test('an entry leads to its room, and to none once canceled, changed, or at another school', async () => {
  const { api, door, show, token, registration, start } = await entered({
    join_url: 'https://meet.example/colour',
  })
  const before = await show()
  expect(before).toMatchObject({
    title: 'Colour',
    content: includes(
      'This webinar has not begun.',
      '<form id="writing" method="post" action="/page" hidden>',
    ),
  })
  expect(before.content).not.toContain('?video')
  await start()
  expect(await show()).toMatchObject({
    content: includes(
      'This webinar is live.',
      'href="?video"',
      '<form id="writing" method="post" action="/page">',
    ),
  })
  expect(await door.join({ body: { token } })).toEqual({ url: 'https://meet.example/colour' })
  const none = { status: 404 }
  await expect(
    door.show({
      body: { ...someVisit, token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` },
    }),
  ).rejects.toMatchObject(none)
  const other = await entered()
  await expect(other.door.show({ body: { ...someVisit, token } })).rejects.toMatchObject(none)
  await api.webinarRegistrations.cancel({ path: { id: registration.id } })
  await expect(show()).rejects.toMatchObject(none)
})

test('an entry leads whoever is blocked neither into the chat nor into the video, and whoever is deleted nowhere', async () => {
  const { people, ann, door, show, beat, start, token } = await entered({
    join_url: 'https://meet.example/a',
  })
  await start()
  const none = { status: 404 }
  await people.users.update({ path: { id: ann.id }, body: { status: 'blocked' } })
  await expect(door.write({ body: { token, text: 'Hello' } })).rejects.toMatchObject(none)
  await expect(door.join({ body: { token } })).rejects.toMatchObject(none)
  await people.users.update({ path: { id: ann.id }, body: { status: 'active' } })
  expect(await door.join({ body: { token } })).toEqual({ url: 'https://meet.example/a' })
  await people.users.delete({ path: { id: ann.id } })
  await expect(door.join({ body: { token } })).rejects.toMatchObject(none)
  await eventually('the entry to be void', () =>
    show().then(
      () => null,
      ({ status }) => status === 404,
    ),
  )
  for (const way of [() => door.enter({ body: { token } }), beat])
    await expect(way()).rejects.toMatchObject(none)
})

test('a participant writes by their entry, and reads why a message was not taken', async () => {
  const { api, door, show, start, token } = await entered()
  const write = (text: string) => door.write({ body: { token, text } })
  expect(await write('Early')).toEqual({ problem: 'chat_closed' })
  await start()
  expect(await write('Hello')).toEqual({ problem: null })
  const messagePattern =
    /<p id="(wbm_\w+)" data-role="participant"><strong>Ann<\/strong> Hello <time datetime="[^"]+">/
  const id = messagePattern.exec((await show()).content)![1]! as Id<'wbm'>
  await api.webinarMessages.pin({ path: { id } })
  expect(await show()).toMatchObject({
    content: includes('<strong>Pinned:</strong> <strong>Ann</strong> Hello', 'action="/page">'),
  })
  await api.webinarMessages.update({ path: { id }, body: { ban_author: true } })
  const banned = await show()
  expect(banned).toMatchObject({ content: includes('You can no longer write in this chat.', 'hidden>') })
  expect(banned.content).not.toContain('Hello')
  expect(await write('Again')).toEqual({ problem: 'author_banned' })
  expect(await door.show({ body: { ...someVisit, token, problem: 'author_banned' } })).toMatchObject({
    content: includes('role="alert">You can no longer write in this chat.'),
  })
})

test('a poll takes one answer of each participant, while it is shown in a live session', async () => {
  const { api, door, show, start, path, token } = await entered()
  const { id } = await api.roomBlocks.put({ path, body: { ...poll, status: 'visible' } })
  const answer = (choice: number) => door.answer({ body: { token, block_id: id, choices: [choice] } })
  expect(await answer(0)).toEqual({ problem: 'not_answerable' })
  await start()
  expect(await answer(2)).toEqual({ problem: 'not_answerable' })
  expect(await answer(1)).toEqual({ problem: null })
  await answer(0)
  expect(await show()).toMatchObject({
    content: includes('data-choices="1"', 'Daily</th><td>0 answers', 'Weekly ✓</th><td>1 answer<'),
  })
  const other = api.roomBlocks.put({ path, body: { ...poll, options: ['Never', 'Always'] } })
  await expect(other).rejects.toMatchObject({ status: 409, reason: 'block_kept' })
})

test('a block with an offset is shown by itself, so long after the start', async () => {
  const { api, show, start, path } = await entered()
  await api.roomBlocks.put({ path, body: { ...poll, offset_seconds: 600 } })
  await start()
  await later(500)
  expect((await show()).content).not.toContain('How often?')
  await later(101)
  expect((await show()).content).toContain('How often?')
})

test('what is told of a session that is finished while its changes are read is that it is over', async () => {
  const { door, start, finish, path } = await entered()
  await start()
  const { after } = RoomEventStore.prototype
  const reading = jest.spyOn(RoomEventStore.prototype, 'after')
  reading.mockImplementationOnce(async function (this: RoomEventStore, ...parameters) {
    await finish()
    return after.apply(this, parameters)
  })
  const { last, changes } = await door.changes({
    body: { session_id: path.id, after: 0, language: 'en', time_zone: 'UTC' },
  })
  reading.mockRestore()
  expect(changes.at(-1)).toMatchObject({
    number: last,
    kind: 'state',
    data: { html: includes('This webinar is over.'), chat_open: false },
  })
})

test('who is in the room now is known while it is live, and staff who writes in it is marked as such', async () => {
  const { api, people, caller, ann, register, registration, session, start, beat, door, show } =
    await entered()
  const clara = await people.users.create({
    body: { email: 'clara@school.example', first_name: 'Clara', role: 'manager' },
  })
  const entry = (await register(clara.id)).entry_path!
  await start()
  const present = async (value = 'true') => {
    await beatsOf(system.services.webinars!.runtime).write()
    const { data } = await api.webinarRegistrations.list({
      query: { session_id: session.id, present: value },
    })
    return data.map(({ user_id }) => user_id)
  }
  expect(await present()).toEqual([])
  await beat()
  expect([await present(), await present('false')]).toEqual([[ann.id], [clara.id]])
  const { present_at } = await api.webinarRegistrations.get({ path: { id: registration.id } })
  expect(Math.abs(Date.parse(present_at!) - (Date.now() + ahead))).toBeLessThan(60_000)
  const staff = system.client('webinars', webinarsContract.resources, caller).webinarRegistrations
  const { data } = await staff.list({ query: { session_id: session.id, present: 'true', expand: 'user' } })
  expect(data).toMatchObject([{ user: { id: ann.id, role: 'student' } }])
  ahead += 75_000
  expect(await present()).toEqual([])
  await door.write({ body: { token: entry.slice('/rooms/'.length), text: 'Welcome' } })
  const listed = (await api.webinarMessages.list({ query: { session_id: session.id } })).data
  expect(listed).toMatchObject([{ user_id: clara.id, author_role: 'staff' }])
  expect((await show()).content).toContain('<strong>Clara</strong> <small>(team)</small> Welcome <time')
})

test('beats while live are the presence that is told two minutes after the finish', async () => {
  const { api, start, finish, beat, attended } = await entered()
  await beat()
  await start()
  // From the beginning of a slot: the time that the beats take is in none of the next.
  ahead += 15_000 - ((Date.now() + ahead) % 15_000)
  for (let beats = 0; beats < 4; beats++) {
    await beat()
    await beat()
    ahead += 15_000
  }
  await finish()
  expect(await beat()).toMatchObject({ status: 'finished' })
  await later(60)
  expect(await attended()).toEqual([])
  await later(61)
  expect(await attended()).toEqual([[60, 0]])
  expect((await api.webinarAttendance.list()).data).toMatchObject([{ live_seconds: 60 }])
})

test('what is watched of the recording counts once, and is told when it passes 50, 90 and 100 percent', async () => {
  const { api, path, start, finish, beat, attended } = await entered()
  await start()
  await finish()
  await api.recordings.attach({ path, body: { url: 'https://video.example/colour', duration_seconds: 100 } })
  const watch = async (from: number, till: number) => {
    for (let position = from; position < till; position += 10) await beat(position)
    await later(61)
  }
  await watch(0, 40)
  await watch(0, 40)
  expect(await attended()).toEqual([])
  await watch(40, 60)
  await watch(60, 100)
  await beat(100)
  expect(await attended()).toEqual([
    [0, 60],
    [0, 100],
  ])
})

test('a recording that somebody has watched who becomes another person counts for that one alone', async () => {
  const { api, ann, people, person, path, start, finish, beat } = await entered()
  await start()
  await finish()
  await api.recordings.attach({ path, body: { url: 'https://video.example/colour', duration_seconds: 20 } })
  await beat(0)
  await beatsOf(system.services.webinars!.runtime).write()
  const other = await person()
  await people.persons.merge({ path: { id: other }, body: { user_id: ann.id } })
  await eventually('the merge', async () => {
    await system.services.users!.workOffTasks()
    await system.services.webinars!.workOffTasks()
    return (await api.webinarRegistrations.list()).data[0]!.user_id === other
  })
  await later(61)
  const { data } = await api.webinarAttendance.list()
  expect(data.map(({ user_id, recording_percent }) => [user_id, recording_percent])).toEqual([[other, 50]])
})

test('a beat that is written after its person has become another one makes no presence of nobody', async () => {
  const { api, ann, people, person, start, finish, beat } = await entered()
  await start()
  await beat()
  const other = await person()
  await people.persons.merge({ path: { id: other }, body: { user_id: ann.id } })
  await eventually('the merge', async () => {
    await system.services.users!.workOffTasks()
    await system.services.webinars!.workOffTasks()
    return (await api.webinarRegistrations.list()).data[0]!.user_id === other
  })
  await beatsOf(system.services.webinars!.runtime).write()
  await finish()
  await later(121)
  await later(1)
  expect((await api.webinarAttendance.list()).data).toEqual([])
})
