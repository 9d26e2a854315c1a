import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())

/** Two modules; the first has two lessons, the first of them a block. */
async function school() {
  const fixture = await schoolWithCourse(system)
  const second = await fixture.addModule('Second')
  const [one, two] = [await fixture.addLesson({ status: 'published' }), await fixture.addLesson()]
  const block = await fixture.addText(one.id)
  const path = { id: fixture.course.id }
  const get = () => fixture.api.courseStructures.get({ path })
  const arrange = (modules: object[], ifMatch?: number) =>
    fixture.api.courseStructures.arrange({
      path,
      body: { modules } as never,
      ...(ifMatch && { ifMatch: `"${ifMatch}"` }),
    })
  const [first, last] = [fixture.module.id, second.id]
  return { ...fixture, first, last, one, two, block, path, get, arrange }
}

test('the structure is the tree of modules, lessons and blocks', async () => {
  const { first, last, one, two, block, get } = await school()
  expect((await get()).modules).toMatchObject([
    {
      id: first,
      lessons: [
        { id: one.id, blocks: [{ id: block.id, kind: 'text' }] },
        { id: two.id, blocks: [] },
      ],
    },
    { id: last, lessons: [] },
  ])
})

test('one write puts modules and lessons in a new order, and tells one change of the course', async () => {
  const { first, last, one, two, get, arrange, events, api } = await school()
  const before = (await events()).length
  const tree = [
    { id: last, lesson_ids: [two.id, one.id] },
    { id: first, lesson_ids: [] },
  ]
  const arranged = await arrange(tree)
  expect(arranged).toEqual(await get())
  expect(arranged.modules.map(({ id, lessons }) => [id, lessons.map(lesson => lesson.id)])).toEqual([
    [last, [two.id, one.id]],
    [first, []],
  ])
  expect((await events()).slice(before).map(({ type }) => type)).toEqual(['course.updated'])
  expect(await api.lessons.get({ path: { id: one.id } })).toMatchObject({ module_id: last, position: 2 })
  // The same tree again changes nothing.
  expect(await arrange(tree)).toEqual(arranged)
})

test.each(['missing', 'twice', 'foreign'])('a tree with a lesson %s is refused', async which => {
  const { first, last, one, two, arrange, get } = await school()
  const foreign = (await school()).one.id
  const before = await get()
  const lesson_ids = {
    missing: [one.id],
    twice: [one.id, two.id, one.id],
    foreign: [one.id, two.id, foreign],
  }[which]!
  const refused = arrange([
    { id: first, lesson_ids },
    { id: last, lesson_ids: [] },
  ])
  await expect(refused).rejects.toMatchObject({ status: 422, reason: 'structure_differs' })
  expect(await get()).toEqual(before)
})

test('a tree that somebody else has changed since it was read is not written', async () => {
  const { first, last, one, two, get, arrange, addLesson } = await school()
  const { version } = await get()
  await addLesson()
  const tree = [
    { id: first, lesson_ids: [one.id, two.id] },
    { id: last, lesson_ids: [] },
  ]
  await expect(arrange(tree, version)).rejects.toMatchObject({ status: 409, reason: 'version_mismatch' })
})

test('students see the published lessons of a published course', async () => {
  const { one, path, student, publish } = await school()
  await expect(student.courseStructures.get({ path })).rejects.toMatchObject({ status: 404 })
  await publish()
  const { modules } = await student.courseStructures.get({ path })
  expect(modules.flatMap(({ lessons }) => lessons.map(({ id }) => id))).toEqual([one.id])
})
