import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())
const school = () => schoolWithCourse(system)

test('a course without a published lesson is not published', async () => {
  const { api, course, addLesson, publish } = await school()
  await addLesson()
  await expect(publish()).rejects.toMatchObject({
    status: 409,
    reason: 'course_unfinished',
    details: [{ path: 'id', message: expect.stringContaining('no published lesson') }],
  })
  expect(await api.courses.get({ path: { id: course.id } })).toMatchObject({ status: 'draft' })
})

test('a published lesson without blocks blocks the publication until it has one', async () => {
  const { addLesson, addText, publish } = await school()
  const lesson = await addLesson({ status: 'published' })
  await expect(publish()).rejects.toMatchObject({ details: [{ path: lesson.id }] })
  await addText(lesson.id)
  expect((await publish()).course.status).toBe('published')
})

test('a dry run lists what is unfinished, blockers first, and publishes nothing', async () => {
  const { course, module, addModule, addLesson, publish } = await school()
  const [draft, empty, spare] = [
    await addLesson(),
    await addLesson({ status: 'published' }),
    await addModule(),
  ]
  const { course: preview, problems } = await publish({ dry_run: true })
  expect(preview).toMatchObject({ id: course.id, status: 'draft' })
  expect(
    problems.map(({ kind, blocks, module_id, lesson_id }) => [kind, blocks, module_id, lesson_id]),
  ).toEqual([
    ['lesson_empty', true, module.id, empty.id],
    ['module_empty', false, spare.id, null],
    ['lesson_draft', false, module.id, draft.id],
  ])
})

test('a draft lesson does not block the publication', async () => {
  const { addLesson, addText, publish } = await school()
  await addText((await addLesson({ status: 'published' })).id)
  await addLesson()
  expect((await publish()).problems).toMatchObject([{ kind: 'lesson_draft', blocks: false }])
})
