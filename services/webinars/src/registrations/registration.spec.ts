import { newId } from '@lms/contract'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { rooms } from '../rooms/room.contract.ts'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, webinarsService] })
})
afterAll(() => system.stop())

test('who is registered has a personal entry, which is void once canceled', async () => {
  const { api, register, person, events, path } = await schoolWithSession(system)
  const registration = await register(await person())
  expect(registration).toMatchObject({
    status: 'registered',
    entry_path: expect.stringMatching(`^/rooms/${registration.id}[.]`),
  })
  expect(await register(registration.user_id!)).toEqual(registration)
  const canceled = await api.webinarRegistrations.cancel({ path: { id: registration.id } })
  expect(canceled).toMatchObject({ status: 'canceled', entry_path: null })
  expect(await register(registration.user_id!)).toMatchObject({ id: registration.id, status: 'registered' })
  const sentEvents = await events('webinar.registered')
  expect(sentEvents.map(({ data }) => data.object.status)).toEqual(['registered', 'canceled', 'registered'])
  expect(JSON.stringify(sentEvents)).not.toContain('/rooms/')
  expect(await api.webinarSessions.get({ path })).toMatchObject({ registered_count: 1, version: 1 })
})

test('an entry that leaked is void once its person, or the school, asks for another', async () => {
  const { register, person, session, student, api, caller } = await schoolWithSession(system)
  const user = await person()
  const { rooms: entries } = system.internal('webinars', { rooms }, { school: caller.school })
  const enters = (path: string | null) =>
    entries.enter({ body: { token: path!.slice('/rooms/'.length) } }).then(
      () => true,
      () => false,
    )
  const first = await register(user)
  const body = { session_id: session.id, new_entry: true }
  const second = await student(user).webinarRegistrations.create({ body })
  expect(second.id).toBe(first.id)
  expect([await enters(first.entry_path), await enters(second.entry_path)]).toEqual([false, true])
  const third = await api.webinarRegistrations.create({ body: { ...body, user_id: user } })
  expect([await enters(second.entry_path), await enters(third.entry_path)]).toEqual([false, true])
  expect((await register(user)).entry_path).toBe(third.entry_path)
})

test('of two hundred who ask at once, also by a web page, for three seats three get one, and a canceled seat is free again', async () => {
  const { api, page, session, path } = await schoolWithSession(system, { seats: 3 })
  const once = (name: number) =>
    (name % 2 ? page : api).webinarRegistrations.create({
      body: { session_id: session.id, email: `a${name}@school.example` },
    })
  // So many at once wait for connections: whoever waited too long asks again.
  const ask = (name: number): ReturnType<typeof once> =>
    once(name).catch(error => {
      if ((error.status ?? error.refusal?.status) === 503) return ask(name)
      throw error
    })
  const results = await Promise.allSettled(Array.from({ length: 200 }, (_, name) => ask(name)))
  const registered = results.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []))
  expect(registered).toHaveLength(3)
  expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, reason: 'session_seats_taken' },
  })
  expect(await api.webinarSessions.get({ path })).toMatchObject({ registered_count: 3 })
  await api.webinarRegistrations.cancel({ path: { id: registered[0]!.id } })
  await ask(200)
  await expect(ask(201)).rejects.toMatchObject({ reason: 'session_seats_taken' })
  await expect(api.webinarSessions.update({ path, body: { seats: 2 } })).rejects.toMatchObject({
    reason: 'seats_taken',
  })
})

test('a web page registers the person of a contact, and learns neither who that is nor their entry', async () => {
  const { api, people, page, session } = await schoolWithSession(system)
  const existing = await people.users.create({
    body: { email: 'ann@school.example', phone: '+491711234567' },
  })
  const body = { session_id: session.id, email: 'Ann@school.example', first_name: 'Mallory' }
  const registration = await page.webinarRegistrations.create({ body })
  expect(registration).toMatchObject({ source: 'page', user_id: null, entry_path: null })
  expect(await api.webinarRegistrations.get({ path: { id: registration.id } })).toMatchObject({
    user_id: existing.id,
  })
  const byId = page.webinarRegistrations.create({ body: { session_id: session.id, user_id: existing.id } })
  await expect(byId).rejects.toMatchObject({ status: 422, reason: 'participant_missing' })
})

