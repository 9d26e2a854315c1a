import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, webinarsService] })
})
afterAll(() => system.stop())

/** A school with a live session, in which a student takes part. */
async function liveSession(fields: object = {}) {
  const school = await schoolWithSession(system, fields)
  const { api, people, register, session, path } = school
  const ann = await people.users.create({
    body: { email: 'ann@school.example', first_name: 'Ann', last_name: 'Lee' },
  })
  const registration = await register(ann.id)
  await api.webinarSessions.start({ path })
  const own = school.student(ann.id).webinarMessages
  const write = (text: string, by: typeof own = api.webinarMessages) =>
    by.create({ body: { session_id: session.id, text } })
  const at = (message: { id: string }) => ({ path: { id: message.id } })
  const pins = async () =>
    (await school.events('webinar.message_')).map(({ type, data }) => [type.slice(8), data.object.text])
  return { ...school, ann, registration, own, write, at, pins }
}

test('participants and staff write, and a client reads on from the last sequence', async () => {
  const { api, own, write, session, ann } = await liveSession()
  await write('Welcome')
  const mine = await write('Hello', own)
  expect(mine).toMatchObject({ user_id: ann.id, author_name: 'Ann Lee', sequence: 2, status: 'visible' })
  const { data } = await own.list({
    query: { session_id: session.id, 'sequence[gt]': '1', sort: 'sequence' },
  })
  expect(data).toEqual([mine])
  expect((await api.webinarMessages.list({ query: { session_id: session.id } })).data).toHaveLength(2)
})

test('nobody writes without a registration, and in a session that is over', async () => {
  const { api, own, write, session, student, person, path } = await liveSession()
  const stranger = student(await person()).webinarMessages
  const refused = { status: 422, reason: 'not_participant' }
  await expect(write('Hello', stranger)).rejects.toMatchObject(refused)
  expect((await stranger.list({ query: { session_id: session.id } })).data).toEqual([])
  await api.webinarSessions.finish({ path })
  await expect(write('Hello', own)).rejects.toMatchObject({ status: 409, reason: 'chat_closed' })
})

test('a slow chat takes one of several messages of a participant at once', async () => {
  const { own, write } = await liveSession({ chat: { open: true, moderated: false, slow_seconds: 60 } })
  const sent = await Promise.allSettled([1, 2, 3, 4, 5].map(each => write(`Hello ${each}`, own)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { reason: 'too_soon' } })
})

test('in a moderated chat others read a message once it is approved', async () => {
  const { api, own, write, at, session, register, person, student } = await liveSession({
    chat: { open: true, moderated: true, slow_seconds: 0 },
  })
  const bob = await person()
  await register(bob)
  const seenByBob = async () =>
    (await student(bob).webinarMessages.list({ query: { session_id: session.id } })).data.map(
      ({ text }) => text,
    )
  const message = await write('Hello', own)
  expect(message.status).toBe('pending')
  expect(await seenByBob()).toEqual([])
  await api.webinarMessages.update({ ...at(message), body: { status: 'visible', text: 'Hello!' } })
  expect(await seenByBob()).toEqual(['Hello!'])
  await api.webinarMessages.update({ ...at(message), body: { status: 'hidden' } })
  expect(await seenByBob()).toEqual([])
})

test('who is banned writes no more and reads nothing of others, until the ban is lifted', async () => {
  const { api, own, write, at, session } = await liveSession()
  const message = await write('Buy my watches', own)
  const ban = (ban_author: boolean) => api.webinarMessages.update({ ...at(message), body: { ban_author } })
  await ban(true)
  await expect(write('Again', own)).rejects.toMatchObject({ reason: 'author_banned' })
  await write('For the others')
  const read = async () =>
    (await own.list({ query: { session_id: session.id, sort: 'sequence' } })).data.map(({ text }) => text)
  expect(await read()).toEqual(['Buy my watches'])
  await ban(false)
  expect(await read()).toEqual(['Buy my watches', 'For the others'])
  expect(await write('Sorry', own)).toMatchObject({ text: 'Sorry' })
  const byStaff = at(await write('Hello'))
  const nobody = api.webinarMessages.update({ ...byStaff, body: { ban_author: true } })
  await expect(nobody).rejects.toMatchObject({ status: 409, reason: 'no_author' })
})

test('a pin unpins the message before, both told in order, and hiding or deleting unpins', async () => {
  const { api, write, at, pins } = await liveSession()
  const { pin, unpin, update: change, delete: remove } = api.webinarMessages
  const [one, two] = [await write('One'), await write('Two')]
  await pin(at(one))
  await pin(at(one))
  expect(await pin(at(two))).toMatchObject({ pinned: true })
  // A late unpin of another never touches it.
  await unpin(at(one))
  expect(await change({ ...at(two), body: { text: 'Two!' } })).toMatchObject({ pinned: true })
  await change({ ...at(two), body: { status: 'hidden' } })
  await expect(pin(at(two))).rejects.toMatchObject({ status: 409, reason: 'message_not_visible' })
  await pin(at(one))
  await remove(at(one))
  expect(await pins()).toEqual([
    ['message_pinned', 'One'],
    ['message_unpinned', 'One'],
    ['message_pinned', 'Two'],
    ['message_unpinned', 'Two!'],
    ['message_pinned', 'One'],
    ['message_unpinned', 'One'],
  ])
})

test('fifty parallel pins leave one message pinned, and the journal agrees', async () => {
  const { api, write, at, pins, session } = await liveSession()
  const messages = await Promise.all(Array.from({ length: 5 }, (_, each) => write(`Message ${each}`)))
  await Promise.all(Array.from({ length: 50 }, (_, each) => api.webinarMessages.pin(at(messages[each % 5]!))))
  const { data } = await api.webinarMessages.list({ query: { session_id: session.id, pinned: 'true' } })
  expect(data).toHaveLength(1)
  const standing: string[] = []
  for (const [type, text] of await pins()) {
    if (type === 'message_unpinned') expect(standing.pop()).toBe(text)
    else standing.push(text)
    expect(standing.length).toBeLessThan(2)
  }
  expect(standing).toEqual([data[0]!.text])
})

test('an erasure blanks what the person wrote', async () => {
  const { api, people, ann, own, write, session } = await liveSession()
  await write('I live in Berlin', own)
  await people.persons.anonymize({ path: { id: ann.id } })
  const erasedMessages = await eventually('the erasure', async () => {
    const { data } = await api.webinarMessages.list({ query: { session_id: session.id } })
    return data[0]?.author_name === '' && data
  })
  expect(erasedMessages).toMatchObject([{ text: '…', author_name: '' }])
})
