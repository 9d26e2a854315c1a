// What a failed import has made goes, also where the import has failed because of an outage.
import { newId } from '@lms/contract'
import { enqueue, inSchool, runService } from '@lms/service-host'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningContract } from '../contract.ts'
import { learningService } from '../service.ts'
import { takeBackImport } from './package.task.ts'

let system: TestSystem
let now = Date.parse('2026-11-23T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
}, 60_000)
afterAll(() => system.stop())

test('a course is taken back once every service can say whether it names it, after hours if need be', async () => {
  const caller = system.caller()
  const { courses } = system.client('learning', learningContract.resources, caller)
  const { id: course_id } = await courses.create({ body: { title: 'Half of it' } })
  const learning = system.services.learning!
  await system.services.users!.stop()
  await inSchool(caller.school, learning.runtime, async ({ work }) => {
    const payload = { import_id: newId('imp'), course_id, files: [], failure: null }
    enqueue(work, takeBackImport, payload)
  })
  for (let tries = 0; tries < 15; tries++) {
    await learning.workOffTasks()
    now += 900_000
  }
  expect(await courses.get({ path: { id: course_id } })).toMatchObject({ status: 'draft' })
  system.services.users = await runService(usersService, system.configs.users!)
  await eventually('the course to be gone', async () => {
    now += 900_000
    await learning.workOffTasks()
    return courses.get({ path: { id: course_id } }).then(
      () => false,
      ({ status }) => status === 404,
    )
  })
})
