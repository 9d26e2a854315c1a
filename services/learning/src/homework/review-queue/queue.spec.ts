// Open answers of quizzes wait in the queue of homework: curators claim what is due first, whichever it is.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { homeworkSchool } from '../../testing/homework.ts'

let system: TestSystem
let now = Date.parse('2026-11-23T09:30:00Z')
const hour = 3_600_000
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, learningService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

/** A school with a homework, a quiz of one open question, a student and a curator of the course. */
async function school() {
  const base = await homeworkSchool(system)
  const { api, lesson, student, curator } = base
  const quiz = await api.quizzes.create({
    body: { lesson_id: lesson.id, title: 'Papers', review_hours: 24 },
  })
  const question = await api.questions.create({
    path: { id: quiz.id },
    body: { content: { kind: 'open', prompt: 'Why cotton?' } },
  })
  /** Ends an attempt whose open answer waits. */
  const answer = async (by = student) => {
    const { id } = await by.quizAttempts.start({
      body: { quiz_id: quiz.id, enrollment_id: by.enrollment.id },
    })
    const answers = [
      { question_id: question.id, revision: 1, answer: { kind: 'open' as const, text: 'It lasts.' } },
    ]
    await by.quizAttempts.save({ path: { id }, body: { answers } })
    return by.quizAttempts.finish({ path: { id } })
  }
  const claimAny = (by = curator, body: object = {}) => by.homework.claim({ body })
  const review = ({ id }: { id: string }, by = curator, score = 100) =>
    by.quizAttempts.review({ path: { id }, body: { scores: [{ question_id: question.id, score }] } })
  const assign = ({ id }: { id: string }, curator_id: string | null, by = api) =>
    by.quizAttempts.review({ path: { id }, body: { curator_id: curator_id as never } })
  const stateOf = ({ id }: { id: string }) => api.quizAttempts.get({ path: { id } })
  /** Another curator of the course. */
  const second = async () => {
    const other = await base.person('curator')
    await api.curators.assign({ body: { curator_id: other.id, course_id: base.course.id } })
    return other as typeof curator
  }
  const waitsAgain = (attempt: { id: string }) =>
    eventually('the attempt waits again', async () => (await stateOf(attempt)).curator_id === null)
  return { ...base, quiz, question, answer, claimAny, review, assign, stateOf, second, waitsAgain }
}

test('homework and open answers are claimed in the order in which their reviews are due', async () => {
  const { enroll, student, curator, send, answer, claimAny } = await school()
  const homework = await send()
  now += hour
  const attempt = await answer()
  expect(attempt).toMatchObject({ status: 'finished', result: null, curator_id: null })
  expect(Date.parse(attempt.review_due_at!)).toBe(now + 24 * hour)
  now += 49 * hour
  const late = await answer(await enroll())
  // The homework has 72 hours from its sending, the attempts have 24 from their ends.
  expect(await claimAny()).toMatchObject({
    submission: null,
    attempt: { id: attempt.id, user_id: student.id, curator_id: curator.id },
  })
  expect(await claimAny()).toMatchObject({ submission: { id: homework.id }, attempt: null })
  expect(await claimAny()).toMatchObject({ attempt: { id: late.id } })
  expect(await claimAny()).toEqual({ submission: null, attempt: null })
})

test('a claim can ask for one kind alone', async () => {
  const { send, answer, claimAny } = await school()
  const attempt = await answer()
  const homework = await send()
  expect(await claimAny(undefined, { kind: 'submission' })).toMatchObject({
    submission: { id: homework.id },
    attempt: null,
  })
  expect(await claimAny(undefined, { kind: 'submission' })).toEqual({ submission: null, attempt: null })
  expect(await claimAny(undefined, { kind: 'attempt' })).toMatchObject({ attempt: { id: attempt.id } })
})

test('the claimer alone scores until the claim ends, and the last score ends the review', async () => {
  const { answer, claimAny, review, second, curator, stateOf } = await school()
  const attempt = await answer()
  const other = await second()
  await claimAny()
  await expect(review(attempt, other)).rejects.toMatchObject({ status: 409, reason: 'attempt_in_review' })
  expect(await review(attempt)).toMatchObject({
    status: 'reviewed',
    curator_id: curator.id,
    claim_expires_at: null,
    result: { score: 100 },
  })
  expect(await claimAny(other)).toEqual({ submission: null, attempt: null })
  // What is decided may be corrected by whoever may review it.
  expect(await review(attempt, other, 50)).toMatchObject({ result: { score: 50 }, curator_id: other.id })
  expect((await stateOf(attempt)).result?.score).toBe(50)
})

