// Quizzes and homework that are done, and that no event of their own enters.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'

let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
})
afterAll(() => system.stop())

/** A school with a lesson that is completed by its quizzes or by its homework. */
async function school(by: 'quiz' | 'homework') {
  const fixture = await schoolOfStudy(system)
  const { api, lesson, course } = fixture
  const completion = { match: 'all' as const, conditions: [by], viewed_percent: 100 }
  await api.lessons.update({ path: { id: lesson.id }, body: { completion } })
  const addQuiz = async (lesson_id = lesson.id) => {
    const quiz = await api.quizzes.create({ body: { lesson_id, title: 'Papers' } })
    await api.questions.create({ path: { id: quiz.id }, body: { content: choice } })
    return quiz
  }
  const addHomework = () =>
    api.assignments.create({ body: { lesson_id: lesson.id, title: 'A sky', max_score: null } })
  type Student = Awaited<ReturnType<typeof fixture.student>>
  /** An attempt with the right answer, which still runs. */
  const answered = async (student: Student, quiz_id: Awaited<ReturnType<typeof addQuiz>>['id']) => {
    const body = { quiz_id, enrollment_id: student.enrollment.id }
    const { id, questions } = await student.quizAttempts.start({ body })
    const { asked: question, question_id } = questions[0]!
    const cotton = question.kind === 'single' ? question.options.find(({ text }) => text === 'Cotton')! : null
    const answer = { kind: 'single' as const, option_id: cotton!.id }
    await student.quizAttempts.save({
      path: { id },
      body: { answers: [{ question_id, revision: 1, answer }] },
    })
    return { id }
  }
  const pass = async (student: Student, quiz_id: Awaited<ReturnType<typeof addQuiz>>['id']) =>
    student.quizAttempts.finish({ path: await answered(student, quiz_id) })
  const accept = async (
    { homework, enrollment }: Student,
    assignment_id: Awaited<ReturnType<typeof addHomework>>['id'],
  ) => {
    const { id } = await homework.create({
      body: { assignment_id, enrollment_id: enrollment.id, text: 'Three washes' },
    })
    await api.homework.accept({ path: { id }, body: { score: null } })
  }
  const study = async (user_id: Student['id']) =>
    (await api.enrollments.list({ query: { user_id, course_id: course.id } })).data[0]!
  const completed = (user_id: Student['id']) =>
    eventually('the course to be completed', async () => (await study(user_id)).percent === 100)
  return { ...fixture, addQuiz, addHomework, answered, pass, accept, study, completed }
}

test('a quiz that is deleted holds back nobody who has passed the others', async () => {
  const { api, addQuiz, pass, student: newStudent, study, completed } = await school('quiz')
  const [first, second] = [await addQuiz(), await addQuiz()]
  const [ann, bob] = [await newStudent(), await newStudent()]
  await pass(ann, first.id)
  expect(await study(ann.id)).toMatchObject({ percent: 0 })
  await api.quizzes.delete({ path: { id: second.id } })
  await completed(ann.id)
  expect(await study(bob.id)).toMatchObject({ percent: 0 })
})

test('a homework that is deleted holds back nobody whose others are accepted', async () => {
  const { api, addHomework, accept, student: newStudent, completed } = await school('homework')
  const [first, second] = [await addHomework(), await addHomework()]
  const ann = await newStudent()
  await accept(ann, first.id)
  await api.assignments.delete({ path: { id: second.id } })
  await completed(ann.id)
})

test('in a new round homework that was accepted counts: it cannot be sent again', async () => {
  const fixture = await school('homework')
  const { api, course, lesson, addLesson, addHomework, accept, student: newStudent, study } = fixture
  const next = await addLesson()
  await api.lessonAccessRules.set({
    path: { id: next.id },
    body: { conditions: [{ kind: 'after_acceptance', lesson_id: lesson.id }], deadline: null },
  })
  const ann = await newStudent()
  await accept(ann, (await addHomework()).id)
  await eventually('half of it', async () => (await study(ann.id)).percent === 50)
  await api.progress.reset({ body: { user_id: ann.id, course_id: course.id } })
  await eventually('half of it again', async () => (await study(ann.id)).percent === 50)
  const { data } = await ann.lessonSchedule.list({ query: { lesson_id: next.id } })
  expect(data).toMatchObject([{ status: 'open' }])
})

test('quizzes of a lesson that two people have passed who turn out to be one complete it', async () => {
  const { api, addQuiz, pass, student: newStudent, completed } = await school('quiz')
  const [first, second] = [await addQuiz(), await addQuiz()]
  const [ann, twin] = [await newStudent(), await newStudent()]
  await pass(ann, first.id)
  await pass(twin, second.id)
  await api.persons.merge({ path: { id: ann.id }, body: { user_id: twin.id } })
  await completed(ann.id)
})

test('attempts that a merge ends complete their lessons, and the course', async () => {
  const {
    api,
    lesson,
    addLesson,
    addQuiz,
    answered,
    person,
    student: newStudent,
    completed,
  } = await school('quiz')
  const other = await addLesson()
  const completion = { match: 'all' as const, conditions: ['quiz' as const], viewed_percent: 100 }
  await api.lessons.update({ path: { id: other.id }, body: { completion } })
  const quizzes = [await addQuiz(lesson.id), await addQuiz(lesson.id), await addQuiz(other.id)]
  const twin = await newStudent()
  for (const { id } of quizzes) await answered(twin, id)
  const { id: ann } = await person()
  await api.persons.merge({ path: { id: ann }, body: { user_id: twin.id } })
  await eventually(
    'the study to move',
    async () => (await api.enrollments.list({ query: { user_id: ann } })).data[0],
  )
  await completed(ann)
})
