import type { Caller } from '@lms/contract'
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { people, usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('people', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())
  const api = (caller: Caller = system.caller()) => system.client('users', usersContract.resources, caller)

  test('a person is created, found by id, and by e-mail ignoring case', async () => {
    const { users } = api()
    const ann = await users.create({ body: { email: 'Ann@School.org', first_name: 'Ann' } })
    expect(ann).toMatchObject({ email: 'Ann@School.org', role: 'student', status: 'active', version: 1 })
    expect(await users.get({ path: { id: ann.id } })).toEqual(ann)
    expect(await users.byEmail({ path: { email: 'ANN@school.ORG' } })).toEqual(ann)
  })

  test('an e-mail belongs to one person of a school, and another school does not see it', async () => {
    const { users } = api()
    await users.create({ body: { email: 'bob@school.org' } })
    await expect(users.create({ body: { email: 'BOB@school.org' } })).rejects.toMatchObject({
      reason: 'email_taken',
    })
    await expect(api().users.create({ body: { email: 'bob@school.org' } })).resolves.toBeTruthy()
  })

  test('a person with neither e-mail nor phone is refused', async () => {
    const { users } = api()
    await expect(users.create({ body: { first_name: 'Nobody' } })).rejects.toMatchObject({
      reason: 'contact_missing',
    })
    const ann = await users.create({ body: { phone: '+491711234567' } })
    const change = users.update({ path: { id: ann.id }, body: { phone: null } })
    await expect(change).rejects.toMatchObject({ status: 422, reason: 'contact_missing' })
  })

  test('absent fields of a change stay, and a custom field set to null is removed', async () => {
    const { users, customFields } = api()
    for (const name of ['city', 'level']) await customFields.create({ body: { name, type: 'text' } })
    await customFields.create({ body: { name: 'age', type: 'number' } })
    const custom_fields = { city: 'Bonn', age: 7 }
    const ann = await users.create({ body: { email: 'ann@school.org', first_name: 'Ann', custom_fields } })
    const changed = await users.update({
      path: { id: ann.id },
      body: { custom_fields: { city: null, level: 'B1' } },
    })
    expect(changed).toMatchObject({ first_name: 'Ann', custom_fields: { age: 7, level: 'B1' }, version: 2 })
    expect(changed.custom_fields).not.toHaveProperty('city')
  })

  test('a change to present values changes and emits nothing', async () => {
    const caller = system.caller()
    const { users, customFields } = api(caller)
    await customFields.create({ body: { name: 'city', type: 'text' } })
    const body = { email: 'ann@school.org', first_name: 'Ann', custom_fields: { city: 'Bonn' } }
    const ann = await users.create({ body })
    const change = (body: object) => users.update({ path: { id: ann.id }, body })
    for (const same of [{}, body, { custom_fields: {} }, { status: 'active' }])
      expect(await change(same)).toEqual(ann)
    expect(await users.get({ path: { id: ann.id } })).toEqual(ann)
    const emitted = () =>
      asOwner(system.ownerUrl, async client => {
        const countResult = await client.query(
          `select count(*)::int as count from users.outbox where school_id = $1 and subject like '%user.updated'`,
          [caller.school],
        )
        return countResult.rows[0].count
      })
    expect(await emitted()).toBe(0)
    expect(await change({ first_name: 'Anna' })).toMatchObject({ version: 2 })
    expect(await emitted()).toBe(1)
  })

  test('other services get the active owners and administrators with an e-mail', async () => {
    const caller = system.caller()
    const { users } = api(caller)
    const owner = await users.create({ body: { email: 'owner@school.org', role: 'owner' } })
    await users.create({ body: { email: 'manager@school.org', role: 'manager' } })
    await users.create({ body: { phone: '+491711234567', role: 'administrator' } })
    const deletedUser = await users.create({ body: { email: 'gone@school.org', role: 'administrator' } })
    await users.delete({ path: { id: deletedUser.id } })
    await api().users.create({ body: { email: 'other@school.org', role: 'owner' } })
    const gateway = system.internal('users', { people }, { as: 'webhooks', school: caller.school })
    const answer = await gateway.people.administrators({})
    expect(answer.users.map(({ id }) => id)).toEqual([owner.id])
  })

  test('a change made on an old version is refused', async () => {
    const { users } = api()
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    await users.update({ path: { id: ann.id }, body: { first_name: 'Ann' }, ifMatch: '"v1"' })
    const late = users.update({ path: { id: ann.id }, body: { first_name: 'Anna' }, ifMatch: '"v1"' })
    await expect(late).rejects.toMatchObject({ status: 409, reason: 'version_mismatch' })
  })

  test('a person is found by e-mail ignoring case, also after a deletion, and by a phone with a bare plus', async () => {
    const caller = system.caller()
    const { users } = api(caller)
    const ann = await users.create({ body: { email: 'Ann@School.org', phone: '+491711234567' } })
    const ids = async (query: string) => {
      const { body } = await system.request('users', { method: 'GET', path: `/v1/users?${query}`, caller })
      return body.data.map(({ id }: { id: string }) => id)
    }
    expect(await ids('email=ANN@school.org,bob@school.org')).toEqual([ann.id])
    expect(await ids('phone=+491711234567')).toEqual([ann.id])
    await users.delete({ path: { id: ann.id } })
    expect(await ids('email=ann@school.org')).toEqual([])
    expect(await ids('email=ann@SCHOOL.org&status=deleted')).toEqual([ann.id])
  })

  test('a deleted person is hidden from lists, their e-mail is available, and they stay deleted', async () => {
    const { users } = api()
    const ann = await users.create({ body: { email: 'ann@school.org' } })
    expect(await users.delete({ path: { id: ann.id } })).toEqual({ id: ann.id, deleted: true })
    expect((await users.list({})).data).toEqual([])
    expect((await users.list({ query: { status: 'deleted' } })).data).toMatchObject([
      { id: ann.id, status: 'deleted' },
    ])
    await expect(users.byEmail({ path: { email: 'ann@school.org' } })).rejects.toMatchObject({ status: 404 })
    await expect(users.create({ body: { email: 'ann@school.org' } })).resolves.toBeTruthy()
    await expect(users.delete({ path: { id: ann.id } })).rejects.toMatchObject({ reason: 'user_deleted' })
    const change = users.update({ path: { id: ann.id }, body: { first_name: 'A' } })
    await expect(change).rejects.toMatchObject({ reason: 'user_deleted' })
  })

  test('nobody gives a role with more permissions than their own, nor changes people above them', async () => {
    const caller = system.caller()
    const owner = await api(caller).users.create({ body: { email: 'boss@school.org', role: 'owner' } })
    const manager: Caller = { ...caller, role: 'manager', rights: [['*:read', 'users:write']] }
    const { users } = api(manager)
    await expect(users.create({ body: { email: 'x@school.org', role: 'owner' } })).rejects.toMatchObject({
      status: 403,
      reason: 'role_above_own',
    })
    const demote = users.update({ path: { id: owner.id }, body: { role: 'student' } })
    await expect(demote).rejects.toMatchObject({ reason: 'role_above_own' })
    await expect(users.delete({ path: { id: owner.id } })).rejects.toMatchObject({ reason: 'role_above_own' })
  })

  test('the last active owner stays, until another one is named', async () => {
    const { users, persons } = api()
    const person = (email: string, role: 'owner' | 'administrator') => users.create({ body: { email, role } })
    const [owner, other] = [await person('owner@school.org', 'owner'), await person('o@school.org', 'owner')]
    const path = { id: owner.id }
    await users.update({ path: { id: other.id }, body: { status: 'blocked' } })
    const ways = (into: typeof other) => [
      () => users.update({ path, body: { role: 'administrator' } }),
      () => users.update({ path, body: { status: 'blocked' } }),
      () => users.delete({ path }),
      () => persons.anonymize({ path }),
      () => persons.merge({ path: { id: into.id }, body: { user_id: owner.id, dry_run: true } }),
      () => persons.merge({ path: { id: into.id }, body: { user_id: owner.id } }),
    ]
    for (const way of ways(other)) await expect(way()).rejects.toMatchObject({ reason: 'last_owner' })
    expect(await users.update({ path, body: { first_name: 'Olga' } })).toMatchObject({ status: 'active' })
    const admin = await person('admin@school.org', 'administrator')
    await users.update({ path: { id: admin.id }, body: { role: 'owner' } })
    await expect(users.delete({ path })).resolves.toMatchObject({ deleted: true })
  })

  test('of owners who remove one another at the same moment one stays', async () => {
    const { users } = api()
    const owners = await Promise.all(
      ['a', 'b', 'c', 'd'].map(name =>
        users.create({ body: { email: `${name}@school.org`, role: 'owner' } }),
      ),
    )
    await Promise.allSettled(owners.map(({ id }) => users.delete({ path: { id } })))
    expect((await users.list({ query: { role: 'owner' } })).data).toHaveLength(1)
  })

  test('a student sees only themselves', async () => {
    const caller = system.caller()
    const ann = await api(caller).users.create({ body: { email: 'ann@school.org' } })
    const bob = await api(caller).users.create({ body: { email: 'bob@school.org' } })
    const { users } = api({ ...caller, role: 'student', user: ann.id })
    expect((await users.list({})).data.map(({ id }) => id)).toEqual([ann.id])
    await expect(users.get({ path: { id: bob.id } })).rejects.toMatchObject({ status: 404 })
    await expect(users.byEmail({ path: { email: 'bob@school.org' } })).rejects.toMatchObject({ status: 404 })
  })

  test('other services get the people of contacts', async () => {
    const caller = system.caller()
    const { users } = api(caller)
    const [ann, bob] = [
      await users.create({ body: { email: 'Ann@school.org' } }),
      await users.create({ body: { phone: '+491711234567' } }),
    ]
    const deletedUser = await users.create({ body: { email: 'gone@school.org', phone: '+491719999999' } })
    await users.delete({ path: { id: deletedUser.id } })
    const gateway = system.internal('users', { people }, { as: 'commerce', school: caller.school })
    const contacts = [
      { email: 'ann@SCHOOL.org' },
      { email: 'new@school.org', phone: '+491711234567' },
      { email: 'gone@school.org', phone: '+491719999999' },
    ]
    const { matches } = await gateway.people.match({ body: { contacts } })
    expect(matches.map(({ user_id, by }) => [user_id, by])).toEqual([
      [ann.id, 'email'],
      [bob.id, 'phone'],
      [null, null],
    ])
  })

  describe('me', () => {
    test('a key without a person has no profile to change', async () => {
      const { me } = api()
      expect(await me.get({})).toMatchObject({
        kind: 'integration',
        role: 'owner',
        acting_for: null,
        user: null,
      })
      await expect(me.update({ body: { first_name: 'A' } })).rejects.toMatchObject({ reason: 'not_a_person' })
    })

    test('a person reads and changes their own profile', async () => {
      const caller = system.caller()
      const ann = await api(caller).users.create({ body: { email: 'ann@school.org' } })
      const { me } = api({ ...caller, kind: 'personal', role: 'student', user: ann.id })
      const changed = await me.update({ body: { first_name: 'Ann' } })
      expect(changed).toMatchObject({ user: { id: ann.id, first_name: 'Ann' } })
      expect(Object.keys(changed.user!).sort()).toEqual(Object.keys(ann).sort())
    })
  })
})
