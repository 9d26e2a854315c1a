// A certificate needs the name of its person, which another service has.
import { asOwner, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../service.ts'
import { schoolOfStudy } from '../testing/studying.ts'

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

test('the certificate of a completed course waits through an outage of hours', async () => {
  const { api, owner, course, lesson, student: newStudent } = await schoolOfStudy(system)
  await api.certificateTemplates.create({ body: { name: 'Certificate', course_ids: [course.id], boxes: [] } })
  const student = await newStudent()
  await api.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id: student.id } })
  await system.services.users!.stop()
  for (let tries = 0; tries < 15; tries++) {
    await system.services.learning!.workOffTasks()
    now += 900_000
  }
  const { rows } = await asOwner(system.ownerUrl, client =>
    client.query(`select status from learning.tasks where school_id = $1 and queue = 'issue-certificate'`, [
      owner.school,
    ]),
  )
  expect(rows).toEqual([{ status: 'waiting' }])
})
