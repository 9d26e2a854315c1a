import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, crmService] })
})
afterAll(() => system.stop())

test('who has chosen nothing has the usual preferences, and somebody else does not exist', async () => {
  const { api, person, as } = await schoolOf(system)
  const [ann, bea] = await Promise.all([person(), person()])
  expect(await api.preferences.get({ path: { userId: ann.id } })).toMatchObject({
    user_id: ann.id,
    all_off: false,
    off_topics: [],
  })
  const own = as('student', ann.id).preferences
  expect(await own.get({ path: { userId: ann.id } })).toMatchObject({ user_id: ann.id })
  for (const userId of [bea.id, newId('usr')])
    await expect(own.get({ path: { userId } })).rejects.toMatchObject({ status: 404 })
})

test('each topic and transport that a person switches off is told once', async () => {
  const { person, as, told: listEvents } = await schoolOf(system)
  const { id } = await person()
  const put = (body: object) => as('student', id).preferences.replace({ path: { userId: id }, body })
  await put({ off_topics: ['news'], off_transports: ['email'] })
  await put({ off_topics: ['news'], time_zone: 'Asia/Tokyo' })
  expect(
    (await listEvents()).map(({ type, data }) => [type, data.object.transport, data.object.topic]),
  ).toEqual([
    ['message.unsubscribed', 'email', null],
    ['message.unsubscribed', null, 'news'],
  ])
})

test('who wants nothing withdraws the consents', async () => {
  const { api, person, consents } = await schoolOf(system)
  const { id } = await person()
  await consents.record({ path: { id }, body: { channel: 'email', text_version: '1', source: 'form' } })
  await api.preferences.replace({ path: { userId: id }, body: { all_off: true } })
  await eventually('the withdrawal', async () => {
    const { data } = await consents.list({ path: { id } })
    return data[0]!.status === 'withdrawn'
  })
})

test('of two people who become one, what either did not want stays off', async () => {
  const { api, person, persons } = await schoolOf(system)
  const [ann, bea] = await Promise.all([person(), person()])
  const put = (userId: typeof ann.id, body: object) => api.preferences.replace({ path: { userId }, body })
  await put(ann.id, { off_topics: ['news'] })
  await put(bea.id, { off_transports: ['in_app'] })
  await persons.merge({ path: { id: ann.id }, body: { user_id: bea.id } })
  const joined = () => api.preferences.get({ path: { userId: ann.id } })
  await eventually('the merge', async () => (await joined()).off_transports.length === 1)
  expect(await joined()).toMatchObject({ off_topics: ['news'], off_transports: ['in_app'] })
})

test('a topic that the school does not have is refused, with its place', async () => {
  const { api, person } = await schoolOf(system)
  const path = { userId: (await person()).id }
  await expect(
    api.preferences.replace({ path, body: { off_topics: ['news', 'newz'] } }),
  ).rejects.toMatchObject({
    status: 422,
    reason: 'topic_unknown',
    details: [{ path: 'body.off_topics.1' }],
  })
})
