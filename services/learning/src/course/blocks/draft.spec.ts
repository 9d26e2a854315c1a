// Changes of a published lesson in a draft: students see nothing of it, until it is published as a whole.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

const html = (text: string) => ({ content: { kind: 'text' as const, html: `<p>${text}</p>` } })

/** A published lesson of two blocks with a student. */
async function school() {
  const base = await schoolOfStudy(system)
  const { api, lesson } = base
  const path = { id: lesson.id }
  const second = await api.lessonBlocks.create({ path, body: html('Second') })
  const student = await base.student()
  const read = async ({ lessonBlocks }: typeof api | typeof student, query: object = {}) =>
    (await lessonBlocks.list({ path, query: query as never })).data.map(({ content }) =>
      'html' in content ? content.html.replace(/<\/?p>/g, '') : content.kind,
    )
  const draft = (action: 'begin' | 'publish' | 'discard') =>
    api.lessons.update({ path, body: { draft: action } })
  const updates = async () => (await base.events('lesson.updated')).length
  return { ...base, path, second, student, read, draft, updates }
}

test('changes of a draft are published together', async () => {
  const { api, path, second, student, read, draft, updates } = await school()
  const [first] = (await api.lessonBlocks.list({ path })).data
  expect(await draft('begin')).toMatchObject({ has_draft: true, status: 'published' })
  const before = await updates()
  await api.lessonBlocks.update({ path: { ...path, blockId: second.id }, body: html('Changed') })
  await api.lessonBlocks.delete({ path: { ...path, blockId: first!.id } })
  const third = await api.lessonBlocks.create({ path, body: html('Third') })
  await api.lessonBlocks.arrange({ path, body: { ids: [third.id, second.id] } })
  // Nobody hears of it, and no student sees anything of it.
  expect(await updates()).toBe(before)
  expect(await read(student)).toEqual(['Text', 'Second'])
  expect(await read(student, { edition: 'draft' })).toEqual([])
  await expect(student.lessonBlocks.get({ path: { ...path, blockId: third.id } })).rejects.toMatchObject({
    status: 404,
  })
  // Staff preview the draft, and see what students see.
  expect(await read(api)).toEqual(['Third', 'Changed'])
  expect(await read(api, { edition: 'published' })).toEqual(['Text', 'Second'])
  expect(await api.lessonBlocks.get({ path: { ...path, blockId: third.id } })).toMatchObject(html('Third'))

  expect(await draft('publish')).toMatchObject({ has_draft: false })
  expect(await updates()).toBe(before + 1)
  expect(await read(student)).toEqual(['Third', 'Changed'])
  const published = (await student.lessonBlocks.list({ path })).data
  // A block keeps its id, and with it what people have done in it.
  expect(published.map(({ id, position }) => [id, position])).toEqual([
    [third.id, 1],
    [second.id, 2],
  ])
  expect(published[1]!.version).toBeGreaterThan(second.version)
  expect(await read(api, { edition: 'draft' })).toEqual([])
})

test('a discarded draft leaves everything as it was', async () => {
  const { api, path, second, student, read, draft } = await school()
  await draft('begin')
  await api.lessonBlocks.delete({ path: { ...path, blockId: second.id } })
  expect(await draft('discard')).toMatchObject({ has_draft: false })
  for (const by of [api, student]) expect(await read(by)).toEqual(['Text', 'Second'])
})

test('a lesson has one draft, and without it nothing is published', async () => {
  const { api, path, read, draft } = await school()
  const none = { status: 409, reason: 'lesson_without_draft' }
  await expect(draft('publish')).rejects.toMatchObject(none)
  await expect(draft('discard')).rejects.toMatchObject(none)
  await draft('begin')
  await api.lessonBlocks.create({ path, body: html('Third') })
  await draft('begin')
  expect(await read(api)).toEqual(['Text', 'Second', 'Third'])
})

test('a quiz that is deleted leaves the draft, too, and a copy takes what students see', async () => {
  const { api, course, lesson, path, read, draft } = await school()
  const quiz = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Papers' } })
  await draft('begin')
  await api.lessonBlocks.create({ path, body: { content: { kind: 'quiz', quiz_id: quiz.id } } })
  expect(await read(api)).toEqual(['Text', 'Second', 'quiz'])
  await api.quizzes.delete({ path: { id: quiz.id } })
  expect(await read(api)).toEqual(['Text', 'Second'])
  const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
  const [copied] = (await api.lessons.list({ query: { course_id: copy.id } })).data
  expect(copied).toMatchObject({ has_draft: false })
})
