import { commerceContract } from '@lms/commerce/contract'
import { commerceService } from '@lms/commerce/service'
import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, commerceService, crmService] })
})
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

test('its author corrects a note and takes it back; what it said before stays readable', async () => {
  const { api, person, as } = await schoolOf(system)
  const [student, author, other] = await Promise.all([
    person(),
    person({ role: 'manager' }),
    person({ role: 'manager' }),
  ])
  const write = (by: typeof author, body: object) =>
    as('manager', by.id).notes.create({ body: { user_id: student.id, text: 'Likes oils.', ...body } })
  const list = async (query: object = {}) =>
    (await api.notes.list({ query: { user_id: student.id, ...query } })).data
  const first = await write(author, {})
  await expect(write(other, { replaces: first.id })).rejects.toMatchObject({
    status: 403,
    reason: 'note_of_another',
  })
  const second = await write(author, { replaces: first.id, text: 'Likes watercolour.' })
  expect(second).toMatchObject({ replaces: first.id, status: 'active' })
  expect(await list()).toEqual([second])
  expect(await list({ status: 'replaced' })).toMatchObject([{ id: first.id, text: 'Likes oils.' }])
  await expect(write(author, { replaces: first.id })).rejects.toMatchObject({
    status: 422,
    reason: 'note_not_active',
  })
  // An administrator takes back what a manager wrote.
  const administrator = await person({ role: 'administrator' })
  const withdrawn = await as('administrator', administrator.id).notes.create({
    body: { user_id: student.id, replaces: second.id },
  })
  expect(withdrawn).toMatchObject({ id: second.id, status: 'withdrawn' })
  expect(await list()).toEqual([])
  expect(await list({ status: 'replaced,withdrawn' })).toHaveLength(2)
  await expect(write(author, { text: undefined })).rejects.toMatchObject({
    status: 422,
    reason: 'note_without_text',
  })
})

test('a note about nobody of the school is refused', async () => {
  const { api } = await schoolOf(system)
  await expect(api.notes.create({ body: { user_id: newId('usr'), text: 'Who?' } })).rejects.toMatchObject({
    status: 422,
    reason: 'user_unknown',
  })
})

test('a note or a task about a person names no order of another', async () => {
  const { api, caller, person } = await schoolOf(system)
  const sales = system.client('commerce', commerceContract.resources, caller)
  const offer = await sales.offers.create({ body: { name: 'Course', amount: 4900, currency: 'EUR' } })
  const [ann, bob] = [(await person()).id, (await person()).id]
  const items = [{ offer_id: offer.id }]
  const { id: order_id } = await sales.orders.create({ body: { user_id: ann, items } })
  const text = 'Pays on Friday.'
  const message = `${order_id} is not of the person ${bob}`
  const bad = { status: 422, reason: 'unknown_reference', details: [{ path: 'body.order_id', message }] }
  await expect(api.notes.create({ body: { user_id: bob, order_id, text } })).rejects.toMatchObject(bad)
  expect(await api.notes.create({ body: { user_id: ann, order_id, text } })).toMatchObject({ order_id })
  const title = 'Call'
  await expect(api.tasks.create({ body: { title, user_id: bob, order_id } })).rejects.toMatchObject(bad)
  const { id } = await api.tasks.create({ body: { title, order_id } })
  const change = (body: object) => api.tasks.update({ path: { id }, body })
  await expect(change({ user_id: bob })).rejects.toMatchObject(bad)
  expect(await change({ user_id: ann })).toMatchObject({ user_id: ann, order_id })
  await expect(change({ user_id: bob, order_id })).rejects.toMatchObject(bad)
  expect(await change({ user_id: bob, order_id: null })).toMatchObject({ user_id: bob, order_id: null })
  await expect(change({ order_id })).rejects.toMatchObject(bad)
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
