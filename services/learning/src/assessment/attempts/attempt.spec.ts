import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningContract } from '../../contract.ts'
import { learningService } from '../../service.ts'
import { choice, schoolOfStudy } from '../../testing/studying.ts'
import type { QuestionInput } from '../questions/question-content.ts'
import type { QuizAttemptDetail } from './attempt.contract.ts'

let system: TestSystem
let now = Date.parse('2026-11-23T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

/** A school with a quiz of one choice, and a student of its course. */
async function school(quizFields: object = {}, questions: QuestionInput[] = [choice]) {
  const base = await schoolOfStudy(system)
  const { api, lesson } = base
  const quiz = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Papers', ...quizFields } })
  const add = (content: QuestionInput, fields: object = {}) =>
    api.questions.create({ path: { id: quiz.id }, body: { content, ...fields } })
  const addedQuestions = []
  for (const content of questions) addedQuestions.push(await add(content))
  const student = await base.student()
  const start = (by = student) =>
    by.quizAttempts.start({ body: { quiz_id: quiz.id, enrollment_id: by.enrollment.id } })
  /** Answers the choice of an attempt, rightly or not. */
  const answer = (attempt: QuizAttemptDetail, right: boolean, revision = 1) => {
    const question = attempt.questions.find(({ asked: questionForm }) => questionForm.kind === 'single')!
    const options = question.asked.kind === 'single' ? question.asked.options : []
    const option_id = options.find(({ text }) => (text === 'Cotton') === right)!.id
    const saved = {
      question_id: question.question_id,
      revision,
      answer: { kind: 'single' as const, option_id },
    }
    return student.quizAttempts.save({ path: { id: attempt.id }, body: { answers: [saved] } })
  }
  const finish = ({ id }: { id: string }) => student.quizAttempts.finish({ path: { id } })
  const listFinishedEvents = () => base.events('lesson.quiz_finished')
  return {
    ...base,
    quiz,
    add,
    asked: addedQuestions,
    student,
    start,
    answer,
    finish,
    listFinishedEvents,
  }
}

test('an attempt is started, answered and finished, and told once with its score', async () => {
  const { api, quiz, student, start, answer, finish, listFinishedEvents } = await school()
  const attempt = await start()
  expect(attempt).toMatchObject({ number: 1, status: 'running', ends_at: null, result: null })
  await answer(attempt, true)
  const finished = await finish(attempt)
  const result = { score: 100, max_score: 100, percent: 100, passed: true }
  expect(finished).toMatchObject({ status: 'finished', result })
  expect(await finish(attempt)).toEqual(finished)
  expect(await listFinishedEvents()).toMatchObject([
    { data: { object: { id: attempt.id, result } }, related: { quiz_id: quiz.id, user_id: student.id } },
  ])
  await expect(answer(attempt, false, 2)).rejects.toMatchObject({ status: 409, reason: 'attempt_finished' })
  const listed = await api.quizAttempts.list({ query: { quiz_id: quiz.id } })
  expect(listed.data).toMatchObject([{ id: attempt.id, result }])
})

test('many starts at once are one attempt', async () => {
  const { start } = await school()
  const started = await Promise.all(Array.from({ length: 10 }, () => start()))
  expect(new Set(started.map(({ id }) => id)).size).toBe(1)
})

test('of two answers to a question the one with the higher revision stays, whichever comes last', async () => {
  const { student, start, answer } = await school()
  const attempt = await start()
  await answer(attempt, true, 5)
  const { saved } = await answer(attempt, false, 4)
  expect(saved).toMatchObject([{ revision: 5 }])
  const { questions } = await student.quizAttempts.get({ path: { id: attempt.id } })
  expect(questions[0]).toMatchObject({ revision: 5, outcome: null })
  await answer(attempt, false, 6)
  expect((await start()).questions[0]!.revision).toBe(6)
})

test('an answer of another kind, or about another question, is refused', async () => {
  const { student, start, asked: addedQuestions } = await school()
  const attempt = await start()
  const other = await school()
  const save = (question_id: (typeof addedQuestions)[0]['id'], answer: object) =>
    student.quizAttempts.save({
      path: { id: attempt.id },
      body: { answers: [{ question_id, revision: 1, answer: answer as never }] },
    })
  const unfit = { status: 422, reason: 'answer_invalid' }
  await expect(save(addedQuestions[0]!.id, { kind: 'text', text: 'Cotton' })).rejects.toMatchObject(unfit)
  await expect(
    save(addedQuestions[0]!.id, { kind: 'single', option_id: 'aaaaaaaaaaaa' }),
  ).rejects.toMatchObject(unfit)
  await expect(save(other.asked[0]!.id, { kind: 'text', text: 'Cotton' })).rejects.toMatchObject(unfit)
})

test('the clock of the server ends an attempt: what was saved in time counts, later answers are refused', async () => {
  const { api, start, answer, listFinishedEvents } = await school({ time_limit_seconds: 600 })
  const attempt = await start()
  expect(attempt.ends_at).toBe(new Date(now + 600_000).toISOString().replace('Z', '+00:00'))
  await answer(attempt, true)
  now += 620_000
  await answer(attempt, true, 2)
  now += 11_000
  await expect(answer(attempt, false, 3)).rejects.toMatchObject({ status: 409, reason: 'time_over' })
  const path = { id: attempt.id }
  await eventually('its end', async () => (await api.quizAttempts.get({ path })).status === 'finished')
  expect(await listFinishedEvents()).toMatchObject([
    { data: { object: { finished_at: attempt.ends_at, result: { score: 100 } } } },
  ])
  await expect(answer(attempt, false, 4)).rejects.toMatchObject({ reason: 'time_over' })
})

test('after the deadline of its lesson no attempt begins, so that none is used up', async () => {
  const { api, course, student, start } = await school({ attempts_allowed: 1 })
  const move = (due_at: Date) =>
    api.lessonOverrides.create({
      body: { user_id: student.id, course_id: course.id, due_at: due_at.toISOString() },
    })
  await move(new Date(now))
  await expect(start()).rejects.toMatchObject({ status: 409, reason: 'deadline_passed' })
  now += 1000
  await move(new Date(now + 60_000))
  expect(await start()).toMatchObject({ number: 1, status: 'running' })
})

test('attempts are counted, and those without access, or of a hidden lesson, are refused', async () => {
  const { api, student, lesson, start, finish, person, quiz } = await school({ attempts_allowed: 1 })
  const stranger = await person()
  const body = { quiz_id: quiz.id, enrollment_id: student.enrollment.id }
  await expect(stranger.quizAttempts.start({ body })).rejects.toMatchObject({ status: 422 })
  await finish(await start())
  await expect(start()).rejects.toMatchObject({ status: 409, reason: 'attempts_used_up' })
  await api.lessons.update({ path: { id: lesson.id }, body: { status: 'draft' } })
  await expect(api.quizAttempts.start({ body })).rejects.toMatchObject({
    status: 403,
    reason: 'lesson_closed',
  })
})

test('an attempt keeps the version of a question that it asked, and is scored again on demand', async () => {
  const { api, quiz, asked: addedQuestions, student, start, answer, finish } = await school()
  const path = { id: quiz.id, questionId: addedQuestions[0]!.id }
  expect(await api.questions.update({ path, body: { points: 200 } })).toMatchObject({ number: 1 })
  const attempt = await start()
  await answer(attempt, false)
  await finish(attempt)
  const changed = { ...choice, options: choice.options.map(each => ({ ...each, correct: !each.correct })) }
  await api.questions.update({ path, body: { content: changed } })
  expect(await api.questions.get({ path })).toMatchObject({
    number: 2,
    versions: [{ number: 2 }, { number: 1, used: true, points: 200 }],
  })
  const read = () => student.quizAttempts.get({ path: { id: attempt.id } })
  expect(await read()).toMatchObject({ result: { score: 0, max_score: 200, passed: false } })

  const again = await start()
  await answer(again, true)
  await finish(again)
  await api.questions.update({ path, body: { content: choice, regrade: true } })
  const score = async () => (await student.quizAttempts.get({ path: { id: again.id } })).result?.score
  await eventually('the new score', async () => (await score()) === 200)
  expect(await read()).toMatchObject({ result: { score: 0 } })
  // What was passed stays passed.
  await api.questions.update({ path, body: { content: changed, regrade: true } })
  await eventually('the score again', async () => (await score()) === 0)
  const { result } = await student.quizAttempts.get({ path: { id: again.id } })
  expect(result).toMatchObject({ score: 0, passed: true })
})

test('open answers wait for a review, whose last score makes the result final', async () => {
  const open: QuestionInput = { kind: 'open', prompt: 'Why?', guidance: '' }
  const {
    owner,
    api,
    asked: addedQuestions,
    student,
    start,
    answer,
    finish,
    listFinishedEvents,
  } = await school({}, [choice, open])
  const attempt = await start()
  const path = { id: attempt.id }
  const question_id = addedQuestions[1]!.id
  await answer(attempt, true)
  await student.quizAttempts.save({
    path,
    body: { answers: [{ question_id, revision: 1, answer: { kind: 'open', text: 'Because.' } }] },
  })
  expect(await finish(attempt)).toMatchObject({ status: 'finished', result: null })
  expect(await listFinishedEvents()).toEqual([])
  const review = (score: number, id = question_id) =>
    api.quizAttempts.review({ path, body: { scores: [{ question_id: id, score, comment: 'Good' }] } })
  await expect(review(101)).rejects.toMatchObject({ status: 422, reason: 'review_invalid' })
  await expect(review(1, addedQuestions[0]!.id)).rejects.toMatchObject({ reason: 'review_invalid' })
  const twice = { question_id, score: 1 }
  await expect(api.quizAttempts.review({ path, body: { scores: [twice, twice] } })).rejects.toMatchObject({
    reason: 'review_invalid',
    details: [{ path: 'body.scores.1.question_id' }],
  })
  // Who curates by now, and took it as a student.
  const own = system.client(
    'learning',
    learningContract.resources,
    system.caller({ school: owner.school, role: 'curator', user: student.id }),
  )
  await expect(
    own.quizAttempts.review({ path, body: { scores: [{ question_id, score: 100, comment: '' }] } }),
  ).rejects.toMatchObject({ status: 409, reason: 'attempt_own' })
  expect(await review(50)).toMatchObject({ status: 'reviewed', result: { score: 150, passed: true } })
  expect(await review(60)).toMatchObject({
    result: { score: 160 },
    questions: [{}, { question_id, outcome: { score: 60, comment: 'Good' } }],
  })
  expect(await listFinishedEvents()).toHaveLength(1)
})

/** One question of each kind whose key, explanation and notes contain the word. */
const withCanary = (word: string): QuestionInput[] => [
  choice,
  { kind: 'text', prompt: 'p', accepted: [word] },
  { kind: 'number', prompt: 'p', value: '271828', tolerance: { kind: 'absolute', value: '0.3141592' } },
  { kind: 'cloze', prompt: 'p', text: 'A {1}', gaps: [{ accepted: [word] }] },
  { kind: 'open', prompt: 'p', guidance: word },
]

test.each(['never', 'score', 'after_finish'])('with show %s students see no key too early', async show => {
  const word = 'canary'
  const { api, quiz, student, start, finish, events } = await school({ show }, [])
  for (const content of withCanary(word))
    await api.questions.create({ path: { id: quiz.id }, body: { content, explanation: word } })
  const attempt = await start()
  const read = async () => [
    await student.quizAttempts.get({ path: { id: attempt.id } }),
    await student.quizAttempts.list({}),
    await student.quizzes.list({}),
    await student.quizzes.get({ path: { id: quiz.id } }),
  ]
  const leaks = (value: unknown) => /canary|271828|3141592|correct/.test(JSON.stringify(value))
  expect(leaks([attempt, await read()])).toBe(false)
  const finished = await finish(attempt)
  expect(leaks([finished, await read()])).toBe(show === 'after_finish')
  expect(JSON.stringify([finished, await read()]).includes('"passed"')).toBe(show !== 'never')
  expect(leaks(await events('lesson.quiz_finished'))).toBe(false)
  // The role has no permission for it; whoever had it as a student would find nothing.
  expect(await student.questions.list({ path: { id: quiz.id } })).toMatchObject({ data: [] })
})

test('a quiz, lesson or course in which somebody has worked is not deleted, another goes with its questions', async () => {
  const { api, course, lesson, quiz, start, add } = await school()
  const spare = await api.quizzes.create({ body: { lesson_id: lesson.id, title: 'Spare' } })
  await api.quizzes.delete({ path: { id: spare.id } })
  await start()
  await add(choice)
  const refused = (reason: string) => ({ status: 409, reason })
  await expect(api.quizzes.delete({ path: { id: quiz.id } })).rejects.toMatchObject(refused('quiz_attempted'))
  await expect(api.lessons.delete({ path: { id: lesson.id } })).rejects.toMatchObject(
    refused('lesson_worked_in'),
  )
  const { reason } = await api.courses.delete({ path: { id: course.id } }).catch(error => error)
  expect(['course_studied', 'still_named']).toContain(reason)
})

test('a lesson that is held takes neither starts nor answers; a passed quiz completes one whose rule says so', async () => {
  const { api, course, lesson, student, start, answer, finish, events } = await school()
  const completion = { ...lesson.completion, conditions: ['quiz' as const] }
  await api.lessons.update({ path: { id: lesson.id }, body: { completion } })
  const attempt = await start()
  const lessonHold = await api.lessonOverrides.create({
    body: { user_id: student.id, course_id: course.id, opening: 'hold' },
  })
  const closed = { status: 403, reason: 'lesson_closed' }
  await expect(start()).rejects.toMatchObject(closed)
  await expect(answer(attempt, true)).rejects.toMatchObject(closed)
  await api.lessonOverrides.delete({ path: { id: lessonHold.id } })
  await answer(attempt, true)
  await finish(attempt)
  const completed = { related: { lesson_id: lesson.id, user_id: student.id } }
  expect(await events('lesson.completed')).toMatchObject([completed])
})

test('a new round forgets attempts at quizzes and their grades', async () => {
  const { api, course, student, start, answer, finish } = await school({ attempts_allowed: 1 })
  const attempt = await start()
  await answer(attempt, true)
  await finish(attempt)
  await expect(start()).rejects.toMatchObject({ status: 409 })
  await api.progress.reset({ body: { user_id: student.id, course_id: course.id } })
  const { data } = await api.gradebooks.list({ path: { id: course.id } })
  expect(data[0]!.grades).toEqual([])
  expect((await student.quizAttempts.list()).data).toEqual([])
  expect(await start()).toMatchObject({ number: 1, status: 'running' })
})

test('a question shows how many results contain it, how easy it is, and whether it tells who knows the rest', async () => {
  const other: QuestionInput = {
    kind: 'single',
    prompt: 'Which brush?',
    options: [
      { text: 'Cotton', correct: true },
      { text: 'None', correct: false },
    ],
  }
  const {
    api,
    quiz,
    asked: addedQuestions,
    student,
    finish,
    start,
  } = await school({ attempts_allowed: 3 }, [choice, other])
  const [first] = addedQuestions
  const path = { id: quiz.id, questionId: first!.id }
  const figures = async () => (await api.questions.get({ path })).figures
  expect(await figures()).toEqual({ count: 0, facility: null, discrimination: null })
  for (const right of [true, false]) {
    const attempt = await start()
    const answers = attempt.questions.map(({ question_id, asked: questionForm }) => {
      const options = questionForm.kind === 'single' ? questionForm.options : []
      const option_id = options.find(({ text }) => (text === 'Cotton') === right)!.id
      return { question_id, revision: 1, answer: { kind: 'single' as const, option_id } }
    })
    await student.quizAttempts.save({ path: { id: attempt.id }, body: { answers } })
    await finish(attempt)
  }
  // Each of them is known by who knows the other.
  expect(await figures()).toEqual({ count: 2, facility: 50, discrimination: 100 })
  const content = {
    ...choice,
    options: [
      { text: 'Cotton', correct: false },
      { text: 'Copy', correct: true },
    ],
  } as QuestionInput
  await api.questions.update({ path, body: { content, regrade: true } })
  await eventually('the regrade', async () => (await figures()).discrimination === -100)
  expect(await figures()).toEqual({ count: 2, facility: 50, discrimination: -100 })
  const listed = await api.questions.list({ path: { id: quiz.id }, query: { expand: 'figures' } })
  expect(listed.data).toMatchObject([{ figures: { count: 2 } }, { figures: { count: 2, facility: 50 } }])
})
