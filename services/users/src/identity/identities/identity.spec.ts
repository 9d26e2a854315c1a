import { type Caller, newId } from '@lms/contract'
import { messengerId, miniAppData, startSystem, type TestSystem, widgetFields } from '@lms/testing'
import { roleRights } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { apiOf, schoolWithBot } from '../sign-in/test-school.ts'

describe('login methods', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller) => apiOf(system, caller)

  /** A school with a bot and a student. */
  async function school() {
    const { owner, all } = await schoolWithBot(system)
    const ann = await all.users.create({ body: { email: 'ann@school.org' } })
    const self: Caller = {
      ...owner,
      key: newId('ses'),
      kind: 'session',
      role: 'student',
      user: ann.id,
      rights: [[...roleRights.student]],
    }
    return { owner, all, ann, self: api(self), selfCaller: self }
  }
  const google = (user_id: string, subject: string = newId('evt')) =>
    ({ provider: 'google', subject, user_id }) as never

  test('an integration adds a login method without a signature, which is unverified', async () => {
    const { all, ann } = await school()
    const subject = 'google-oauth2|7'
    const bound = await all.identities.bind({
      body: { provider: 'google', subject, user_id: ann.id, display_name: 'Ann Lee' },
    })
    expect(bound).toMatchObject({ user_id: ann.id, subject, display_name: 'Ann Lee', verified_at: null })
    expect(await all.identities.get({ path: { id: bound.id } })).toEqual(bound)
    const identityPage = await all.identities.list({ query: { provider: 'google', subject } })
    expect(identityPage.data).toEqual([bound])
    const expanded = await all.identities.list({ query: { expand: 'user' } })
    expect(expanded.data[0]).toHaveProperty('user', ann)
  })

  test('a person adds their own messenger by its signature, which verifies it', async () => {
    const { self, ann } = await school()
    const [id, other] = [messengerId(), messengerId()]
    const messenger = widgetFields({ id, first_name: 'Ann', last_name: 'Lee' })
    const bound = await self.identities.bind({ body: { provider: 'messenger', messenger } })
    expect(bound).toMatchObject({ user_id: ann.id, subject: String(id), display_name: 'Ann Lee' })
    expect(bound.verified_at).toBe(bound.created_at)
    const initData = miniAppData({ id: other })
    expect(await self.identities.bind({ body: { provider: 'messenger', initData } })).toMatchObject({
      subject: String(other),
    })
  })

  test('an added login method signs in, which verifies it', async () => {
    const { all, ann } = await school()
    const id = messengerId()
    const body = { provider: 'messenger', subject: String(id), user_id: ann.id }
    const bound = await all.identities.bind({ body })
    const { user } = await all.auth.messenger({ body: widgetFields({ id }) })
    expect(user).toMatchObject({ id: ann.id, email: 'ann@school.org' })
    const { verified_at, version } = await all.identities.get({ path: { id: bound.id } })
    expect({ verified: verified_at !== null, version }).toEqual({ verified: true, version: 1 })
  })

  test('a login method cannot be added twice in the same school', async () => {
    const { all, ann } = await school()
    const bob = await all.users.create({ body: { email: 'bob@school.org' } })
    await all.identities.bind({ body: google(ann.id, '7') })
    for (const { id } of [ann, bob])
      await expect(all.identities.bind({ body: google(id, '7') })).rejects.toMatchObject({
        status: 409,
        reason: 'identity_taken',
      })
    const there = await school()
    await expect(there.all.identities.bind({ body: google(there.ann.id, '7') })).resolves.toBeTruthy()
  })

  test('a signature adds one login method, and does not also sign in', async () => {
    const { self, all } = await school()
    const messenger = widgetFields({ id: messengerId() })
    await self.identities.bind({ body: { provider: 'messenger', messenger } })
    await expect(all.auth.messenger({ body: messenger })).rejects.toMatchObject({ reason: 'signature_used' })
  })

  test.each([
    ['nothing to bind', {}, 'identity_incomplete', 422],
    ['two at once', { subject: '7', initData: 'hash=0' }, 'identity_incomplete', 422],
    [
      'a signature for another provider',
      { provider: 'google', initData: 'hash=0' },
      'identity_incomplete',
      422,
    ],
    ['what the messenger did not sign', { initData: 'hash=0' }, 'signature_invalid', 422],
    ['a plain subject', { subject: '7' }, 'identity_unproved', 403],
  ])('%s is refused for a person', async (_, body, reason, status) => {
    const { self } = await school()
    const bind = self.identities.bind({ body: { provider: 'messenger', ...body } })
    await expect(bind).rejects.toMatchObject({ status, reason })
  })

  test('a school without a bot accepts no signature', async () => {
    const caller = system.caller()
    const ann = await api(caller).users.create({ body: { email: 'ann@school.org' } })
    const body = { provider: 'messenger', user_id: ann.id, messenger: widgetFields({ id: messengerId() }) }
    await expect(api(caller).identities.bind({ body })).rejects.toMatchObject({
      reason: 'messenger_not_configured',
    })
  })

  test('nobody adds one for another person, and a key not for a person with more permissions', async () => {
    const { self, owner, all, selfCaller, ann } = await school()
    const boss = await all.users.create({ body: { email: 'boss@school.org', role: 'owner' } })
    const signed = () => ({ provider: 'messenger', messenger: widgetFields({ id: messengerId() }) })
    await expect(self.identities.bind({ body: { ...signed(), user_id: boss.id } })).rejects.toMatchObject({
      status: 403,
      reason: 'identity_not_own',
    })
    const acting = api({ ...selfCaller, kind: 'integration', key: newId('key'), onBehalf: true })
    await expect(acting.identities.bind({ body: google(ann.id) })).rejects.toMatchObject({
      reason: 'identity_unproved',
    })
    const narrow = api({ ...owner, rights: [['*'], ['identities:*']] })
    for (const body of [google(boss.id), { ...signed(), user_id: boss.id }])
      await expect(narrow.identities.bind({ body })).rejects.toMatchObject({
        status: 403,
        reason: 'identity_beyond_caller',
      })
  })

  test('a narrow key gets no more permissions through a login method of its own person', async () => {
    const { selfCaller } = await school()
    const narrow = { ...selfCaller, key: newId('key'), rights: [[...roleRights.student], ['identities:*']] }
    const callers: Caller[] = [
      { ...narrow, kind: 'personal' },
      { ...narrow, kind: 'integration', onBehalf: true },
    ]
    for (const caller of callers) {
      const messenger = widgetFields({ id: messengerId() })
      await expect(
        api(caller).identities.bind({ body: { provider: 'messenger', messenger } }),
      ).rejects.toMatchObject({ status: 403, reason: 'identity_beyond_caller' })
    }
  })

  test('a login method needs an active person of the school', async () => {
    const { all, ann } = await school()
    const bob = await all.users.create({ body: { email: 'bob@school.org' } })
    await all.users.update({ path: { id: bob.id }, body: { status: 'blocked' } })
    await all.users.delete({ path: { id: ann.id } })
    const stranger = (await school()).ann
    for (const id of [newId('usr'), stranger.id, bob.id, ann.id])
      await expect(all.identities.bind({ body: google(id) })).rejects.toMatchObject({
        status: 422,
        reason: 'identity_user_unknown',
      })
    await expect(all.identities.bind({ body: { provider: 'google', subject: '1' } })).rejects.toMatchObject({
      reason: 'identity_user_unknown',
    })
  })

  describe('removing a login method', () => {
    async function withTwo() {
      const fixture = await school()
      const subjects = [String(messengerId()), String(messengerId())]
      const two = []
      for (const subject of subjects)
        two.push(
          await fixture.all.identities.bind({
            body: { provider: 'messenger', subject, user_id: fixture.ann.id },
          }),
        )
      return { ...fixture, one: two[0]!, two: two[1]! }
    }

    test('removes one and closes its sessions; never the last one', async () => {
      const { all, ann, one, two } = await withTwo()
      for (const { subject } of [one, two])
        await all.auth.messenger({ body: widgetFields({ id: Number(subject) }) })
      expect(await all.identities.unbind({ path: { id: one.id } })).toEqual({ id: one.id, deleted: true })
      const { data } = await all.sessions.list({ path: { id: ann.id } })
      expect(data).toMatchObject([{ identity_id: two.id }])
      await expect(all.identities.get({ path: { id: one.id } })).rejects.toMatchObject({ status: 404 })
      await expect(all.identities.unbind({ path: { id: two.id } })).rejects.toMatchObject({
        status: 409,
        reason: 'last_login_method',
      })
    })

    test('of two simultaneous removals one leaves the last one', async () => {
      const { all, ann, one, two } = await withTwo()
      const both = [one, two].map(({ id }) => all.identities.unbind({ path: { id } }))
      const results = await Promise.allSettled(both)
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      expect((await all.identities.list({ query: { user_id: ann.id } })).data).toHaveLength(1)
    })

    test('removes the last one of a deleted person, so that it is available again', async () => {
      const { all, ann, one, two } = await withTwo()
      await all.users.delete({ path: { id: ann.id } })
      for (const { id } of [one, two]) await all.identities.unbind({ path: { id } })
      expect((await all.identities.list({ query: { user_id: ann.id } })).data).toEqual([])
    })

    test('is for oneself, and for people of the same or a higher role than the person', async () => {
      const { all, one, ann, selfCaller } = await withTwo()
      const as = (role: Caller['role'], user: Caller['user']) =>
        api({ ...selfCaller, role, user, rights: [['*']] }).identities.unbind({ path: { id: one.id } })
      await expect(as('student', newId('usr'))).rejects.toMatchObject({ status: 404 })
      await all.users.update({ path: { id: ann.id }, body: { role: 'administrator' } })
      await expect(as('manager', newId('usr'))).rejects.toMatchObject({
        status: 403,
        reason: 'person_out_of_reach',
      })
      expect(await as('administrator', ann.id)).toMatchObject({ deleted: true })
    })
  })

  test('a student sees only their own', async () => {
    const { all, self, ann } = await school()
    const bob = await all.users.create({ body: { email: 'bob@school.org' } })
    const mine = await all.identities.bind({ body: google(ann.id) })
    const theirs = await all.identities.bind({ body: google(bob.id) })
    expect((await self.identities.list({})).data).toEqual([mine])
    await expect(self.identities.get({ path: { id: theirs.id } })).rejects.toMatchObject({ status: 404 })
  })
})
