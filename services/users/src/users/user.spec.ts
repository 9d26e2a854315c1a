import { startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '../contract.ts'
import { usersService } from '../service.ts'

describe('people', () => {
  let system: TestSystem
  beforeAll(async () => {
    system = await startSystem({ services: [usersService] })
  })
  afterAll(() => system.stop())
  const api = (caller = system.caller()) => system.client('users', usersContract.resources, caller)

  test('a person is created, found by id and by e-mail whatever its case', async () => {
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
})
