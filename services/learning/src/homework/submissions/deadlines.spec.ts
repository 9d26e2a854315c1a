// Deadlines of homework: of a first answer, and of one that was returned.
import { formatTime } from '@lms/contract'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { type HomeworkOptions, homeworkSchool } from '../../testing/homework.ts'

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

const school = (...of: HomeworkOptions) => homeworkSchool(system, ...of)

test('late answers are refused, or lose a share of their score, and late reviews are told', async () => {
  const due_at = formatTime(new Date(now + hour))
  const strict = await school({ late: 'refuse' }, due_at)
  const lenient = await school({ late: 'penalty', penalty_percent: 10, review_hours: 1 }, due_at)
  now += 2 * hour
  await expect(strict.send()).rejects.toMatchObject({ status: 409, reason: 'submission_late' })
  const { id, days_late } = await lenient.send()
  expect(days_late).toBe(1)
  now += 2 * hour
  const path = { id }
  await eventually('the note', async () => (await lenient.api.homework.get({ path })).late === 'curator')
  expect(await lenient.api.homework.accept({ path, body: { score: 1000 } })).toMatchObject({
    given_score: 1000,
    score: 900,
  })
})

test('an answer that is changed after the deadline is as late as one that is sent then', async () => {
  const due_at = formatTime(new Date(now + hour))
  const strict = await school({ late: 'refuse' }, due_at)
  const lenient = await school({ late: 'penalty', penalty_percent: 10 }, due_at)
  const change = async ({ student }: typeof strict, id: string, text: string) =>
    student.homework.update({ path: { id: id as never }, body: { text } })
  const [first, second] = [await strict.send(), await lenient.send()]
  await change(strict, first.id, 'Four washes')
  expect(await change(lenient, second.id, 'Four washes')).toMatchObject({ days_late: 0 })
  now += 2 * hour
  await expect(change(strict, first.id, 'Five washes')).rejects.toMatchObject({ reason: 'submission_late' })
  // Nothing is changed by this.
  expect(await change(strict, first.id, 'Four washes')).toMatchObject({ text: 'Four washes', days_late: 0 })
  const changed = await change(lenient, second.id, 'Five washes')
  expect(changed).toMatchObject({ days_late: 1, history: [{ days_late: 1 }], sent_at: second.sent_at })
  const path = { id: second.id }
  expect(await lenient.api.homework.accept({ path, body: { score: 1000 } })).toMatchObject({ score: 900 })
})

test('a homework that is not sent by its deadline is told once, with the draft that its student sees', async () => {
  const day = 24 * hour
  const deadline = formatTime(new Date(now + 5 * day))
  const { events, student, send, api, assignment, enroll, curator } = await school({}, deadline)
  const overdue = async () =>
    (await events('submission.overdue')).map(({ data: { object } }) => [object.user_id, object.late])
  const other = await enroll()
  await send(other)
  now += 4 * day
  await eventually('nothing is told before', async () => (await overdue()).length === 0)
  now += 2 * day
  await eventually('it is told', async () => (await overdue()).some(([id]) => id === student.id))
  expect((await student.homework.list({})).data).toMatchObject([
    { assignment_id: assignment.id, status: 'draft', late: 'student', due_at: deadline },
  ])
  const { id } = await send()
  const path = { id }
  expect(await student.homework.get({ path })).toMatchObject({ late: null, status: 'submitted' })
  // A returned answer has a deadline of its own.
  await api.homework.assign({ path, body: { curator_id: curator.id } })
  const due_at = formatTime(new Date(now + day))
  await curator.homework.giveBack({ path, body: { comment: 'Let it dry', due_at } })
  now += day
  const ofStudent = async () =>
    (await overdue()).filter(([user, late]) => user === student.id && late === 'student')
  await eventually('it is told', async () => (await ofStudent()).length === 2)
  expect((await overdue()).filter(([user]) => user === other.id)).not.toContainEqual([other.id, 'student'])
})

test('a deadline that was extended makes a missed homework timely again, and is told once more when it passes', async () => {
  const day = 24 * hour
  const fixture = await school({}, formatTime(new Date(now + day)))
  const { api, course, events, student } = fixture
  const overdue = async () => (await events('submission.overdue')).map(({ data }) => data.object.due_at)
  const draft = async () => (await student.homework.list({})).data[0]
  now += 2 * day
  await eventually('the first is told', async () => (await overdue()).length === 1)
  const extend = async (due_at: string) => {
    await api.lessonOverrides.create({ body: { user_id: student.id, course_id: course.id, due_at } })
    return due_at
  }
  const next = await extend(formatTime(new Date(now + day)))
  await eventually('the draft is in time', async () => (await draft())!.late === null)
  expect(await draft()).toMatchObject({ status: 'draft', due_at: next })
  now += 2 * day
  await eventually('the second is told', async () => (await overdue()).length === 2)
  expect(await overdue()).toEqual([expect.any(String), next])
  expect(await draft()).toMatchObject({ status: 'draft', late: 'student', due_at: next })
})

test('the deadline of a return counts until it is moved by returning once more, and a withdrawal does not lift it', async () => {
  const { student, curator, send, claim } = await school({ late: 'refuse' })
  const path = { id: (await send()).id }
  await claim()
  const giveBack = (hours: number) =>
    curator.homework.giveBack({
      path,
      body: { comment: 'Let it dry', due_at: formatTime(new Date(now + hours * hour)) },
    })
  await giveBack(1)
  now += 2 * hour
  const late = { status: 409, reason: 'submission_late' }
  await expect(send()).rejects.toMatchObject(late)
  await student.homework.withdraw({ path })
  await expect(send()).rejects.toMatchObject(late)
  expect(await giveBack(1)).toMatchObject({ status: 'returned', number: 1 })
  expect(await send()).toMatchObject({ status: 'submitted', number: 2, days_late: 0 })
})

