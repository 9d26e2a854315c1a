// What a failed import has made goes, also where the import has failed because of an outage.
import { newId } from '@lms/contract'
import { enqueue, inSchool, runService } from '@lms/service-host'
import { eventually } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningContract } from '../../contract.ts'
import { startClockedSystem } from '../../testing/clock-system.ts'
import { takeBackImport } from './package.task.ts'

let clocked: Awaited<ReturnType<typeof startClockedSystem>>
beforeAll(async () => {
  clocked = await startClockedSystem()
})
afterAll(() => clocked.system.stop())

test('a course is taken back once every service can say whether it names it, after hours if need be', async () => {
  const { system, pass, work } = clocked
  const caller = system.caller()
  const { courses } = system.client('learning', learningContract.resources, caller)
  const { id: course_id } = await courses.create({ body: { title: 'Half of it' } })
  await system.services.users!.stop()
  await inSchool(caller.school, system.services.learning!.runtime, async ({ work }) => {
    const payload = { import_id: newId('imp'), course_id, files: [], failure: null }
    enqueue(work, takeBackImport, payload)
  })
  for (let tries = 0; tries < 15; tries++) {
    await work()
    pass(15)
  }
  expect(await courses.get({ path: { id: course_id } })).toMatchObject({ status: 'draft' })
  system.services.users = await runService(usersService, system.configs.users!)
  await eventually('the course to be gone', async () => {
    pass(15)
    await work()
    return courses.get({ path: { id: course_id } }).then(
      () => false,
      ({ status }) => status === 404,
    )
  })
})
