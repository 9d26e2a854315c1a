import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, crmService] })
}, 60_000)
afterAll(() => system.stop())

test('a note names its person and its author', async () => {
  const { api, person, as } = await schoolOf(system)
  const [student, manager] = await Promise.all([person(), person({ role: 'manager' })])
  const written = await as('manager', manager.id).notes.create({
    body: { user_id: student.id, text: 'Likes oils.' },
  })
  expect(written).toMatchObject({ user_id: student.id, author_id: manager.id, order_id: null })
  expect((await api.notes.list({ query: { user_id: student.id } })).data).toEqual([written])
})

test('a note about nobody of the school is refused', async () => {
  const { api } = await schoolOf(system)
  await expect(api.notes.create({ body: { user_id: newId('usr'), text: 'Who?' } })).rejects.toMatchObject({
    status: 422,
    reason: 'user_unknown',
  })
})

test('an erasure deletes the notes about the person, and leaves those that the person wrote', async () => {
  const { api, person, as, persons } = await schoolOf(system)
  const [student, manager] = await Promise.all([person(), person({ role: 'manager' })])
  const write = (user_id: typeof student.id) =>
    as('manager', manager.id).notes.create({ body: { user_id, text: 'Note' } })
  const [, other] = [await write(student.id), await write(manager.id)]
  await persons.anonymize({ path: { id: student.id } })
  await eventually('the erasure', async () => (await api.notes.list()).data.length === 1)
  expect((await api.notes.list()).data).toMatchObject([{ id: other.id }])
})