test('a returned homework is returned once more with a later deadline', async () => {
  const { send, claim, curator } = await school({ late: 'refuse' })
  const path = { id: (await send()).id }
  await claim()
  const giveBack = (hours: number) =>
    curator.homework.giveBack({
      path,
      body: { comment: 'Let it dry', due_at: formatTime(new Date(now + hours * hour)) },
    })
  await giveBack(1)
  now += 2 * hour
  await eventually('it is late', async () => (await curator.homework.get({ path })).late === 'student')
  await expect(send()).rejects.toMatchObject({ status: 409, reason: 'submission_late' })
  expect(await giveBack(1)).toMatchObject({ status: 'returned', late: null, number: 1 })
  expect(await send()).toMatchObject({ status: 'submitted', number: 2, days_late: 0 })
})

test('an extension after a late answer lifts its penalty, of a person and of a whole flow, and shows before', async () => {
  const day = 24 * hour
  const past = () => formatTime(new Date(now - day))
  for (const isOfFlow of [false, true]) {
    const { api, course, student, enroll, send, claim, curator } = await school({
      late: 'penalty',
      penalty_percent: 10,
    })
    const flow = await api.groups.create({ body: { name: 'Spring' } })
    const studying = isOfFlow ? await enroll({ group_id: flow.id }) : student
    const of = isOfFlow ? { group_id: flow.id } : { user_id: studying.id }
    const extend = (due_at: string) =>
      api.lessonOverrides.create({ body: { ...of, course_id: course.id, due_at } })
    await extend(past())
    const path = { id: (await send(studying)).id }
    expect(await curator.homework.get({ path })).toMatchObject({ days_late: 1 })
    const due_at = formatTime(new Date(now + day))
    const { id } = await extend(due_at)
    await eventually('nothing is late', async () => (await curator.homework.get({ path })).days_late === 0)
    expect(await curator.homework.get({ path })).toMatchObject({ due_at, history: [{ days_late: 0 }] })
    // Whatever has been looked at by then, the deadline of the acceptance counts.
    await api.lessonOverrides.delete({ path: { id } })
    await claim()
    const accept = () => curator.homework.accept({ path, body: { score: 1000 } })
    expect(await accept()).toMatchObject({ days_late: 1, score: 900 })
    await extend(due_at)
    expect(await accept()).toMatchObject({
      days_late: 0,
      score: 1000,
      history: [{ score: 1000, days_late: 0 }],
    })
  }
})

test('a penalty is waived, and rework without a deadline is as late as what was returned', async () => {
  const late = { late: 'penalty', penalty_percent: 10 }
  const { send, claim, curator, student } = await school(late, formatTime(new Date(now + hour)))
  now += 49 * hour
  const path = { id: (await send()).id }
  await claim()
  await curator.homework.giveBack({ path, body: { comment: 'Let it dry' } })
  now += 100 * hour
  expect(await send()).toMatchObject({ number: 2, days_late: 2 })
  await student.homework.withdraw({ path })
  expect(await send()).toMatchObject({ number: 3, days_late: 2 })
  await claim()
  const accept = (body: object) => curator.homework.accept({ path, body: { score: 1000, ...body } })
  expect(await accept({})).toMatchObject({ score: 800, days_late: 2 })
  expect(await accept({ waive_penalty: true })).toMatchObject({
    score: 1000,
    given_score: 1000,
    days_late: 2,
  })
})

test('rework without a deadline is taken where late answers are refused', async () => {
  const { send, claim, curator } = await school({ late: 'refuse' }, formatTime(new Date(now + hour)))
  const path = { id: (await send()).id }
  await claim()
  await curator.homework.giveBack({ path, body: { comment: 'Let it dry' } })
  now += 100 * hour
  expect(await send()).toMatchObject({ number: 2, days_late: 0 })
})

test('a leave stops the deadline of a returned homework, which is told after it', async () => {
  const day = 24 * hour
  const { api, student, send, claim, curator, events } = await school({ late: 'refuse' })
  const path = { id: (await send()).id }
  await claim()
  const due_at = formatTime(new Date(now + 2 * day))
  await curator.homework.giveBack({ path, body: { comment: 'Let it dry', due_at } })
  const study = { path: { id: student.enrollment.id } }
  const status = async () => (await api.enrollments.get(study)).status
  await api.enrollments.freeze(study)
  await eventually('the leave', async () => (await status()) === 'frozen')
  now += 5 * day
  const returned = () => curator.homework.get({ path })
  await api.enrollments.unfreeze(study)
  await eventually('the study', async () => (await status()) === 'active')
  const moved = formatTime(new Date(Date.parse(due_at) + 5 * day))
  await eventually('the later deadline', async () => (await returned()).due_at === moved)
  expect(await events('submission.overdue')).toEqual([])
  now += 3 * day
  await eventually('it is late', async () => (await returned()).late === 'student')
  expect(await events('submission.overdue')).toMatchObject([{ data: { object: { due_at: moved } } }])
  await expect(send()).rejects.toMatchObject({ reason: 'submission_late' })
})
