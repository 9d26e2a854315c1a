// What a school corrects afterwards: three curators share the work of a flow, one goes on leave; a student gets an extension
// after a late answer and takes a leave; a key is corrected, and what was decided by mistake is taken back.
import { type Envelope, formatTime, newId } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersContract } from '@lms/users/contract'
import { usersService } from '@lms/users/service'

const day = 86_400_000
let now = Date.now()
const later = (milliseconds: number) => formatTime(new Date(now + milliseconds))
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

/** A course of a quiz and a homework, with a flow, a student, and curators by the flow, by the course and by the person. */
async function school() {
  const owner = system.caller()
  const clients = (caller: ReturnType<TestSystem['caller']>) => ({
    ...system.client('users', usersContract.resources, caller),
    ...system.client('learning', learningContract.resources, caller),
  })
  const api = clients(owner)
  const person = async (role: 'student' | 'curator') => {
    const { id } = await api.users.create({ body: { email: `${newId('usr')}@school.org`, role } })
    return { id, ...clients(system.caller({ school: owner.school, role, user: id })) }
  }
  const course = await api.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })
  const module = await api.modules.create({ body: { course_id: course.id, title: 'Washes' } })
  const lesson = (title: string) =>
    api.lessons.create({ body: { module_id: module.id, title, status: 'published' } })
  const [papers, sky] = [await lesson('Papers'), await lesson('A sky')]
  const quiz = await api.quizzes.create({ body: { lesson_id: papers.id, title: 'Papers' } })
  const options = [
    { text: 'Cotton', correct: false },
    { text: 'Copy', correct: true },
  ]
  const question = await api.questions.create({
    path: { id: quiz.id },
    body: { content: { kind: 'single', prompt: 'Which paper?', options } },
  })
  const homework = await api.assignments.create({
    body: { lesson_id: sky.id, title: 'A sky', max_score: 1000, late: 'penalty', penalty_percent: 10 },
  })
  await api.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  const [ann, ofFlow, ofCourse, ofPerson] = await Promise.all([
    person('student'),
    person('curator'),
    person('curator'),
    person('curator'),
  ])
  const flow = await api.groups.create({
    body: { name: 'Spring', starts_at: later(-day), curator_id: ofFlow.id, course_ids: [course.id] },
  })
  await api.members.add({ path: { id: flow.id }, body: { user_id: ann.id } })
  await api.curators.assign({ body: { curator_id: ofCourse.id, course_id: course.id } })
  await api.curators.assign({ body: { curator_id: ofPerson.id, user_id: ann.id } })
  await api.lessonOverrides.create({
    body: { group_id: flow.id, course_id: course.id, due_at: later(day) },
  })
  const enrollment = await eventually(
    'the study',
    async () => (await ann.enrollments.list()).data[0] ?? false,
  )
  const events = async (type: string): Promise<Envelope<any>[]> => {
    const rows = await system.services.learning!.runtime.system.rows({
      statement: {
        name: '',
        text: 'select payload from learning.outbox where school_id = $1 order by position',
      },
      values: [owner.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!)).filter(event => event.type === type)
  }
  return {
    api,
    course,
    papers,
    sky,
    quiz,
    question,
    homework,
    ann,
    ofFlow,
    ofCourse,
    ofPerson,
    enrollment,
    events,
  }
}

