import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { crmService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, crmService] })
})
afterAll(() => system.stop())

test('an address is listed once for a topic, in whatever case it is written, and told', async () => {
  const { api, told: listEvents } = await schoolOf(system)
  const createdSuppression = await api.suppressions.create({ body: { address: 'Ann@School.example' } })
  expect(createdSuppression).toMatchObject({ address: 'ann@school.example', reason: 'manual', topic: null })
  await expect(api.suppressions.create({ body: { address: 'ann@school.EXAMPLE' } })).rejects.toMatchObject({
    status: 409,
    reason: 'suppression_exists',
  })
  await api.suppressions.create({ body: { address: 'ann@school.example', topic: 'news' } })
  expect((await listEvents()).map(({ type, data }) => [type, data.object.source, data.object.topic])).toEqual(
    [
      ['message.unsubscribed', 'suppression', null],
      ['message.unsubscribed', 'suppression', 'news'],
    ],
  )
})

test('a person stands for their address, and an unknown topic is refused', async () => {
  const { api, person } = await schoolOf(system)
  const { id, email } = await person()
  expect(await api.suppressions.create({ body: { user_id: id } })).toMatchObject({ address: email })
  await expect(api.suppressions.create({ body: {} })).rejects.toMatchObject({
    reason: 'suppression_address_missing',
  })
  await expect(
    api.suppressions.create({ body: { address: 'b@school.example', topic: 'none' } }),
  ).rejects.toMatchObject({ status: 422, reason: 'topic_unknown' })
})

test('an erasure blanks the address, and the list still knows it', async () => {
  const { api, person, persons } = await schoolOf(system)
  const { id, email } = await person()
  await api.suppressions.create({ body: { user_id: id } })
  await persons.anonymize({ path: { id } })
  await eventually('the erasure', async () => (await api.suppressions.list()).data[0]?.address === null)
  await expect(api.suppressions.create({ body: { address: email! } })).rejects.toMatchObject({
    reason: 'suppression_exists',
  })
})

test.each([
  ['email', 'ann'],
  ['sms', '0151 123'],
  ['telegram', '@ann'],
  ['push', 'ann'],
  ['in_app', '+4915112345678'],
] as const)('what is no address of %s is refused', async (transport, address) => {
  const { api } = await schoolOf(system)
  await expect(api.suppressions.create({ body: { transport, address } })).rejects.toMatchObject({
    status: 400,
    details: [{ path: 'body.address' }],
  })
})
