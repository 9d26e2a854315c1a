import { hostOperations } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { type MailedWorld, startMailedWorld } from '../testing/mail-world.ts'
import { schoolOf } from '../testing/school.ts'

let world: MailedWorld
beforeAll(async () => {
  world = await startMailedWorld()
})
afterAll(() => world?.stop())

test('messages beyond the rate of a school wait for a minute each that has room for them', async () => {
  const { caller, api, person } = await schoolOf(world.system)
  const { host } = world.system.internal(
    'crm',
    { host: hostOperations },
    { as: 'service', school: caller.school },
  )
  const rates = [{ transport: 'email', per_minute: 2 }]
  await host.changeSettings({ body: { values: { rates }, version: null, role: 'owner' } })
  const { id: user_id } = await person()
  const message = { user_id, topic: 'study', subject: 'Hello', body: 'How are you?' }
  for (let count = 0; count < 8; count++) await api.messages.create({ body: message })
  const listMessages = async () => (await api.messages.list()).data
  const minutes = async () =>
    (await listMessages())
      .filter(({ status }) => status !== 'sent')
      .map(({ send_after }) => send_after && (Date.parse(send_after) - world.now) / 60_000)
      .toSorted()
  await eventually(
    'all of them',
    async () => (await minutes()).every(Boolean) && (await minutes()).length <= 6,
  )
  expect(await minutes()).toEqual([1, 1, 2, 2, 3, 3])
  for (let minute = 0; minute < 3; minute++) {
    world.now += 60_000
    await world.system.services.crm!.workOffTasks()
  }
  await eventually('the last ones', async () =>
    (await listMessages()).every(({ status }) => status === 'sent'),
  )
})
