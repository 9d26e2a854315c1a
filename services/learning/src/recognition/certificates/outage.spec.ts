// A certificate needs the name of its person, which another service has.
import { asOwner } from '@lms/testing'
import { startClockedSystem } from '../../testing/clock-system.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let clocked: Awaited<ReturnType<typeof startClockedSystem>>
beforeAll(async () => {
  clocked = await startClockedSystem()
})
afterAll(() => clocked.system.stop())

test('the certificate of a completed course waits through an outage of hours', async () => {
  const { system, pass, work } = clocked
  const { api, owner, course, lesson, student: newStudent } = await schoolOfStudy(system)
  await api.certificateTemplates.create({ body: { name: 'Certificate', course_ids: [course.id], boxes: [] } })
  const student = await newStudent()
  await api.lessonCompletions.complete({ path: { id: lesson.id }, body: { user_id: student.id } })
  await system.services.users!.stop()
  for (let tries = 0; tries < 15; tries++) {
    await work()
    pass(15)
  }
  const { rows } = await asOwner(system.ownerUrl, client =>
    client.query(`select status from learning.tasks where school_id = $1 and queue = 'issue-certificate'`, [
      owner.school,
    ]),
  )
  expect(rows).toEqual([{ status: 'waiting' }])
})
