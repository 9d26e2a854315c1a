import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())

/** A school with a course that can be published. */
async function school() {
  const base = await schoolWithCourse(system)
  await base.addText((await base.addLesson({ status: 'published' })).id)
  const path = { id: base.course.id }
  const withdraw = () => base.api.publications.publish({ path, body: { action: 'withdraw' } })
  const change = (body: object) => base.api.courses.update({ path, body })
  const listCourseEvents = async () =>
    (await base.events()).filter(({ type }) => type.startsWith('course.') && type !== 'course.created')
  return { ...base, courses: base.api.courses, path, withdraw, change, listCourseEvents }
}

test('a course begins as a draft, and tells of its card', async () => {
  const { course, events } = await school()
  expect(course).toMatchObject({
    status: 'draft',
    published_at: null,
    building: null,
    after_access: 'nothing',
  })
  expect((await events())[0]).toMatchObject({ type: 'course.created', data: { object: { id: course.id } } })
})

test('a change of the card tells what it was, and no change tells nothing', async () => {
  const { change, listCourseEvents } = await school()
  const before = await listCourseEvents()
  await change({ title: 'Oil' })
  await change({ title: 'Oil' })
  expect((await listCourseEvents()).slice(before.length)).toMatchObject([
    { type: 'course.updated', data: { object: { title: 'Oil' }, previous: { title: 'Watercolour' } } },
  ])
})

test('a course is published, withdrawn, published again and archived, each with one event', async () => {
  const { publish, withdraw, change, listCourseEvents } = await school()
  const before = await listCourseEvents()
  const { course } = await publish()
  expect(course).toMatchObject({ status: 'published', published_at: expect.any(String) })
  expect((await publish()).course).toEqual(course)
  await withdraw()
  await publish()
  expect(await change({ status: 'archived' })).toMatchObject({ status: 'archived' })
  expect(
    (await listCourseEvents()).slice(before.length).map(({ type, data }) => [type, data.object.status]),
  ).toEqual(['published', 'draft', 'published', 'archived'].map(status => ['course.published', status]))
})

test('a draft is neither withdrawn nor archived, and an archived course stays archived', async () => {
  const { publish, withdraw, change } = await school()
  await expect(withdraw()).rejects.toMatchObject({ status: 409, reason: 'course_not_published' })
  await expect(change({ status: 'archived' })).rejects.toMatchObject({ reason: 'course_not_published' })
  await publish()
  await change({ status: 'archived' })
  await expect(publish()).rejects.toMatchObject({ status: 409, reason: 'course_archived' })
  await expect(withdraw()).rejects.toMatchObject({ status: 409, reason: 'course_archived' })
})

test('students see nothing of a draft', async () => {
  const { student, path, publish } = await school()
  await expect(student.courses.get({ path })).rejects.toMatchObject({ status: 404 })
  expect((await student.courses.list({})).data).toEqual([])
  await publish()
  expect(await student.courses.get({ path })).toMatchObject({ id: path.id })
})
