// A process of the service killed with -9 while it has beats that are not written yet. The clock of the other process is
// set: nothing here waits for a slot to pass.
import { freePorts } from '@lms/local'
import { type Replica, startReplica, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { rooms } from '../rooms/room.contract.ts'
import { webinarsService } from '../service.ts'
import { schoolWithSession } from '../testing/webinars.ts'
import { beatsOf } from './beats-worker.ts'

let system: TestSystem
let replica: Replica | undefined
let ahead = 0
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, webinarsService],
    clock: { now: () => new Date(Date.now() + ahead) },
    settings: { taskSlots: 0 },
  })
})
afterAll(async () => {
  await replica?.kill()
  await system?.stop()
})

test('a process that is killed costs nobody more than one slot', async () => {
  const { api, path, caller, person, register } = await schoolWithSession(system)
  const people = await Promise.all(Array.from({ length: 20 }, person))
  const entries = await Promise.all(people.map(id => register(id)))
  await api.webinarSessions.start({ path })
  const beatAll = async () => {
    const door = system.internal('webinars', { rooms }, { as: 'gateway', school: caller.school }).rooms
    for (const { entry_path } of entries)
      await door.beat({ body: { token: entry_path!.slice('/rooms/'.length), position_seconds: null } })
  }
  const [port] = await freePorts(1)
  replica = await startReplica(new URL('../main.ts', import.meta.url), {
    ...system.configs.webinars!,
    port: port!,
    taskSlots: 0,
  })
  const living = system.addresses.webinars!
  system.addresses.webinars = replica.address
  await beatAll()
  await replica.kill()
  system.addresses.webinars = living
  const rounds = 3
  for (let round = 0; round < rounds; round++) {
    ahead += 15_000
    await beatAll()
  }
  await api.webinarSessions.finish({ path })
  await beatsOf(system.services.webinars!.runtime).write()
  ahead += 121_000
  await system.services.webinars!.workOffTasks()
  const { data } = await api.webinarAttendance.list()
  expect(new Set(data.map(({ user_id }) => user_id))).toEqual(new Set(people))
  // Four rounds of beats, of which the killed process had one.
  for (const { live_seconds } of data) expect(live_seconds).toBeGreaterThanOrEqual(rounds * 15)
})
