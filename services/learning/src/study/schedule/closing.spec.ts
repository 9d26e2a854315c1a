// Whom a withdrawal of a lesson and a change of opening rules would close lessons to, before it is made.
import { startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { schoolWithStudies } from '../../testing/flows.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

test('a withdrawal says to whom the lesson is open, and what waits for it', async () => {
  const { api, lessons, rule, student, as } = await schoolWithStudies(system)
  const [first, second] = [lessons[0]!, lessons[1]!]
  await rule(second.id, [{ kind: 'after_lesson', lesson_id: first.id }])
  const [ann] = [await student(), await student()]
  await as(ann.user_id).lessonCompletions.complete({ path: { id: first.id }, body: {} })
  const path = { id: first.id }
  const preview = await api.lessons.update({ path, body: { status: 'draft', dry_run: true } })
  expect(preview).toMatchObject({
    status: 'draft',
    closes: {
      lessons: [{ lesson_id: first.id, people: 2 }],
      waiting: [second.id],
      people: 2,
      people_read: 2,
    },
  })
  expect(await api.lessons.get({ path })).toMatchObject({ status: 'published', version: first.version + 1 })
  expect(await api.lessons.update({ path, body: { title: 'Paper' } })).toMatchObject({ closes: null })
})

test('a changed rule of a lesson or module says whom it closes', async () => {
  const { api, lessons, module, student } = await schoolWithStudies(system)
  await student()
  const rules = {
    conditions: [{ kind: 'date' as const, at: '2099-01-01T00:00:00.000+00:00' }],
    deadline: null,
  }
  const [first, second] = [lessons[0]!, lessons[1]!]
  const ofLesson = await api.lessonAccessRules.set({
    path: { id: first.id },
    body: { ...rules, dry_run: true },
  })
  expect(ofLesson.closes).toEqual({
    ...{ lessons: [{ lesson_id: first.id, people: 1 }], waiting: [] },
    ...{ opens: [], people: 1, people_read: 1 },
  })
  const ofModule = await api.modules.update({
    path: { id: module.id },
    body: { access_rules: rules, dry_run: true },
  })
  expect(ofModule.closes?.lessons.map(({ lesson_id }) => lesson_id)).toEqual([first.id, second.id])
  expect((await api.lessonAccessRules.get({ path: { id: first.id } })).conditions).toEqual([])
  await api.lessonAccessRules.set({ path: { id: first.id }, body: rules })
  expect((await api.lessonSchedule.list({ query: { status: 'closed' } })).data).toMatchObject([
    { lesson_id: first.id },
  ])
})
