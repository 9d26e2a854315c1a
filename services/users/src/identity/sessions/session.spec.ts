import { type Caller, newId } from '@lms/contract'
import { messengerId, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import { usersService } from '../../service.ts'
import { apiOf, schoolWithBot } from '../sign-in/test-school.ts'

describe('the sessions of a person', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    system = await startSystem({ services: [usersService], clock: { now: () => new Date(now) } })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller) => apiOf(system, caller)
  const widget = (id: number) => widgetFields({ id }, now)

  async function signedIn(times: number) {
    const fixture = await schoolWithBot(system)
    const id = messengerId()
    const tokens = []
    for (let count = 0; count < times; count++) {
      now += 1000
      tokens.push(await fixture.auth.messenger({ body: widget(id) }))
    }
    const { user } = tokens[0]!
    const { data } = await fixture.all.sessions.list({ path: { id: user.id } })
    return { ...fixture, user, sessions: data, path: { id: user.id } }
  }

  test('show the address and program of the sign-in', async () => {
    const { all, page, path } = await signedIn(1)
    const body = widget(messengerId())
    const headers = { 'x-forwarded-for': '198.51.100.7', 'user-agent': `Browser ${'x'.repeat(300)}` }
    const answer = await system.request('users', {
      method: 'POST',
      path: '/v1/auth/messenger',
      body,
      headers,
      caller: page,
    })
    const { data } = await all.sessions.list({ path: { id: answer.body.user.id } })
    expect(data).toMatchObject([{ address: '198.51.100.7', agent: expect.stringMatching(/^Browser x+$/) }])
    expect(data[0]!.agent).toHaveLength(200)
    expect((await all.sessions.list({ path })).data).toHaveLength(1)
  })

  test('are listed while they are active, the newest first, page by page', async () => {
    const { all, sessions, path } = await signedIn(3)
    const times = sessions.map(({ created_at }) => created_at)
    expect(times).toEqual([...times].sort().reverse())
    const page = await all.sessions.list({ path, query: { limit: 2 } })
    const rest = await all.sessions.list({ path, query: { limit: 2, cursor: page.next_cursor! } })
    expect([...page.data, ...rest.data]).toEqual(sessions)
    now += 30 * 24 * 3_600_000
    expect((await all.sessions.list({ path })).data).toEqual([])
  })

  test('are closed one by one, or all', async () => {
    const { all, sessions, path, user } = await signedIn(3)
    const body = { session_id: sessions[1]!.id }
    expect(await all.sessions.close({ path, body })).toEqual({ user_id: user.id, closed: 1 })
    expect((await all.sessions.list({ path })).data).toEqual([sessions[0], sessions[2]])
    await expect(all.sessions.close({ path, body })).rejects.toMatchObject({
      status: 422,
      reason: 'session_unknown',
    })
    expect(await all.sessions.close({ path, body: {} })).toEqual({ user_id: user.id, closed: 2 })
    expect(await all.sessions.close({ path, body: {} })).toEqual({ user_id: user.id, closed: 0 })
    expect((await all.sessions.list({ path })).data).toEqual([])
  })

  test('of another person cannot be closed by their id', async () => {
    const { all, path } = await signedIn(1)
    const { owner, ...other } = await signedIn(1)
    const body = { session_id: other.sessions[0]!.id }
    await expect(all.sessions.close({ path, body })).rejects.toMatchObject({ reason: 'session_unknown' })
    await expect(all.sessions.close({ path: other.path, body })).rejects.toMatchObject({ status: 404 })
  })

  test('end when the person is blocked or deleted', async () => {
    const { all, path } = await signedIn(1)
    await all.users.update({ path, body: { status: 'blocked' } })
    expect((await all.sessions.list({ path })).data).toEqual([])
    const removedPerson = await signedIn(1)
    await removedPerson.all.users.delete({ path: removedPerson.path })
    expect((await removedPerson.all.sessions.list({ path: removedPerson.path })).data).toEqual([])
  })

  test('are closed by the person, and by people of the same or a higher role; others do not see them', async () => {
    const { owner, user, path, all, sessions } = await signedIn(2)
    const as = (role: Caller['role'], id: Caller['user']) =>
      api({ ...owner, kind: 'personal', role, user: id, rights: [['*']] })
    const boss = await all.users.create({ body: { email: 'boss@school.org', role: 'owner' } })
    const refused = { status: 403, reason: 'person_out_of_reach' }
    const close = (by: ReturnType<typeof api>, id: string) => by.sessions.close({ path: { id }, body: {} })
    await expect(close(as('manager', newId('usr')), boss.id)).rejects.toMatchObject(refused)
    for (const role of ['curator', 'student'] as const) {
      const other = as(role, newId('usr'))
      await expect(close(other, user.id)).rejects.toMatchObject({ status: 404 })
      await expect(other.sessions.list({ path })).rejects.toMatchObject({ status: 404 })
    }
    const own = as('student', user.id)
    expect((await own.sessions.list({ path })).data).toEqual(sessions)
    const body = { session_id: sessions[0]!.id }
    expect(await own.sessions.close({ path, body })).toMatchObject({ closed: 1 })
    expect(await close(as('manager', newId('usr')), user.id)).toMatchObject({ closed: 1 })
    expect(await close(as('owner', boss.id), boss.id)).toMatchObject({ closed: 0 })
  })
})