test('a web page reads the same answer for somebody whom it registers and for somebody who was registered before', async () => {
  const { api, people, page, session, path, register } = await schoolWithSession(system)
  const existing = await people.users.create({
    body: { email: 'ann@school.example', phone: '+491711234567' },
  })
  const before = await register(existing.id)
  await asOwner(system.ownerUrl, client =>
    client.query(
      'update webinars.registrations set banned = true, order_id = $2, version = 3 where id = $1',
      [before.id, newId('ord')],
    ),
  )
  const ask = (contact: object) =>
    page.webinarRegistrations.create({ body: { session_id: session.id, ...contact } })
  const requestedAt = Date.now()
  const stranger = await ask({ email: 'new@school.example' })
  const same = [await ask({ email: 'Ann@school.example' }), await ask({ phone: '+491711234567' })]
  for (const { id, created_at, updated_at, ...answer } of same) {
    const { id: _, created_at: __, updated_at: ___, ...expected } = stranger
    expect(answer).toEqual(expected)
    expect(id).not.toBe(before.id)
    for (const time of [created_at, updated_at]) expect(Date.parse(time)).toBeGreaterThanOrEqual(requestedAt)
  }
  expect((await api.webinarRegistrations.get({ path: { id: stranger.id } })).source).toBe('page')
  expect((await api.webinarSessions.get({ path })).registered_count).toBe(2)
  expect((await page.webinarSessions.get({ path })).registered_count).toBeNull()
})

test('a student registers and cancels for themselves, and sees nobody else', async () => {
  const { api, student, person, register, session } = await schoolWithSession(system)
  const [ann, bob] = [await person(), await person()]
  const { id } = await register(bob)
  const { webinarRegistrations: own } = student(ann)
  const mine = await own.create({ body: { session_id: session.id } })
  expect((await own.list()).data).toEqual([mine])
  await expect(own.get({ path: { id } })).rejects.toMatchObject({ status: 404 })
  const forBob = own.create({ body: { session_id: session.id, user_id: bob } })
  await expect(forBob).rejects.toMatchObject({ status: 422, reason: 'user_unknown' })
  await own.cancel({ path: { id: mine.id } })
  expect(await api.webinarRegistrations.get({ path: { id: mine.id } })).toMatchObject({ status: 'canceled' })
})

test('a webinar for a group is open to its members, and for staff to register anybody', async () => {
  const { api, people, webinar, student, person, register, page, session } = await schoolWithSession(system)
  const group = await people.groups.create({ body: { name: 'Spring' } })
  await api.webinars.update({ path: { id: webinar.id }, body: { access: 'group', group_id: group.id } })
  const [ann, bob] = [await person(), await person()]
  await people.members.add({ path: { id: group.id }, body: { user_id: ann } })
  const body = { session_id: session.id }
  expect(await student(ann).webinarRegistrations.create({ body })).toMatchObject({ status: 'registered' })
  const closed = { status: 409, reason: 'webinar_not_open' }
  await expect(student(bob).webinarRegistrations.create({ body })).rejects.toMatchObject(closed)
  const stranger = { ...body, email: 'new@school.example' }
  await expect(page.webinarRegistrations.create({ body: stranger })).rejects.toMatchObject(closed)
  expect(await register(bob)).toMatchObject({ status: 'registered' })
  const { delete: remove } = people.groups
  await expect(remove({ path: { id: group.id } })).rejects.toMatchObject({ status: 409 })
})

test('a merge makes one registration of two, which is banned if either was, and frees the seat of the other', async () => {
  const { api, people, person, register, path } = await schoolWithSession(system)
  const [ann, twin] = [await person(), await person()]
  await register(ann)
  const { id } = await register(twin)
  // A second account is no way around a ban.
  await asOwner(system.ownerUrl, client =>
    client.query('update webinars.registrations set banned = true where id = $1', [id]),
  )
  await people.persons.merge({ path: { id: ann }, body: { user_id: twin } })
  await eventually('the merge', async () => (await api.webinarSessions.get({ path })).registered_count === 1)
  expect((await api.webinarRegistrations.list()).data).toMatchObject([
    { user_id: ann, status: 'registered', banned: true },
  ])
  await expect(register(newId('usr'))).rejects.toMatchObject({ reason: 'user_unknown' })
})
