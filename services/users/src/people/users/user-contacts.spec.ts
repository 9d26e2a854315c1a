import { jest } from '@jest/globals'
import { type Caller, newId } from '@lms/contract'
import { UnitOfWork } from '@lms/service-host'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { people, usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'

describe('the person of a contact', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())

  function school(caller: Caller = system.caller()) {
    const { users } = system.client('users', usersContract.resources, caller)
    const internal = system.internal('users', { people }, { as: 'commerce', school: caller.school }).people
    const find = (contact: object) =>
      internal.findOrCreate({ body: { email: null, phone: null, first_name: '', last_name: '', ...contact } })
    return { caller, users, find }
  }

  test('is found by e-mail first, then by phone, and keeps all fields', async () => {
    const { users, find } = school()
    const ann = await users.create({ body: { email: 'ann@school.org', first_name: 'Ann' } })
    const bob = await users.create({ body: { phone: '+491711234567' } })
    const both = { email: 'ANN@school.org', phone: '+491711234567', first_name: 'Anna' }
    expect(await find(both)).toEqual({ user_id: ann.id, created: false })
    const changed = { ...both, email: 'new@school.org' }
    expect(await find(changed)).toEqual({ user_id: bob.id, created: false })
    expect(await users.get({ path: { id: ann.id } })).toEqual(ann)
    expect(await users.get({ path: { id: bob.id } })).toEqual(bob)
  })

  test('is never found by name; a new student has the contact, and user.created is emitted', async () => {
    const { caller, users, find } = school()
    await users.create({ body: { email: 'ann@school.org', first_name: 'Ann', last_name: 'Lee' } })
    const createdPerson = await find({ phone: '+491711234568', first_name: 'Ann', last_name: 'Lee' })
    expect(createdPerson.created).toBe(true)
    const person = await users.get({ path: { id: createdPerson.user_id } })
    expect(person).toMatchObject({
      email: null,
      phone: '+491711234568',
      first_name: 'Ann',
      last_name: 'Lee',
      role: 'student',
    })
    const emitted = await asOwner(system.ownerUrl, async client => {
      const { rows } = await client.query(
        `select payload::json -> 'data' -> 'object' as object from users.outbox
         where school_id = $1 and subject like '%user.created'`,
        [caller.school],
      )
      return rows.map(({ object }) => object)
    })
    expect(emitted).toContainEqual(person)
  })

  test('is looked for by the same questions whether the school knows the contact or not', async () => {
    const { caller, users, find } = school()
    await users.create({ body: { email: 'ann@school.org' } })
    const requestsOf = async (email: string) => {
      const { runtime } = system.services.users!
      const spies = (['read', 'lock'] as const).map(name => jest.spyOn(UnitOfWork.prototype, name))
      const client = jest.spyOn(runtime, 'client')
      await find({ email })
      const questions = spies.map(({ mock }) =>
        mock.calls
          .filter((_, at) => (mock.contexts[at] as UnitOfWork).school === caller.school)
          .map(([text]) => text),
      )
      const services = client.mock.calls.map(([service]) => service)
      for (const each of [...spies, client]) each.mockRestore()
      return { questions, services }
    }
    const knownRequests = await requestsOf('ann@school.org')
    expect(knownRequests.services).toEqual([])
    expect(knownRequests.questions.flat().join(' ')).toContain('school_settings')
    expect(await requestsOf('new@school.org')).toEqual(knownRequests)
  })

  test('is another one where several people share the phone', async () => {
    const { users, find } = school()
    const phone = '+491711234567'
    const family = [
      await users.create({ body: { phone, first_name: 'Ann' } }),
      await users.create({ body: { phone, first_name: 'Bob' } }),
    ]
    const createdPerson = await find({ phone, first_name: 'Ann' })
    expect(createdPerson.created).toBe(true)
    expect(family.map(({ id }) => id)).not.toContain(createdPerson.user_id)
  })

  test('is made once by simultaneous requests, by e-mail and by phone', async () => {
    const { find } = school()
    for (const contact of [{ email: 'once@school.org' }, { phone: '+491711234569' }]) {
      const results = await Promise.all(Array.from({ length: 10 }, () => find(contact)))
      expect(new Set(results.map(({ user_id }) => user_id)).size).toBe(1)
      expect(results.filter(({ created }) => created)).toHaveLength(1)
    }
  })

  test('is the one whom another operation makes in the same moment', async () => {
    const { caller, find } = school()
    await asOwner(system.ownerUrl, async client => {
      await client.query('begin')
      const id = newId('usr')
      await client.query(
        `insert into users.users (school_id, id, email, email_key, first_name, last_name, role, locale, time_zone, status,
           custom_fields, search_text, version, created_at, updated_at)
         values ($1, $2, $3, $3, '', '', 'student', 'en', 'UTC', 'active', '{}', '', 1, now(), now())`,
        [caller.school, id, 'ann@school.org'],
      )
      const pendingResult = find({ email: 'ann@school.org' })
      const waits = `select 1 from pg_locks where locktype = 'transactionid' and not granted`
      await eventually('the insert to wait', async () => (await client.query(waits)).rows.length > 0)
      await client.query('commit')
      expect(await pendingResult).toEqual({ user_id: id, created: false })
    })
  })

  test('needs an e-mail or a phone', async () => {
    await expect(school().find({ first_name: 'Ann' })).rejects.toMatchObject({ reason: 'contact_missing' })
  })
})
