// The total of a person in the gradebook: categories, weights, what is excused.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { homeworkSchool } from '../../testing/homework.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

const categories = [
  { key: 'work', title: 'Homework', weight: 3, drop_lowest: 1 },
  { key: 'tests', title: 'Tests', weight: 1, drop_lowest: 0 },
]

/** A course whose first homework is accepted with 60 percent. */
async function school() {
  const base = await homeworkSchool(system)
  const { api, course, lesson, assignment, student, curator, send, claim } = base
  await api.courses.update({ path: { id: course.id }, body: { grade_categories: categories } })
  await api.assignments.update({ path: { id: assignment.id }, body: { grade_category: 'work' } })
  const add = (fields: object = {}) =>
    api.assignments.create({
      body: { lesson_id: lesson.id, title: 'A sea', max_score: 1000, grade_category: 'work', ...fields },
    })
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Test', grade_category: 'tests' },
  })
  const accept = async (id: string, score: number) => {
    const sent = await student.homework.create({
      body: { assignment_id: id as never, enrollment_id: student.enrollment.id, text: 'Done' },
    })
    await claim(curator)
    await curator.homework.accept({ path: { id: sent.id }, body: { score } })
  }
  const total = async (reader = api) => {
    const { data } = await reader.gradebooks.list({ path: { id: course.id } })
    return data.find(({ user_id }) => user_id === student.id)!.total
  }
  await accept(assignment.id, 600)
  return { ...base, add, quiz, accept, total, send }
}

test('counts categories by their weights, drops the lowest, and adds extra credit', async () => {
  const { add, accept, total, curator } = await school()
  expect(await total()).toEqual({ current: 60, final: 45 })
  const second = await add()
  expect(await total()).toEqual({ current: 60, final: 45 })
  await accept(second.id, 800)
  expect(await total()).toEqual({ current: 80, final: 60 })
  const extra = await add({ extra_credit: true })
  await accept(extra.id, 100)
  expect(await total()).toEqual({ current: 90, final: 67.5 })
  expect(await total(curator)).toEqual({ current: 90, final: 67.5 })
})

test('leaves out what is excused, a withdrawn lesson, and what counts in no category', async () => {
  const { api, add, accept, total, student, course, addLesson } = await school()
  const other = await addLesson()
  await accept((await add({ lesson_id: other.id })).id, 100)
  await add({ lesson_id: other.id })
  expect(await total()).toEqual({ current: 60, final: 26.25 })
  const excused = await api.lessonOverrides.create({
    body: { user_id: student.id, course_id: course.id, lesson_ids: [other.id], excused: true },
  })
  expect(await total()).toEqual({ current: 60, final: 45 })
  await api.lessonOverrides.delete({ path: { id: excused.id } })
  await api.lessons.update({ path: { id: other.id }, body: { status: 'draft' } })
  expect(await total()).toEqual({ current: 60, final: 45 })
  await accept((await add({ grade_category: null })).id, 0)
  expect(await total()).toEqual({ current: 60, final: 45 })
})

test('categories have keys of their own, exist, and stay while something counts in them', async () => {
  const { api, add, course } = await school()
  const path = { id: course.id }
  const change = (grade_categories: typeof categories) =>
    api.courses.update({ path, body: { grade_categories } })
  await expect(change([categories[0]!, categories[0]!])).rejects.toMatchObject({
    ...{ status: 422, reason: 'grade_category_twice' },
    details: [{ path: 'body.grade_categories.1.key' }],
  })
  await expect(change([categories[0]!])).rejects.toMatchObject({
    status: 409,
    reason: 'grade_category_named',
  })
  await expect(add({ grade_category: 'exams' })).rejects.toMatchObject({ reason: 'grade_category_unknown' })
  const [work, tests] = categories as [(typeof categories)[0], (typeof categories)[0]]
  const changed = await change([{ ...work, weight: 1, title: 'Work' }, tests])
  expect(changed.grade_categories[0]).toMatchObject({ title: 'Work', weight: 1 })
})
