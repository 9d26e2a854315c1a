import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
import { learningService } from '../../service.ts'
import { schoolWithCourse } from '../../testing/courses.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [learningService] })
})
afterAll(() => system.stop())

const after = (lesson_id: string) => ({ kind: 'after_lesson', lesson_id })

async function school() {
  const base = await schoolWithCourse(system)
  const { lessonAccessRules } = base.api
  const rule = (id: string, ...conditions: object[]) =>
    lessonAccessRules.set({ path: { id: id as never }, body: { conditions: conditions as never } })
  const ruleModule = (id: string, ...conditions: object[]) =>
    base.api.modules.update({
      path: { id: id as never },
      body: { access_rules: { conditions: conditions as never } },
    })
  return { ...base, rule, ruleModule }
}

test('a lesson and a module have the rules that were set last, told as changes of lesson and course', async () => {
  const { api, module, addLesson, rule, ruleModule, events } = await school()
  const { id } = await addLesson()
  expect(await api.lessonAccessRules.get({ path: { id } })).toEqual({
    id,
    version: 1,
    conditions: [],
    deadline: null,
  })
  const condition = { kind: 'date', at: '2027-01-10T10:00:00+02:00' }
  const set = await rule(id, condition)
  expect(set).toMatchObject({
    version: 2,
    conditions: [{ kind: 'date', at: '2027-01-10T08:00:00.000+00:00' }],
  })
  const { closes, ...stored } = set
  expect(closes).toBeNull()
  expect(await api.lessonAccessRules.get({ path: { id } })).toEqual(stored)
  // The same rules again change nothing.
  expect(await rule(id, condition)).toEqual(set)
  const ofModule = await ruleModule(module.id, condition)
  expect(ofModule).toMatchObject({ access_rules: { conditions: set.conditions, deadline: null } })
  expect((await events()).slice(-2).map(({ type }) => type)).toEqual(['lesson.updated', 'course.updated'])
})

test('lessons that would wait for each other are refused with the path, also through their module', async () => {
  const { api, course, module, addLesson, addModule, rule, ruleModule } = await school()
  const [one, two] = [await addLesson(), await addLesson()]
  await rule(one.id, after(two.id))
  const circular = { status: 422, reason: 'lessons_circular' }
  await expect(rule(two.id, after(one.id))).rejects.toMatchObject({
    ...circular,
    details: [{ message: `${one.id} waits for ${two.id} waits for ${one.id}` }],
  })
  await expect(ruleModule(module.id, after(two.id))).rejects.toMatchObject(circular)
  // A module may wait for a lesson of another one, which then does not move into it.
  const second = await addModule()
  await ruleModule(second.id, after(one.id))
  const modules = [
    { id: module.id, lesson_ids: [two.id] },
    { id: second.id, lesson_ids: [one.id] },
  ]
  const arrange = api.courseStructures.arrange({ path: { id: course.id }, body: { modules } })
  await expect(arrange).rejects.toMatchObject(circular)
})

test('a condition names lessons of the same course, which are then not deleted', async () => {
  const { api, addLesson, rule } = await school()
  const [one, two] = [await addLesson(), await addLesson()]
  const foreign = await (await school()).addLesson()
  for (const id of [newId('les'), foreign.id])
    await expect(rule(one.id, after(id))).rejects.toMatchObject({
      status: 422,
      reason: 'rule_lesson_unknown',
      details: [{ path: 'body.conditions.0.lesson_id' }],
    })
  await rule(one.id, after(two.id))
  const remove = () => api.lessons.delete({ path: { id: two.id } })
  await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'lesson_named' })
  await rule(one.id)
  expect(await remove()).toMatchObject({ deleted: true })
})

test('a course is not published with a lesson that waits for a draft', async () => {
  const { api, addLesson, addText, publish, rule } = await school()
  const [one, two] = [await addLesson({ status: 'published' }), await addLesson()]
  await addText(one.id)
  await addText(two.id)
  await rule(one.id, after(two.id))
  expect((await publish({ dry_run: true })).problems).toMatchObject([
    { kind: 'rule_unmeetable', blocks: true, lesson_id: one.id },
    { kind: 'lesson_draft' },
  ])
  await expect(publish()).rejects.toMatchObject({ reason: 'course_unfinished', details: [{ path: one.id }] })
  await api.lessons.update({ path: { id: two.id }, body: { status: 'published' } })
  expect((await publish()).course.status).toBe('published')
})

test.each<[string, object]>([
  ['more than 20', Array.from({ length: 21 }, () => ({ kind: 'date', at: '2027-01-10T08:00:00Z' }))],
  ['one of an unknown kind', [{ kind: 'moon' }]],
  ['days after a lesson without the lesson', [{ kind: 'days_after', from: 'lesson_opened', days: 1 }]],
])('refused conditions: %s', async (_, conditions) => {
  const { addLesson, rule } = await school()
  const { id } = await addLesson()
  await expect(rule(id, ...(conditions as object[]))).rejects.toMatchObject({ status: 400 })
})