test('a late answer is reviewed by three curators, extended, accepted, taken back, and accepted again after a leave', async () => {
  const { api, course, homework, ann, ofFlow, ofCourse, ofPerson, enrollment } = await school()
  const send = (text: string) =>
    ann.homework.create({ body: { assignment_id: homework.id, enrollment_id: enrollment.id, text } })
  now += 3 * day
  const { id } = await send('Three washes')
  const path = { id }
  expect(await ann.homework.get({ path })).toMatchObject({ days_late: 2 })

  // Whoever is assigned sees it; one curator takes it, and goes on leave.
  for (const curator of [ofFlow, ofCourse, ofPerson])
    expect((await curator.homework.list()).data.map(each => each.id)).toEqual([id])
  const claim = async (by: typeof ofPerson) => (await by.homework.claim({ body: {} })).submission
  expect(await claim(ofPerson)).toMatchObject({ id, curator_id: ofPerson.id })
  expect(await claim(ofCourse)).toBeNull()
  const away = { curator_id: ofPerson.id, user_id: ann.id, absence_starts_at: later(0) }
  await api.curators.assign({ body: away })
  now += 1000
  await eventually('it waits again', async () => (await ann.homework.get({ path })).status === 'submitted')
  await expect(claim(ofPerson)).rejects.toMatchObject({ reason: 'curator_absent' })

  // An extension after the answer lifts its penalty.
  expect(await claim(ofCourse)).toMatchObject({ id })
  await api.lessonOverrides.create({
    body: { user_id: ann.id, course_id: course.id, due_at: later(day) },
  })
  expect(await ofCourse.homework.accept({ path, body: { score: 900 } })).toMatchObject({
    score: 900,
    days_late: 0,
  })

  // The acceptance is taken back; a leave moves the new deadline, and the next answer is in time.
  const returned = await ofCourse.homework.giveBack({
    path,
    body: { comment: 'That was another answer.', due_at: later(2 * day) },
  })
  expect(returned).toMatchObject({ status: 'returned', score: null })
  await api.enrollments.freeze({ path: { id: enrollment.id } })
  now += 5 * day
  await api.enrollments.unfreeze({ path: { id: enrollment.id } })
  now += day
  expect(await send('Four washes')).toMatchObject({ id, number: 2 })
  expect(await claim(ofFlow)).toMatchObject({ id })
  expect(await ofFlow.homework.accept({ path, body: { score: 1000 } })).toMatchObject({
    score: 1000,
    days_late: 0,
  })
  const [grades] = (await api.gradebooks.list({ path: { id: course.id } })).data
  expect(grades!.grades).toMatchObject([{ item_id: homework.id, status: 'accepted', score: 1000 }])
}, 120_000)

test('a corrected key lets pass who answered right; a completion that is taken back stays so, and is told', async () => {
  const { api, papers, quiz, question, ann, enrollment, events } = await school()
  const begun = await ann.quizAttempts.start({ body: { quiz_id: quiz.id, enrollment_id: enrollment.id } })
  const choices = question.content.kind === 'single' ? question.content.options : []
  const cotton = choices.find(({ text }) => text === 'Cotton')!
  await ann.quizAttempts.save({
    path: { id: begun.id },
    body: {
      answers: [{ question_id: question.id, revision: 1, answer: { kind: 'single', option_id: cotton.id } }],
    },
  })
  expect(await ann.quizAttempts.finish({ path: { id: begun.id } })).toMatchObject({
    result: { passed: false },
  })
  const options = choices.map(({ id, text }) => ({ id, text, correct: id === cotton.id }))
  await api.questions.update({
    path: { id: quiz.id, questionId: question.id },
    body: { content: { kind: 'single', prompt: 'Which paper?', options }, regrade: true },
  })
  const progress = async () =>
    (await api.progress.list()).data.find(({ lesson_id }) => lesson_id === papers.id)
  await eventually('the new score', async () => (await progress())?.status === 'completed')
  await api.lessonCompletions.undo({ path: { id: papers.id }, body: { user_id: ann.id } })
  await api.lessons.update({ path: { id: papers.id }, body: { required: false } })
  await api.lessons.update({ path: { id: papers.id }, body: { required: true } })
  const [back] = (await events('lesson.started')).slice(-1)
  expect(back).toMatchObject({ data: { object: { taken_back_at: expect.any(String), status: 'started' } } })
  expect(await progress()).toMatchObject({ status: 'started', completed_at: null })
}, 120_000)
