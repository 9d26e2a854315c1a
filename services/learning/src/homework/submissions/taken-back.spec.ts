// A curator takes back what was decided by mistake, and an assignment that ends gives back what is in review.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { homeworkSchool } from '../../testing/homework.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

test('an acceptance is taken back by a return, and the answer can be sent and accepted again', async () => {
  const { api, course, student, curator, send, claim, assignment } = await homeworkSchool(system)
  const { id } = await send()
  await claim()
  const path = { id }
  await curator.homework.accept({ path, body: { score: 900 } })
  const grade = async () => (await api.gradebooks.list({ path: { id: course.id } })).data[0]!.grades[0]
  expect(await grade()).toMatchObject({ status: 'accepted', score: 900 })
  const returned = await curator.homework.giveBack({ path, body: { comment: 'By mistake: see the sky.' } })
  expect(returned).toMatchObject({ status: 'returned', score: null, given_score: null, accepted_at: null })
  expect(await grade()).toMatchObject({ item_id: assignment.id, status: 'returned', score: null })
  expect(await send(student)).toMatchObject({ id, status: 'submitted', number: 2 })
  await claim()
  expect(await curator.homework.accept({ path, body: { score: 1000 } })).toMatchObject({ score: 1000 })
})

test('an assignment that ends gives back what is in review by it alone', async () => {
  const { api, student, curator, enroll, send, claim } = await homeworkSchool(system)
  const bob = await enroll()
  await send()
  await send(bob)
  for (let count = 0; count < 2; count++) await claim()
  await api.curators.assign({ body: { curator_id: curator.id, user_id: bob.id } })
  const [ofCourse] = (await api.curators.list()).data.filter(({ course_id }) => course_id !== null)
  await api.curators.release({ body: { id: ofCourse!.id } })
  const held = async () =>
    (await api.homework.list({ query: { status: 'in_review' } })).data.map(({ user_id }) => user_id)
  await eventually('one is free', async () => (await held()).length === 1)
  expect(await held()).toEqual([bob.id])
  expect((await api.homework.list({ query: { status: 'submitted' } })).data).toMatchObject([
    { user_id: student.id, curator_id: null },
  ])
})
