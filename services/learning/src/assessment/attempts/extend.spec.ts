import { eventually } from '@lms/testing'
import { startClockedSystem } from '../../testing/clock-system.ts'
import { schoolOfStudy } from '../../testing/studying.ts'

let clocked: Awaited<ReturnType<typeof startClockedSystem>>
beforeAll(async () => {
  clocked = await startClockedSystem()
})
afterAll(() => clocked.system.stop())
const at = (minutes: number) =>
  new Date(clocked.now() + minutes * 60_000).toISOString().replace('Z', '+00:00')

/** A school with a quiz of ten minutes, and a student of a flow whose attempt runs, up to a deadline if there is one. */
async function running(due_at: string | null = null) {
  const base = await schoolOfStudy(clocked.system)
  const { api, course, lesson } = base
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Papers', time_limit_seconds: 600 },
  })
  const content = { kind: 'number' as const, prompt: 'How many sheets?', value: '2' }
  const { id: question_id } = await api.questions.create({ path: { id: quiz.id }, body: { content } })
  const { id: group_id } = await api.groups.create({ body: { name: 'Autumn', course_ids: [course.id] } })
  const student = await base.student({ group_id })
  const exception = due_at
    ? await api.lessonOverrides.create({ body: { user_id: student.id, course_id: course.id, due_at } })
    : null
  const startBody = { quiz_id: quiz.id, enrollment_id: student.enrollment.id }
  const attempt = await student.quizAttempts.start({ body: startBody })
  expect(attempt.ends_at).toBe(due_at ?? at(10))
  const path = { id: attempt.id }
  const readAttempt = () => student.quizAttempts.get({ path })
  const save = (revision: number) =>
    student.quizAttempts.save({
      path,
      body: { answers: [{ question_id, revision, answer: { kind: 'number', number: '2' } }] },
    })
  const grant = async (
    fields: Omit<Parameters<typeof api.lessonOverrides.create>[0]['body'], 'course_id'>,
  ): Promise<string | null> => {
    await api.lessonOverrides.create({ body: { course_id: course.id, ...fields } })
    await clocked.work()
    return (await readAttempt()).ends_at
  }
  return { ...base, student, group_id, exception, shown: readAttempt, save, grant }
}

test('more time for a person or a flow reaches the attempt that runs, which ends by it', async () => {
  const { student, group_id, shown: readAttempt, save, grant } = await running()
  expect(await grant({ group_id, extra_quiz_minutes: 5 })).toBe(at(15))
  expect(await grant({ user_id: student.id, extra_quiz_minutes: 20 })).toBe(at(30))
  clocked.pass(29)
  await clocked.work()
  await save(1)
  expect(await readAttempt()).toMatchObject({ status: 'running' })
  clocked.pass(2)
  await eventually('its end', async () => {
    await clocked.work()
    return (await readAttempt()).status === 'finished'
  })
  expect((await readAttempt()).result).toMatchObject({ percent: 100 })
})

test('a deadline that comes sooner takes nothing from an attempt that runs', async () => {
  const { student, grant } = await running()
  expect(await grant({ user_id: student.id, due_at: at(2) })).toBe(at(10))
})

test('without its deadline an attempt that runs has the time of its quiz', async () => {
  const { api, exception, shown: readAttempt } = await running(at(2))
  await api.lessonOverrides.delete({ path: { id: exception!.id } })
  await clocked.work()
  expect((await readAttempt()).ends_at).toBe(at(10))
})

test('an attempt whose time is over gets none, nor does one in a lesson that is held', async () => {
  const { student, grant, shown: readAttempt } = await running()
  expect(await grant({ user_id: student.id, opening: 'hold', extra_quiz_minutes: 20 })).toBe(at(10))
  const other = await running()
  const end = at(10)
  clocked.pass(11)
  expect(await other.grant({ user_id: other.student.id, extra_quiz_minutes: 20 })).toBe(end)
  expect(await other.shown()).toMatchObject({ status: 'finished', ends_at: end })
  expect(await readAttempt()).toMatchObject({ status: 'finished' })
})

test('the right answers stay hidden until a deadline that was moved, too', async () => {
  const { api, student, shown: readAttempt, grant, save } = await running(at(5))
  const { quiz_id, id } = (await api.quizAttempts.list({})).data[0]!
  await api.quizzes.update({ path: { id: quiz_id }, body: { show: 'after_deadline' } })
  await save(1)
  await student.quizAttempts.finish({ path: { id } })
  const keys = async () => (await readAttempt()).questions.filter(({ outcome }) => outcome !== null).length
  expect(await keys()).toBe(0)
  await grant({ user_id: student.id, due_at: at(60) })
  clocked.pass(10)
  // Another attempt may begin until then.
  expect(await keys()).toBe(0)
  clocked.pass(60)
  expect(await keys()).toBe(1)
})
