// Accesses follow their subscriptions, also after hours in which the users service was away.
import { runService } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { type Clocked, startClockedSystem, subscribersOf } from '../testing/subscribers.ts'

let world: Clocked
beforeAll(async () => {
  world = await startClockedSystem()
})
afterAll(() => world.system.stop())

const minutes = 60_000

test('an access runs on after a pause that ended in an outage', async () => {
  const { system, goTo, now } = world
  const { api, subscribe, accesses } = await subscribersOf(world)
  const { id } = await subscribe({ trial_days: 10 })
  await eventually('the access', async () => (await accesses()).length)
  await api.subscriptions.pause({ path: { id }, body: {} })
  await eventually('the freeze', async () => {
    await goTo(now() + minutes)
    return (await accesses())[0]!.status === 'frozen'
  })
  await system.services.users!.stop()
  delete system.services.users
  await api.subscriptions.resume({ path: { id } })
  for (let tries = 0; tries < 24; tries++) await goTo(now() + 13 * minutes)
  system.services.users = await runService(usersService, system.configs.users!)
  await eventually('the access to run', async () => {
    await goTo(now() + 13 * minutes)
    return (await accesses())[0]!.status === 'active'
  })
})
