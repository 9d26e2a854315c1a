// A key that is corrected after people have answered.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../service.ts'
import { choice, schoolOfStudy } from '../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
}, 60_000)
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
