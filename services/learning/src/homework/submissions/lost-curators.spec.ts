// Curators who leave the team while they have answers in review, and students who leave the school.
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { homeworkSchool } from '../../testing/homework.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

test.each([
  ['deleted', null],
  ['blocked', { status: 'blocked' as const }],
  ['demoted', { role: 'student' as const }],
])('what a curator has in review is free for others once they are %s', async (_, change) => {
  const { api, curator, course, person, send, claim, told } = await homeworkSchool(system)
  const other = await person('curator')
  await api.curators.assign({ body: { curator_id: other.id, course_id: course.id } })
  const { id } = await send()
  expect(await claim()).toMatchObject({ id, curator_id: curator.id })
  expect(await claim(other)).toBe(null)
  const path = { id: curator.id }
  await (change ? api.users.update({ path, body: change }) : api.users.delete({ path }))
  await eventually(
    'the answer waits again',
    async () => (await api.homework.get({ path: { id } })).status === 'submitted',
  )
  expect(await claim(other)).toMatchObject({ id, curator_id: other.id })
  expect(await told()).toEqual(['created', 'assigned', 'assigned', 'assigned'])
})

test('a curator who gets another name keeps what they have in review', async () => {
  const { api, curator, send, claim } = await homeworkSchool(system)
  const { id } = await send()
  await claim()
  await api.users.update({ path: { id: curator.id }, body: { first_name: 'Ada' } })
  await system.services.learning!.workOffTasks()
  expect(await api.homework.get({ path: { id } })).toMatchObject({
    status: 'in_review',
    curator_id: curator.id,
  })
})

test('nothing of a deleted person is handed out', async () => {
  const { owner, api, student, enroll, send, claim } = await homeworkSchool(system)
  await send()
  const other = await enroll()
  const { id } = await send(other)
  await api.users.delete({ path: { id: student.id } })
  await eventually('the deletion is known', async () => {
    const { rows } = await asOwner(system.ownerUrl, client =>
      client.query('select gone from learning.people where school_id = $1 and id = $2', [
        owner.school,
        student.id,
      ]),
    )
    return rows[0]?.gone === true
  })
  expect(await claim()).toMatchObject({ id, user_id: other.id })
  expect(await claim()).toBe(null)
})
