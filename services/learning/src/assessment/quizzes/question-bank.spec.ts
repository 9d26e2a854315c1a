// Quizzes that draw questions of other quizzes.
import { newId } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

/** A course whose quiz draws from a bank: a quiz of a draft lesson in another course. */
async function school(draw: object = {}) {
  const base = await schoolOfStudy(system)
  const { api, lesson } = base
  const course = await api.courses.create({ body: { title: 'Questions' } })
  const module = await api.modules.create({ body: { course_id: course.id, title: 'Bank' } })
  const bankLesson = await api.lessons.create({ body: { module_id: module.id, title: 'Bank' } })
  const bank = await api.quizzes.create({ body: { lesson_id: bankLesson.id, title: 'Bank' } })
  const add = (quiz_id: string, prompt: string, label: string | null = 'paper') =>
    api.questions.create({ path: { id: quiz_id as never }, body: { content: { ...choice, prompt }, label } })
  const questions = [await add(bank.id, 'One'), await add(bank.id, 'Two'), await add(bank.id, 'Three')]
  const draws = [{ label: 'paper', count: 2, source: 'quizzes', quiz_ids: [bank.id], ...draw }]
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Test', draws: draws as never, attempts_allowed: null },
  })
  const student = await base.student()
  const start = () =>
    student.quizAttempts.start({ body: { quiz_id: quiz.id, enrollment_id: student.enrollment.id } })
  const answer = async (attempt: Awaited<ReturnType<typeof start>>, right: boolean) => {
    const answers = attempt.questions.map(({ question_id, asked }) => {
      const options = asked.kind === 'single' ? asked.options : []
      const option_id = options.find(({ text }) => (text === 'Cotton') === right)!.id
      return { question_id, revision: 1, answer: { kind: 'single' as const, option_id } }
    })
    const path = { id: attempt.id }
    await student.quizAttempts.save({ path, body: { answers } })
    return student.quizAttempts.finish({ path })
  }
  return {
    ...base,
    bankCourse: course,
    bankLesson,
    bank,
    questions,
    add,
    quiz,
    draws,
    student,
    start,
    answer,
  }
}

test('an attempt draws from another quiz, and keeps what it has drawn', async () => {
  const { api, bank, questions, quiz, add, start, student, answer } = await school()
  await add(quiz.id, 'Own', null)
  const attempt = await start()
  const drawn = attempt.questions.map(({ question_id }) => question_id)
  expect(drawn).toHaveLength(3)
  const fromBank = questions.filter(({ id }) => drawn.includes(id))
  expect(fromBank).toHaveLength(2)
  const [first] = fromBank
  const changed = { ...choice, prompt: 'Another' }
  await api.questions.update({ path: { id: bank.id, questionId: first!.id }, body: { content: changed } })
  await api.questions.delete({ path: { id: bank.id, questionId: fromBank[1]!.id } })
  const again = await student.quizAttempts.get({ path: { id: attempt.id } })
  expect(again.questions.map(({ asked }) => asked)).toEqual(attempt.questions.map(({ asked }) => asked))
  expect(await answer(attempt, true)).toMatchObject({ result: { score: 300, max_score: 300 } })
  const { figures } = await api.questions.get({ path: { id: bank.id, questionId: first!.id } })
  expect(figures).toMatchObject({ count: 1, facility: 100 })
  const next = await start()
  const prompts = next.questions.map(({ asked }) => asked.prompt)
  expect(prompts).toHaveLength(3)
  expect(prompts).toContain('Another')
})

test('a corrected key of the bank scores the attempts at the other quiz again', async () => {
  const { api, bank, questions, start, answer, quiz } = await school({ count: 3 })
  expect(await answer(await start(), false)).toMatchObject({ result: { score: 0, passed: false } })
  const content = { ...choice, options: choice.options.map(each => ({ ...each, correct: !each.correct })) }
  for (const { id, content: before } of questions)
    await api.questions.update({
      path: { id: bank.id, questionId: id },
      body: { content: { ...content, prompt: before.prompt }, regrade: true },
    })
  await eventually('the attempt passes', async () => {
    const { data } = await api.quizAttempts.list({ query: { quiz_id: quiz.id } })
    return data[0]?.result?.score === 300 && data[0].result.passed
  })
})

