// A key that is corrected after people have answered.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

const rightKey = choice
const wrongKey = {
  ...choice,
  options: choice.options.map(each => ({ ...each, correct: !each.correct })),
}

test.each([
  ['not begun otherwise', false],
  ['begun before', true],
])(
  'of several attempts that a new key lets pass, one completes a lesson that was %s',
  async (_, isStarted) => {
    const { api, course, lesson, student: newStudent, events } = await schoolOfStudy(system)
    const completion = { match: 'all' as const, conditions: ['quiz' as const], viewed_percent: 100 }
    await api.lessons.update({ path: { id: lesson.id }, body: { completion } })
    const quiz = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Papers' } })
    const question = await api.questions.create({ path: { id: quiz.id }, body: { content: wrongKey } })
    const student = await newStudent()
    if (isStarted) {
      const [block] = (await api.lessonBlocks.list({ path: { id: lesson.id } })).data
      await student.progress.report({ body: { reports: [{ block_id: block!.id }] } })
    }
    for (let count = 0; count < 2; count++) {
      const { id, questions } = await student.quizAttempts.start({
        body: { quiz_id: quiz.id, enrollment_id: student.enrollment.id },
      })
      const { asked: questionForm } = questions[0]!
      const cotton =
        questionForm.kind === 'single' ? questionForm.options.find(({ text }) => text === 'Cotton')! : null
      const answer = { kind: 'single' as const, option_id: cotton!.id }
      await student.quizAttempts.save({
        path: { id },
        body: { answers: [{ question_id: question.id, revision: 1, answer }] },
      })
      const { result } = await student.quizAttempts.finish({ path: { id } })
      expect(result).toMatchObject({ passed: false })
    }
    await api.questions.update({
      path: { id: quiz.id, questionId: question.id },
      body: { content: rightKey, regrade: true },
    })
    await eventually('both to pass', async () => {
      const { data } = await api.quizAttempts.list({ query: { quiz_id: quiz.id } })
      return data.length === 2 && data.every(({ result }) => result?.passed)
    })
    expect(await events('lesson.completed')).toHaveLength(1)
    expect(await events('course.completed')).toMatchObject([{ related: { course_id: course.id } }])
  },
)

test('a corrected order scores what was answered, whose words stay, and tells parts apart by their ids', async () => {
  const { api, lesson, student: newStudent } = await schoolOfStudy(system)
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Steps', show: 'after_finish' },
  })
  const content = { kind: 'order' as const, prompt: 'In which order?', items: ['Wet', 'Paint', 'Dry'] }
  const question = await api.questions.create({ path: { id: quiz.id }, body: { content } })
  const path = { id: quiz.id, questionId: question.id }
  const student = await newStudent()
  const { id } = await student.quizAttempts.start({
    body: { quiz_id: quiz.id, enrollment_id: student.enrollment.id },
  })
  const [wet, paint, dry] = question.content.kind === 'order' ? question.content.items : []
  const answer = { kind: 'order' as const, item_ids: [paint!.id, wet!.id, dry!.id] }
  await student.quizAttempts.save({
    path: { id },
    body: { answers: [{ question_id: question.id, revision: 1, answer }] },
  })
  await student.quizAttempts.finish({ path: { id } })
  const read = async () => {
    const { questions, result } = await student.quizAttempts.get({ path: { id } })
    const [{ answer: saved, asked: form }] = questions as [(typeof questions)[0]]
    const textById = new Map(form.kind === 'order' ? form.items.map(each => [each.id, each.text]) : [])
    const ids = saved?.kind === 'order' ? saved.item_ids : []
    return { percent: result?.percent, words: ids.map(each => textById.get(each)) }
  }
  const words = ['Paint', 'Wet', 'Dry']
  expect(await read()).toEqual({ percent: 0, words })
  const changed = { ...content, items: ['Paint', 'Wet', 'Let dry'] }
  await expect(
    api.questions.update({ path, body: { content: changed, regrade: true } }),
  ).rejects.toMatchObject({ reason: 'question_parts_unknown' })
  await api.questions.update({ path, body: { content: { ...content, items: words }, regrade: true } })
  await eventually('the regrade', async () => (await read()).percent === 100)
  expect(await read()).toEqual({ percent: 100, words })
  const named = { ...content, items: [wet!, paint!, { ...dry!, text: 'Let dry' }] }
  await api.questions.update({ path, body: { content: named, regrade: true } })
  await eventually('the second regrade', async () => (await read()).percent === 0)
  expect((await read()).words).toEqual(words)
})
