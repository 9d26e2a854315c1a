// Lessons whose content is a quiz or a homework, and when they are completed.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

const marked = { match: 'all' as const, conditions: ['marked' as const], viewed_percent: 90 }
type Api = Awaited<ReturnType<typeof schoolOfStudy>>['api']

/** A lesson with a quiz and a homework. */
async function lessonOfWork(api: Api, module_id: `mod_${string}`, fields: object = {}) {
  const lesson = await api.lessons.create({
    body: { module_id, title: 'Papers', status: 'published', ...fields },
  })
  const of = { lesson_id: lesson.id, title: 'Papers' }
  const quiz = await api.quizzes.create({ body: of })
  const assignment = await api.assignments.create({ body: { ...of, max_score: null } })
  const conditions = async () => (await api.lessons.get({ path: { id: lesson.id } })).completion.conditions
  return { lesson, quiz, assignment, conditions, path: { id: lesson.id } }
}

test('a lesson of a quiz or homework alone is published', async () => {
  const { api, course, module } = await schoolOfStudy(system)
  const publish = { path: { id: course.id }, body: { action: 'publish', dry_run: true } } as const
  const { lesson, quiz, assignment } = await lessonOfWork(api, module.id)
  expect((await api.publications.publish(publish)).problems).toEqual([])
  await api.quizzes.delete({ path: { id: quiz.id } })
  expect((await api.publications.publish(publish)).problems).toEqual([])
  await api.assignments.delete({ path: { id: assignment.id } })
  expect((await api.publications.publish(publish)).problems).toMatchObject([
    { kind: 'lesson_empty', lesson_id: lesson.id },
  ])
})

test('its completion follows from its content until it is set, and again when it is taken back', async () => {
  const { api, module, events } = await schoolOfStudy(system)
  const { lesson, quiz, assignment, conditions, path } = await lessonOfWork(api, module.id)
  expect(lesson).toMatchObject({ completion: marked, completion_follows: true })
  expect(await conditions()).toEqual(['quiz', 'homework'])
  expect((await events('lesson.updated')).filter(({ data }) => data.object.id === lesson.id)).toHaveLength(2)
  await api.quizzes.delete({ path: { id: quiz.id } })
  expect(await conditions()).toEqual(['homework'])
  const set = await api.lessons.update({ path, body: { completion: marked } })
  expect(set).toMatchObject({ completion: marked, completion_follows: false })
  await api.assignments.delete({ path: { id: assignment.id } })
  await api.lessons.update({ path, body: { title: 'Brushes' } })
  expect(await api.lessons.get({ path })).toMatchObject({ completion: marked, completion_follows: false })
  await api.lessons.update({ path, body: { completion: null, kind: 'test' } })
  expect(await conditions()).toEqual(['quiz'])
})

test('a student completes a lesson by its quiz, and marks no test as done', async () => {
  const { api, module, student: enroll } = await schoolOfStudy(system)
  const { quiz, assignment, path } = await lessonOfWork(api, module.id)
  await api.assignments.delete({ path: { id: assignment.id } })
  const question = await api.questions.create({ path: { id: quiz.id }, body: { content: choice } })
  const ann = await enroll()
  const mark = (id: `les_${string}`) => ann.lessonCompletions.complete({ path: { id }, body: {} })
  await expect(mark(path.id)).rejects.toMatchObject({ reason: 'lesson_not_markable' })
  const begun = await ann.quizAttempts.start({
    body: { quiz_id: quiz.id, enrollment_id: ann.enrollment.id },
  })
  const options = question.content.kind === 'single' ? question.content.options : []
  const answer = { kind: 'single' as const, option_id: options.find(({ correct }) => correct)!.id }
  await ann.quizAttempts.save({
    path: { id: begun.id },
    body: { answers: [{ question_id: question.id, revision: 1, answer }] },
  })
  await ann.quizAttempts.finish({ path: { id: begun.id } })
  const { data } = await ann.progress.list()
  expect(data).toMatchObject([{ lesson_id: path.id, status: 'completed' }])
  const test = await api.lessons.create({
    body: { module_id: module.id, title: 'Test', status: 'published', kind: 'test', completion: marked },
  })
  await expect(mark(test.id)).rejects.toMatchObject({ reason: 'lesson_not_markable' })
})

test('quizzes and homework stand between texts, go with what they name, and are copied', async () => {
  const { api, course, module, lesson: other } = await schoolOfStudy(system)
  const { quiz, assignment, path } = await lessonOfWork(api, module.id)
  const add = (content: object, at = path) =>
    api.lessonBlocks.create({ path: at, body: { content: content as never } })
  await add({ kind: 'quiz', quiz_id: quiz.id })
  await add({ kind: 'text', html: '<p>Then</p>' })
  await add({ kind: 'assignment', assignment_id: assignment.id })
  await expect(add({ kind: 'quiz', quiz_id: quiz.id }, { id: other.id })).rejects.toMatchObject({
    reason: 'block_work_unknown',
  })
  const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
  const contents = async (id: `les_${string}`) =>
    (await api.lessonBlocks.list({ path: { id } })).data.map(({ content, position }) => [position, content])
  const copied = await eventually('the copy', async () => {
    const { data } = await api.lessons.list({ query: { course_id: copy.id } })
    const target = data.find(({ title }) => title === 'Papers')
    return target && (await contents(target.id)).length === 3 ? target : null
  })
  const [copiedQuiz] = (await api.quizzes.list({ query: { lesson_id: copied.id } })).data
  expect((await contents(copied.id))[0]).toEqual([1, { kind: 'quiz', quiz_id: copiedQuiz!.id }])
  await api.quizzes.delete({ path: { id: quiz.id } })
  expect(await contents(path.id)).toEqual([
    [1, { kind: 'text', html: '<p>Then</p>' }],
    [2, { kind: 'assignment', assignment_id: assignment.id }],
  ])
})
