// What staff correct after people have taken a quiz: the pass mark, the credit of a question, the attempts of one person.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

/** A quiz of two questions of a point each, in a lesson that it completes, and how a student answers it. */
async function school(fields: object = {}) {
  const base = await schoolOfStudy(system)
  const { api, lesson, course } = base
  const completion = { match: 'all' as const, conditions: ['quiz' as const], viewed_percent: 100 }
  await api.lessons.update({ path: { id: lesson.id }, body: { completion } })
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Papers', pass_percent: 80, ...fields },
  })
  const path = { id: quiz.id }
  const questions = [
    await api.questions.create({ path, body: { content: choice } }),
    await api.questions.create({ path, body: { content: choice } }),
  ]
  /** Takes the quiz with so many right answers. */
  const take = async (student: Awaited<ReturnType<typeof base.student>>, right: number) => {
    const { id } = await student.quizAttempts.start({
      body: { quiz_id: quiz.id, enrollment_id: student.enrollment.id },
    })
    const answers = questions.map(({ id: question_id, content }, index) => {
      const options = content.kind === 'single' ? content.options : []
      const option_id = options.find(({ correct }) => correct === index < right)!.id
      return { question_id, revision: 1, answer: { kind: 'single' as const, option_id } }
    })
    await student.quizAttempts.save({ path: { id }, body: { answers } })
    return student.quizAttempts.finish({ path: { id } })
  }
  const grades = async (student: { id: string }) => {
    const { data } = await api.gradebooks.list({ path: { id: course.id } })
    const [grade] = data.find(({ user_id }) => user_id === student.id)!.grades
    return grade && { score: grade.score, status: grade.status }
  }
  const percents = async () => (await api.quizAttempts.list()).data.map(({ result }) => result?.percent)
  return { ...base, quiz, path, questions, take, grades, percents }
}

test('a lower pass mark is applied to those who tried, on request, and says before whom it lets pass', async () => {
  const { api, path, take, grades, student: enroll, events } = await school()
  const [ann, bob] = [await enroll(), await enroll()]
  for (const [student, right] of [
    [ann, 1],
    [ann, 1],
    [bob, 0],
  ] as const)
    await take(student, right)
  const change = { pass_percent: 50, regrade: true }
  const preview = await api.quizzes.update({ path, body: { ...change, dry_run: true } })
  expect(preview).toMatchObject({ pass_percent: 50, regraded: { attempts: 2, people: 1 } })
  expect(await api.quizzes.get({ path })).toMatchObject({ pass_percent: 80 })
  await api.quizzes.update({ path, body: { pass_percent: 50 } })
  expect(await grades(ann)).toEqual({ score: 100, status: 'failed' })
  expect(await api.quizzes.update({ path, body: change })).toMatchObject({ regraded: { people: 1 } })
  await eventually('the new judgement', async () => (await grades(ann))?.status === 'passed')
  expect(await grades(bob)).toEqual({ score: 0, status: 'failed' })
  expect(await events('lesson.completed')).toHaveLength(1)
  expect(await events('course.completed')).toMatchObject([{ related: { user_id: ann.id } }])
})

test('a question counts in full for everybody, or is dropped', async () => {
  const { api, path, questions, take, percents, student: enroll } = await school()
  const ann = await enroll()
  await take(ann, 1)
  const question = { path: { ...path, questionId: questions[1]!.id } }
  await api.questions.update({ ...question, body: { credit: 'full', regrade: true } })
  await eventually('full points', async () => (await percents())[0] === 100)
  await api.questions.update({ ...question, body: { credit: 'by_answer', regrade: true } })
  await eventually('the points of the answer', async () => (await percents())[0] === 50)
  await api.questions.update({ ...question, body: { credit: 'none', regrade: true } })
  await eventually('one question', async () => (await percents())[0] === 100)
  expect((await api.quizAttempts.list()).data).toMatchObject([{ result: { score: 100, max_score: 100 } }])
})

test('staff grant one person another attempt, and let one begin again', async () => {
  const { api, course, take, student: enroll } = await school({ attempts_allowed: 1 })
  const [ann, bob] = [await enroll(), await enroll()]
  for (const student of [ann, bob]) await take(student, 0)
  const usedUp = { reason: 'attempts_used_up' }
  await expect(take(ann, 2)).rejects.toMatchObject(usedUp)
  const grant = (body: object) =>
    api.lessonOverrides.create({ body: { user_id: ann.id, course_id: course.id, ...body } })
  await grant({ extra_quiz_attempts: 1 })
  expect(await take(ann, 2)).toMatchObject({ number: 2 })
  await expect(take(ann, 2)).rejects.toMatchObject(usedUp)
  await expect(take(bob, 2)).rejects.toMatchObject(usedUp)
  await grant({ restarts_quizzes: true })
  expect(await take(ann, 2)).toMatchObject({ number: 3 })
  expect(await take(ann, 2)).toMatchObject({ number: 4 })
  await expect(take(ann, 2)).rejects.toMatchObject(usedUp)
})

test('the gradebook shows the best, the last, or the average attempt', async () => {
  const { api, path, take, grades, student: enroll } = await school({ pass_percent: 50 })
  const ann = await enroll()
  for (const right of [2, 1, 0]) await take(ann, right)
  expect(await grades(ann)).toEqual({ score: 200, status: 'passed' })
  await api.quizzes.update({ path, body: { counts: 'last' } })
  await eventually('the last', async () => (await grades(ann))?.score === 0)
  expect(await grades(ann)).toEqual({ score: 0, status: 'failed' })
  await api.quizzes.update({ path, body: { counts: 'average' } })
  await eventually('the average', async () => (await grades(ann))?.score === 100)
  expect(await grades(ann)).toEqual({ score: 100, status: 'passed' })
  await take(ann, 0)
  expect(await grades(ann)).toEqual({ score: 75, status: 'failed' })
})

test('a completion that staff take back is told', async () => {
  const { lesson, api, take, student: enroll, events } = await school()
  const ann = await enroll()
  await take(ann, 2)
  await api.lessonCompletions.undo({ path: { id: lesson.id }, body: { user_id: ann.id } })
  expect((await events('lesson.started')).at(-1)).toMatchObject({
    related: { user_id: ann.id },
    data: { object: { status: 'started', completed_at: null, taken_back_at: expect.any(String) } },
  })
})
