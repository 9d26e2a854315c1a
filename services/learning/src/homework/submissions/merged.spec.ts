// Answers of two people who turn out to be one.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

test.each([
  ['an empty draft', { status: 'draft' as const, text: '' }],
  ['a draft', { status: 'draft' as const, text: 'One wash' }],
])('an answer that was sent is kept where the person who stays has %s', async (_, draft) => {
  const { api, course, lesson, student: newStudent } = await schoolOfStudy(system)
  const { id: assignment_id } = await api.assignments.create({
    body: { lesson_id: lesson.id, title: 'A sky', max_score: null },
  })
  const [ann, twin] = [await newStudent(), await newStudent()]
  const send = (by: typeof ann, body: object) =>
    by.homework.create({ body: { assignment_id, enrollment_id: by.enrollment.id, ...body } })
  await send(ann, draft)
  const sent = await send(twin, { text: 'Three washes' })
  await api.persons.merge({ path: { id: ann.id }, body: { user_id: twin.id } })
  const movedAnswers = await eventually('the answer to be Ann’s', async () => {
    const { data } = await api.homework.list({ query: { user_id: ann.id } })
    return data.length > 0 && data
  })
  expect(movedAnswers).toMatchObject([{ id: sent.id, status: 'submitted', text: 'Three washes' }])
  expect((await ann.homework.list({})).data).toHaveLength(1)
  const book = await api.gradebooks.list({ path: { id: course.id } })
  expect(book.data).toMatchObject([{ user_id: ann.id, grades: [{ status: 'submitted' }] }])
})