test('a quiz that others draw from, or have asked, is not deleted, neither with its lesson or course', async () => {
  const { api, bank, bankLesson, bankCourse, quiz, start } = await school()
  const removals = [
    () => api.quizzes.delete({ path: { id: bank.id } }),
    () => api.lessons.delete({ path: { id: bankLesson.id } }),
    () => api.courses.delete({ path: { id: bankCourse.id } }),
  ]
  const reasons = () =>
    Promise.all(removals.map(remove => remove().catch((error: { reason: string }) => error.reason)))
  expect(await reasons()).toEqual(['quiz_named', 'lesson_named', 'course_named'])
  await expect(removals[0]!()).rejects.toMatchObject({
    details: [{ message: expect.stringContaining(quiz.id) }],
  })
  await start()
  await api.quizzes.update({ path: { id: quiz.id }, body: { draws: [] } })
  expect(await reasons()).toEqual(['quiz_attempted', 'lesson_worked_in', 'course_named'])
})

test('a pool is that of the course or the school, without other courses that are archived, and a short one is told', async () => {
  const { api, bankCourse, bankLesson, course, lesson, quiz, add, start } = await school({
    ...{ source: 'school', quiz_ids: undefined, count: 4 },
  })
  const own = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'More' } })
  await add(own.id, 'Of the course')
  const ids = async () => (await start()).questions.length
  expect(await ids()).toBe(4)
  const short = async () =>
    (
      await api.publications.publish({ path: { id: course.id }, body: { action: 'publish', dry_run: true } })
    ).problems.filter(({ kind }) => kind === 'draw_short')
  expect(await short()).toEqual([])
  await api.lessons.update({ path: { id: bankLesson.id }, body: { status: 'published' } })
  await api.publications.publish({ path: { id: bankCourse.id }, body: { action: 'publish' } })
  await api.courses.update({ path: { id: bankCourse.id }, body: { status: 'archived' } })
  expect(await short()).toMatchObject([
    { blocks: false, lesson_id: lesson.id, message: expect.stringMatching('there are 1') },
  ])
  await api.quizzes.update({
    path: { id: quiz.id },
    body: { draws: [{ label: 'paper', count: 1, source: 'course' }] },
  })
  expect(await short()).toEqual([])
})

test('a draw names quizzes of the school, with the source that takes them', async () => {
  const { api, bank, quiz } = await school()
  const change = (draw: object) =>
    api.quizzes.update({
      path: { id: quiz.id },
      body: { draws: [{ label: 'x', count: 1, ...draw }] as never },
    })
  await expect(change({ source: 'quizzes' })).rejects.toMatchObject({ reason: 'quiz_draw_invalid' })
  await expect(change({ quiz_ids: [bank.id] })).rejects.toMatchObject({ reason: 'quiz_draw_invalid' })
  await expect(change({ source: 'quizzes', quiz_ids: [newId('quz')] })).rejects.toMatchObject({
    ...{ status: 422, reason: 'quiz_source_unknown' },
    details: [{ path: 'body.draws.0.quiz_ids.0' }],
  })
})

test('the copy of a course draws from its own copies, and from quizzes elsewhere as before', async () => {
  const { api, bank, course, lesson, quiz, add } = await school()
  const inside = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Inside' } })
  await add(inside.id, 'Inside')
  const draw = { label: 'paper', count: 2, source: 'quizzes' as const, quiz_ids: [inside.id, bank.id] }
  await api.quizzes.update({ path: { id: quiz.id }, body: { draws: [draw] } })
  const copy = await api.courseCopies.copy({ path: { id: course.id }, body: {} })
  const copies = await eventually('the copy is filled', async () => {
    const { data } = await api.quizzes.list({ query: { course_id: copy.id } })
    return data.length === 2 ? data : null
  })
  const of = (title: string) => copies!.find(each => each.title === title)!
  expect(of('Test').draws).toEqual([{ ...draw, quiz_ids: [of('Inside').id, bank.id] }])
})
