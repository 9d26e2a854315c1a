import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())
const school = () => schoolWithCourse(system)

describe('modules', () => {
  test('stand in the order in which they were added, and close the gap of a deleted one', async () => {
    const { api, course, addModule } = await school()
    const [second, third] = [await addModule(), await addModule()]
    await api.modules.delete({ path: { id: second.id } })
    const { data } = await api.modules.list({ query: { course_id: course.id } })
    expect(data.map(({ position }) => position)).toEqual([1, 2])
    expect(data[1]).toMatchObject({ id: third.id })
  })

  test('tell each change of theirs as one of the course, whose version rises', async () => {
    const { api, course, module, events } = await school()
    await api.modules.update({ path: { id: module.id }, body: { title: 'Light' } })
    await api.modules.update({ path: { id: module.id }, body: { title: 'Light' } })
    await api.modules.delete({ path: { id: module.id } })
    const courseEvents = (await events()).filter(({ type }) => type === 'course.updated')
    expect(courseEvents.map(({ data }) => data.object.version)).toEqual([2, 3, 4])
    expect(await api.courses.get({ path: { id: course.id } })).toMatchObject({ version: 4 })
  })

  test('with lessons are not deleted', async () => {
    const { api, module, addLesson } = await school()
    const lesson = await addLesson()
    const remove = () => api.modules.delete({ path: { id: module.id } })
    await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'module_not_empty' })
    await api.lessons.delete({ path: { id: lesson.id } })
    expect(await remove()).toEqual({ id: module.id, deleted: true })
  })

  test('need a course of the school', async () => {
    const { api } = await school()
    const { course } = await school()
    for (const course_id of [newId('crs'), course.id])
      await expect(api.modules.create({ body: { course_id, title: 'x' } })).rejects.toMatchObject({
        status: 422,
        reason: 'module_course_unknown',
      })
  })
})

describe('lessons', () => {
  test('begin as drafts of their module’s course, are published and withdrawn, each told once', async () => {
    const { api, course, addLesson, events } = await school()
    const lesson = await addLesson()
    expect(lesson).toMatchObject({ course_id: course.id, status: 'draft', position: 1, required: true })
    for (const status of ['published', 'published', 'draft'] as const)
      await api.lessons.update({ path: { id: lesson.id }, body: { status } })
    await api.lessons.delete({ path: { id: lesson.id } })
    const lessonEvents = (await events()).filter(({ type }) => type.startsWith('lesson.'))
    expect(lessonEvents.map(({ type, data }) => [type, data.object.status, data.previous?.status])).toEqual([
      ['lesson.created', 'draft', undefined],
      ['lesson.updated', 'published', 'draft'],
      ['lesson.updated', 'draft', 'published'],
      ['lesson.deleted', 'draft', undefined],
    ])
  })

  test('need a module of the school', async () => {
    const { addLesson } = await school()
    const { module } = await school()
    for (const module_id of [newId('mod'), module.id])
      await expect(addLesson({ module_id })).rejects.toMatchObject({ reason: 'lesson_module_unknown' })
  })

  test('of a draft, and drafts of a published course, do not exist for students', async () => {
    const { addLesson, addText, publish, student } = await school()
    const [published, draft] = [await addLesson({ status: 'published' }), await addLesson()]
    await addText(published.id)
    const listed = async () => (await student.lessons.list({})).data.map(({ id }) => id)
    expect(await listed()).toEqual([])
    await publish()
    expect(await listed()).toEqual([published.id])
    await expect(student.lessons.get({ path: { id: draft.id } })).rejects.toMatchObject({ status: 404 })
  })

  test('go with their course, and so do its modules', async () => {
    const { api, course, module, addLesson, addText } = await school()
    const lesson = await addLesson()
    await addText(lesson.id)
    await api.courses.delete({ path: { id: course.id } })
    await expect(api.modules.get({ path: { id: module.id } })).rejects.toMatchObject({ status: 404 })
    await expect(api.lessons.get({ path: { id: lesson.id } })).rejects.toMatchObject({ status: 404 })
  })
})
