import { type Caller, newId } from '@lms/contract'
import { botToken, messengerId, miniAppData, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import { usersService } from '../../service.ts'
import { placeOfBot } from '../messenger/messenger.entity.ts'
import { removeSignIns } from './sign-in.resource.ts'
import { apiOf, schoolWithBot, setBot } from './test-school.ts'

describe('sign-in by the messenger', () => {
  let system: TestSystem
  let now = Date.parse('2026-11-21T09:30:00Z')
  beforeAll(async () => {
    // Tasks by the clock run only where a test says so.
    const clock = { now: () => new Date(now) }
    system = await startSystem({ services: [usersService], clock, settings: { taskSlots: 0 } })
  })
  afterAll(() => system.stop())

  const api = (caller: Caller) => apiOf(system, caller)
  const school = () => schoolWithBot(system)
  const widget = (id: number, more: Record<string, string> = {}) =>
    widgetFields({ id, first_name: 'Ann', ...more }, now)
  const events = async (type: string) => {
    const { runtime } = system.services.users!
    const rows = await runtime.system.rows({
      statement: {
        name: '',
        text: `select payload from users.outbox where subject like '%' || $1 order by position`,
      },
      values: [type],
    })
    return rows.map(([payload]) => JSON.parse(payload!))
  }

  test('refused sign-ins stand in the audit log, and strangers cannot fill it', async () => {
    const { owner, auth } = await school()
    const wrong = { ...widget(messengerId()), hash: '0'.repeat(64) }
    for (let count = 0; count < 25; count++)
      await expect(auth.messenger({ body: wrong })).rejects.toMatchObject({ status: 422 })
    const records = (await events(`audit.users`)).filter(({ school_id }) => school_id === owner.school)
    const failed = records.filter(({ operation }) => operation === 'POST /v1/auth/messenger')
    expect(failed).toHaveLength(20)
    expect(failed[0]).toMatchObject({ status: 422, object_id: null, changes: [] })
    now += 60_000
    await expect(auth.messenger({ body: wrong })).rejects.toMatchObject({ status: 422 })
    expect(
      (await events('audit.users')).filter(
        ({ school_id, status }) => school_id === owner.school && status === 422,
      ),
    ).toHaveLength(21)
  })

  test('a new person becomes a student, reachable by the messenger, with an event', async () => {
    const { all, auth } = await school()
    const id = messengerId()
    const signedIn = await auth.messenger({ body: widget(id, { last_name: 'Lee' }) })
    expect(signedIn).toMatchObject({ token_type: 'Bearer', access_token: expect.stringMatching(/^ey\S+$/) })
    expect(Date.parse(signedIn.expires_at)).toBe(now + 30 * 24 * 3_600_000)
    const { user } = signedIn
    expect(user).toMatchObject({
      first_name: 'Ann',
      last_name: 'Lee',
      role: 'student',
      email: null,
      phone: null,
    })
    expect(user).not.toHaveProperty('search_text')
    expect(await all.users.get({ path: { id: user.id } })).toEqual(user)
    const { data: identities } = await all.identities.list({ query: { user_id: user.id } })
    expect(identities).toMatchObject([
      { provider: 'messenger', subject: String(id), display_name: 'Ann Lee', user_id: user.id },
    ])
    expect(identities[0]!.verified_at).toBe(identities[0]!.last_used_at)

    const created = (await events('user.created')).filter(({ data }) => data.object.id === user.id)
    expect(created).toHaveLength(1)
    const emitted = (await events('user.signed_in')).filter(({ related }) => related.user_id === user.id)
    const { data: sessions } = await all.sessions.list({ path: { id: user.id } })
    const { address: _, agent: __, last_seen_at: ___, ...session } = sessions[0]!
    expect(emitted).toMatchObject([
      {
        data: { object: { ...session, method: 'messenger', identity_id: identities[0]!.id } },
        related: { user_id: user.id, session_id: session.id, identity_id: identities[0]!.id },
      },
    ])
    expect(emitted[0].data.object).toEqual(session)
  })

  test('a known person is the same again, also from the mini-app, with a session for each sign-in', async () => {
    const { all, auth } = await school()
    const id = messengerId()
    const first = await auth.messenger({ body: widget(id) })
    now += 1000
    const initData = miniAppData({ id, first_name: 'Anna', language_code: 'de' }, now)
    const second = await auth.miniApp({ body: { initData } })
    expect(second.user).toEqual(first.user)
    const { data: sessions } = await all.sessions.list({ path: { id: first.user.id } })
    expect(sessions.map(({ method }) => method)).toEqual(['messenger_miniapp', 'messenger'])
    const { data } = await all.identities.list({ query: { user_id: first.user.id } })
    expect(data).toMatchObject([{ display_name: 'Anna', version: 1 }])
    expect(Date.parse(data[0]!.last_used_at!)).toBe(now)
  })

  test('a valid language of the mini-app becomes the person’s', async () => {
    const { auth } = await school()
    const locales = { de: 'de', 'pt-br': 'pt-br', '!!': 'en' }
    for (const [language_code, locale] of Object.entries(locales)) {
      const initData = miniAppData({ id: messengerId(), language_code }, now)
      expect((await auth.miniApp({ body: { initData } })).user).toMatchObject({ locale })
    }
  })

  test('simultaneous first sign-ins of one person create one person', async () => {
    const { all, auth } = await school()
    const id = messengerId()
    const signedIn = await Promise.all(
      ['a', 'b', 'c', 'd'].map(username => auth.messenger({ body: widget(id, { username }) })),
    )
    expect(new Set(signedIn.map(({ user }) => user.id)).size).toBe(1)
    expect((await all.users.list({})).data).toHaveLength(1)
    expect((await all.sessions.list({ path: { id: signedIn[0]!.user.id } })).data).toHaveLength(4)
  })

  test('a signature can be used once', async () => {
    const { all, auth } = await school()
    const body = widget(messengerId())
    const { user } = await auth.messenger({ body })
    await expect(auth.messenger({ body })).rejects.toMatchObject({ status: 409, reason: 'signature_used' })
    const initData = miniAppData({ id: messengerId() }, now)
    await auth.miniApp({ body: { initData } })
    const turned = String(new URLSearchParams([...new URLSearchParams(initData)].reverse()))
    await expect(auth.miniApp({ body: { initData: turned } })).rejects.toMatchObject({
      reason: 'signature_used',
    })
    expect((await all.sessions.list({ path: { id: user.id } })).data).toHaveLength(1)
  })

  test('a repetition under one Idempotency-Key gets the same token, stored encrypted meanwhile', async () => {
    const { auth } = await school()
    const body = widget(messengerId())
    const first = await auth.messenger({ body, idempotencyKey: 'one' })
    expect(await auth.messenger({ body, idempotencyKey: 'one' })).toEqual(first)
    const { runtime } = system.services.users!
    const statement = { name: '', text: 'select answer from users.idempotency_keys' }
    expect(JSON.stringify(await runtime.system.rows({ statement, values: [] }))).not.toContain(
      first.access_token,
    )
  })

  test("data without the messenger's signature are refused, and leave nothing", async () => {
    const { all, auth } = await school()
    const body = { ...widget(messengerId()), first_name: 'Eve' }
    const refused = { status: 422, reason: 'signature_invalid' }
    await expect(auth.messenger({ body })).rejects.toMatchObject(refused)
    await expect(auth.miniApp({ body: { initData: 'hash=00' } })).rejects.toMatchObject(refused)
    const old = widgetFields({ id: messengerId() }, now - 3_601_000)
    await expect(auth.messenger({ body: old })).rejects.toMatchObject(refused)
    const early = widgetFields({ id: messengerId() }, now + 120_000)
    await expect(auth.messenger({ body: early })).rejects.toMatchObject(refused)
    expect((await all.users.list({})).data).toEqual([])
  })

  test('a school without a bot, or with a removed one, refuses sign-ins, and a bot belongs to one school', async () => {
    const { owner, auth } = await school()
    const other = system.caller()
    const missing = { status: 409, reason: 'messenger_not_configured' }
    await expect(api(other).auth.messenger({ body: widget(messengerId()) })).rejects.toMatchObject(missing)
    expect(await setBot(system, other.school, '987654321:BBF-another-bot-another-bot-another')).toMatchObject(
      {
        bot_id: '987654321',
      },
    )
    await expect(api(other).auth.messenger({ body: widget(messengerId()) })).rejects.toMatchObject({
      reason: 'signature_invalid',
    })
    await auth.messenger({ body: widget(messengerId()) })
    expect(await setBot(system, owner.school, null)).toMatchObject({ bot_id: null })
    await expect(auth.messenger({ body: widget(messengerId()) })).rejects.toMatchObject(missing)
  })

  test('the token of a bot is stored encrypted', async () => {
    const { owner } = await school()
    const { runtime } = system.services.users!
    const [, queryResult] = await runtime.database.of(owner.school).run([
      {
        statement: { name: '', text: `select set_config('app.school_id', $1, true)` },
        values: [owner.school],
      },
      { statement: { name: '', text: 'select bot_token from users.messengers' }, values: [] },
    ])
    const storedToken = queryResult!.rows[0]![0]!
    expect(storedToken).not.toContain(botToken.slice(12))
    expect(runtime.vault.open(storedToken, placeOfBot(owner.school))).toBe(botToken)
  })

  test('one messenger account is a person of its own in each school', async () => {
    const [one, two] = [await school(), await school()]
    const id = messengerId()
    const here = await one.auth.messenger({ body: widget(id) })
    const there = await two.auth.messenger({ body: widget(id) })
    expect(there.user.id).not.toBe(here.user.id)
  })

  test('blocked and deleted people are refused, until the school restores them', async () => {
    const { all, auth } = await school()
    const id = messengerId()
    const { user } = await auth.messenger({ body: widget(id) })
    const path = { id: user.id }
    await all.users.update({ path, body: { status: 'blocked' } })
    const again = () => auth.messenger({ body: widget(id, { username: newId('evt') }) })
    await expect(again()).rejects.toMatchObject({ status: 409, reason: 'person_blocked' })
    await all.users.update({ path, body: { status: 'active' } })
    expect((await again()).user.id).toBe(user.id)
    await all.users.delete({ path })
    await expect(again()).rejects.toMatchObject({ status: 409, reason: 'person_deleted' })
    const { data } = await all.identities.list({ query: { user_id: user.id } })
    await all.identities.unbind({ path: { id: data[0]!.id } })
    expect((await again()).user.id).not.toBe(user.id)
  })

  test('a person who came by a messenger can be changed without an e-mail, and keeps one once it is set', async () => {
    const { all, auth } = await school()
    const { user } = await auth.messenger({ body: widget(messengerId()) })
    const path = { id: user.id }
    expect(await all.users.update({ path, body: { first_name: 'Anna' } })).toMatchObject({ email: null })
    await all.users.update({ path, body: { email: 'ann@school.org' } })
    await expect(all.users.update({ path, body: { email: null } })).rejects.toMatchObject({
      reason: 'contact_missing',
    })
  })

  test('expired data of sign-ins are deleted by the clock', async () => {
    const { auth } = await school()
    await auth.messenger({ body: widget(messengerId()) })
    const { runtime } = system.services.users!
    const remainingCounts = async () => {
      const text = `select (select count(*) from users.used_signatures where expires_at < $1),
                           (select count(*) from users.sessions where expires_at < $1)`
      const at = new Date(now).toISOString()
      return (await runtime.system.rows({ statement: { name: '', text }, values: [at] }))[0]
    }
    now += 31 * 24 * 3_600_000
    expect((await remainingCounts())!.map(Number)).not.toContain(0)
    await removeSignIns.runAll(runtime)
    expect(await remainingCounts()).toEqual(['0', '0'])
  })
})
