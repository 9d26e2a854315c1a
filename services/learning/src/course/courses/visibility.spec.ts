// A course that only its students see: with its modules, lessons and reviews it does not exist for others.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

test('only who studies the course sees it, its modules, lessons and reviews, in lists and by id', async () => {
  const { api, course, lesson, person, student } = await schoolOfStudy(system)
  const [inside, outside] = [await student(), await person()]
  const review = await inside.reviews.create({ body: { course_id: course.id, rating: 5 } })
  await api.reviews.update({ path: { id: review.id }, body: { status: 'published' } })
  /** How much of each list a person sees. */
  const seen = async ({ courses, modules, lessons, reviews }: typeof outside) => {
    const lists = await Promise.all([courses.list(), modules.list(), lessons.list(), reviews.list()])
    return lists.map(({ data }) => data.length)
  }
  expect(course.visibility).toBe('everyone')
  expect(await seen(outside)).toEqual([1, 1, 1, 1])
  const changed = await api.courses.update({ path: { id: course.id }, body: { visibility: 'students' } })
  expect(changed).toMatchObject({ visibility: 'students', status: 'published' })
  expect(await seen(outside)).toEqual([0, 0, 0, 0])
  expect(await seen(inside)).toEqual([1, 1, 1, 1])
  const absent = { status: 404 }
  await expect(outside.courses.get({ path: { id: course.id } })).rejects.toMatchObject(absent)
  await expect(outside.courseStructures.get({ path: { id: course.id } })).rejects.toMatchObject(absent)
  await expect(outside.lessons.get({ path: { id: lesson.id } })).rejects.toMatchObject(absent)
  await expect(outside.reviews.get({ path: { id: review.id } })).rejects.toMatchObject(absent)
  expect(await inside.courses.get({ path: { id: course.id } })).toMatchObject({ id: course.id })
  // Who begins to study sees it at once.
  await api.accesses.create({ body: { user_id: outside.id, course_id: course.id } })
  await api.enrollments.create({ body: { user_id: outside.id, course_id: course.id } })
  expect(await seen(outside)).toEqual([1, 1, 1, 1])
})

test('a copy is seen by the same people', async () => {
  const { api, course } = await schoolOfStudy(system)
  await api.courses.update({ path: { id: course.id }, body: { visibility: 'students' } })
  const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
  expect(copy.visibility).toBe('students')
})