test('a claim without a sign of its holder lapses, and what is assigned stays', async () => {
  const { answer, claimAny, assign, second, curator, waitsAgain, stateOf } = await school()
  const attempt = await answer()
  await claimAny()
  now += 2 * hour
  await waitsAgain(attempt)
  const other = await second()
  expect(await claimAny(other)).toMatchObject({ attempt: { id: attempt.id } })
  await expect(assign(attempt, null, curator)).rejects.toMatchObject({ reason: 'attempt_in_review' })
  expect(await assign(attempt, curator.id)).toMatchObject({ curator_id: curator.id, claim_expires_at: null })
  now += 100 * hour
  await system.services.learning!.workOffTasks()
  expect(await stateOf(attempt)).toMatchObject({ curator_id: curator.id })
  expect(await assign(attempt, null, curator)).toMatchObject({ curator_id: null })
  expect(await claimAny(other)).toMatchObject({ attempt: { id: attempt.id } })
})

test('the load counts attempts with homework', async () => {
  const { api, course, curator, enroll, send, answer, claimAny } = await school()
  const body = { curator_id: curator.id, course_id: course.id, max_load: 2 }
  await api.curators.assign({ body })
  await answer()
  await send()
  await answer(await enroll())
  await claimAny()
  await claimAny()
  expect((await api.curators.list()).data).toMatchObject([{ load: 2 }])
  await expect(claimAny()).rejects.toMatchObject({ status: 409, reason: 'curator_load_limit_reached' })
})

test.each(['absence', 'end of the assignment', 'deletion', 'demotion'])(
  'what a curator has in review waits again after an %s',
  async cause => {
    const { api, course, curator, answer, claimAny, second, waitsAgain } = await school()
    const attempt = await answer()
    await claimAny()
    const other = await second()
    const body = { curator_id: curator.id, course_id: course.id }
    if (cause === 'absence')
      await api.curators.assign({ body: { ...body, absence_starts_at: new Date(now).toISOString() } })
    if (cause === 'end of the assignment') {
      const [row] = (await api.curators.list({ query: { curator_id: curator.id } })).data
      await api.curators.release({ body: { id: row!.id } })
    }
    if (cause === 'deletion') await api.users.delete({ path: { id: curator.id } })
    if (cause === 'demotion')
      await api.users.update({ path: { id: curator.id }, body: { role: 'student' as const } })
    now += 1000
    await waitsAgain(attempt)
    expect(await claimAny(other)).toMatchObject({ attempt: { id: attempt.id, curator_id: other.id } })
  },
)

test('a question that counts in full for everybody takes its attempts out of the queue', async () => {
  const { api, quiz, question, answer, claimAny, stateOf } = await school()
  const attempt = await answer()
  await api.questions.update({
    path: { id: quiz.id, questionId: question.id },
    body: { credit: 'full', regrade: true },
  })
  await eventually('the attempt is final', async () => (await stateOf(attempt)).result !== null)
  expect(await claimAny()).toEqual({ submission: null, attempt: null })
})

test('an attempt waits for the curators of the flow into which its student goes', async () => {
  const { api, course, person, student, answer, claimAny, assign, waitsAgain, stateOf } = await school()
  const [before, after] = [await person('curator'), await person('curator')] as never[]
  const flow = (curator: { id: string }) =>
    api.groups.create({
      body: {
        name: `Flow of ${curator.id}`,
        starts_at: new Date(now).toISOString(),
        curator_id: curator.id as never,
        course_ids: [course.id],
      },
    })
  const [from, into] = [await flow(before!), await flow(after!)]
  await api.members.add({ path: { id: from.id }, body: { user_id: student.id } })
  const study = async () => (await api.enrollments.get({ path: { id: student.enrollment.id } })).group_id
  await eventually('the student studies in the flow', async () => (await study()) === from.id)
  const attempt = await answer()
  expect(attempt.group_id).toBe(from.id)
  await eventually('the curator of the flow has it', async () => {
    const { attempt: own } = await claimAny(before!)
    return own !== null
  })
  await api.transfers.move({ path: { id: into.id }, body: { user_id: student.id } })
  await waitsAgain(attempt)
  expect((await stateOf(attempt)).group_id).toBe(into.id)
  expect(await claimAny(after!)).toMatchObject({ attempt: { id: attempt.id } })
  await assign(attempt, null)
})

test('an attempt that is reset or erased is handed out to nobody', async () => {
  const { api, course, student, enroll, answer, claimAny } = await school()
  const erased = await enroll()
  await answer(erased)
  await answer()
  await api.progress.reset({ body: { user_id: student.id, course_id: course.id } })
  await api.persons.anonymize({ path: { id: erased.id }, body: {} as never })
  await eventually('nothing waits', async () => {
    const claimed = await claimAny()
    return claimed.attempt === null
  })
})
