import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningContract } from '../../contract.ts'
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

test('a homework is sent, claimed, returned, sent again and accepted, each told once', async () => {
  const { api, course, student, curator, send, claim, told: eventNames } = await school()
  const { id } = await send()
  const path = { id }
  expect(await claim()).toMatchObject({ id, status: 'in_review', curator_id: curator.id })
  expect(await claim()).toBe(null)
  const returned = await curator.homework.giveBack({ path, body: { comment: 'Let it dry' } })
  expect(returned).toMatchObject({ status: 'returned', comment: 'Let it dry', number: 1 })
  expect(await send(student, { text: 'Four washes' })).toMatchObject({ id, status: 'submitted', number: 2 })
  await claim()
  const accept = (score: number) => curator.homework.accept({ path, body: { score } })
  await expect(accept(1001)).rejects.toMatchObject({ status: 422, reason: 'score_invalid' })
  expect(await accept(800)).toMatchObject({
    status: 'accepted',
    score: 800,
    history: [{ status: 'returned' }, { status: 'accepted', score: 800 }],
  })
  expect(await accept(900)).toMatchObject({ score: 900 })
  expect(await eventNames()).toEqual([
    'created',
    'assigned',
    'returned',
    'created',
    'assigned',
    'accepted',
    'accepted',
  ])
  const listed = await curator.homework.list({ query: { expand: 'attempts' } })
  const allAttempts = (listed.data[0] as unknown as { attempts: { items: { text: string }[] } }).attempts
    .items
  expect(allAttempts.map(({ text }) => text)).toEqual(['Three washes', 'Four washes'])
  const book = await api.gradebooks.list({ path: { id: course.id } })
  expect(book.data).toMatchObject([
    {
      user_id: student.id,
      grades: [{ kind: 'homework', status: 'accepted', score: 900, curator_id: curator.id }],
    },
  ])
  await expect(send()).rejects.toMatchObject({ status: 409, reason: 'submission_accepted' })
})

test('a draft is seen by its student only, and told to nobody', async () => {
  const { api, student, send, told: eventNames } = await school()
  const { id } = await send(student, { text: '', status: 'draft' })
  expect((await student.homework.list({})).data).toMatchObject([{ id, status: 'draft', number: 0 }])
  expect((await api.homework.list({})).data).toEqual([])
  const path = { id }
  const submit = (body: object) => student.homework.update({ path, body: { status: 'submitted', ...body } })
  await expect(submit({})).rejects.toMatchObject({ status: 422, reason: 'submission_empty' })
  expect(await eventNames()).toEqual([])
  expect(await submit({ text: 'Done' })).toMatchObject({ status: 'submitted', number: 1 })
  await student.homework.update({ path, body: { text: 'Done better' } })
  await student.homework.withdraw({ path })
  expect(await eventNames()).toEqual(['created', 'updated', 'updated'])
  expect(await send()).toMatchObject({ id, status: 'submitted', number: 2 })
})

test('curators claim at once different answers, a single one in the order of the deadlines', async () => {
  const { api, course, person, student: first, curator, send, claim, enroll } = await school()
  const students = [first, await enroll(), await enroll(), await enroll()]
  const ids: string[] = []
  for (const each of students) {
    ids.push((await send(each)).id)
    now += 1000
  }
  expect((await claim())?.id).toBe(ids[0])
  const others = await Promise.all([person('curator'), person('curator')])
  for (const { id: curator_id } of others)
    await api.curators.assign({ body: { curator_id, course_id: course.id } })
  const claims = await Promise.all([...others, curator].map(each => claim(each as typeof curator)))
  expect(claims.map(each => each?.id).sort()).toEqual(ids.slice(1).sort())
})

test('a claim belongs to its holder, ends after an hour, and is renewed by their comments', async () => {
  const { api, course, person, curator, student, send, claim, told: eventNames } = await school()
  const { id } = await send()
  const path = { id }
  await claim()
  const other = await person('curator')
  await api.curators.assign({ body: { curator_id: other.id, course_id: course.id } })
  const accept = () => other.homework.accept({ path, body: { score: 1 } })
  await expect(accept()).rejects.toMatchObject({ status: 409, reason: 'claimed_by_other' })
  await expect(student.homework.update({ path, body: { text: 'x' } })).rejects.toMatchObject({
    reason: 'submission_in_review',
  })
  now += 0.9 * hour
  await curator.submissionComments.create({ path, body: { text: 'Which paper?' } })
  now += 0.9 * hour
  await student.submissionComments.create({ path, body: { text: 'Cotton' } })
  expect(await student.homework.get({ path })).toMatchObject({ status: 'in_review' })
  now += 0.2 * hour
  await eventually(
    'the end of the claim',
    async () => (await api.homework.get({ path })).status === 'submitted',
  )
  expect(await eventNames()).toEqual(['created', 'assigned', 'commented', 'commented', 'assigned'])
  const comments = await curator.submissionComments.list({ path, query: { sort: 'created_at' } })
  expect(comments.data.map(({ by }) => by)).toEqual(['school', 'student'])
  expect((await claim(other))?.id).toBe(id)
})

test('an absent or full curator gets nothing, and an absence that begins returns what is in review', async () => {
  const { api, course, curator, send, claim, enroll } = await school()
  const path = { id: (await send()).id }
  const assign = (terms: object) =>
    api.curators.assign({ body: { curator_id: curator.id, course_id: course.id, ...terms } })
  await claim()
  expect(await assign({ max_load: 1 })).toMatchObject({ load: 1 })
  await send(await enroll())
  await expect(claim()).rejects.toMatchObject({ status: 409, reason: 'curator_load_limit_reached' })
  await assign({ absence_starts_at: new Date(now + hour / 2).toISOString() })
  now += hour / 2
  await eventually('its return', async () => (await api.homework.get({ path })).status === 'submitted')
  await expect(claim()).rejects.toMatchObject({ status: 409, reason: 'curator_absent' })
  expect((await api.curators.list({})).data).toHaveLength(1)
})

test('an absent curator of a flow is not told that homework of it waits', async () => {
  const { owner, api, person, enroll, send } = await school()
  const [here, absentCurator] = [await person('curator'), await person('curator')]
  const as = (id: typeof here.id) => (id === here.id ? here : absentCurator).enrollments
  const waitsFor = async (curator_id: typeof here.id) => {
    const { id: group_id } = await api.groups.create({ body: { name: 'Spring', curator_id } })
    await api.curators.assign({
      body: { curator_id: absentCurator.id, group_id, absence_starts_at: new Date(now - hour).toISOString() },
    })
    const student = await enroll({ group_id })
    await api.members.add({ path: { id: group_id }, body: { user_id: student.id } })
    const { id } = await send(student)
    const { noticeFacts } = system.internal('learning', learningContract.internal, {
      as: 'crm',
      school: owner.school,
    })
    const ids = { course_ids: [], lesson_ids: [], comment_ids: [], submission_ids: [id] }
    return eventually('the curators are known', async () => {
      now += 1000
      // What is read of the groups counts for a second.
      if (!(await as(curator_id).list({})).data.length) return null
      return (await noticeFacts.read({ body: ids })).submissions[0]!.waits_for
    })
  }
  expect(await waitsFor(here.id)).toContain(here.id)
  expect(await waitsFor(absentCurator.id)).not.toContain(absentCurator.id)
})

test('an answer is given to a curator and back to the queue, and seen by who may review it', async () => {
  const { api, person, send, claim } = await school()
  const path = { id: (await send()).id }
  const other = await person('curator')
  await expect(other.homework.get({ path })).rejects.toMatchObject({ status: 404 })
  expect(await api.homework.assign({ path, body: { curator_id: other.id } })).toMatchObject({
    status: 'in_review',
    claim_expires_at: null,
  })
  expect(await claim()).toBe(null)
  expect(await other.homework.get({ path })).toMatchObject({ curator_id: other.id })
  await api.homework.assign({ path, body: { curator_id: null } })
  expect((await claim())?.id).toBe(path.id)
})

test('nobody reviews their own homework', async () => {
  const { owner, api, course, curator, student, send, claim, person } = await school()
  const { id: user_id } = curator
  await api.accesses.create({ body: { user_id, course_id: course.id } })
  const enrollment = await api.enrollments.create({ body: { user_id, course_id: course.id } })
  const own = await send({ ...curator, enrollment } as unknown as typeof student)
  const path = { id: own.id }
  expect(await claim()).toBe(null)
  const other = await send()
  expect(await claim()).toMatchObject({ id: other.id })
  const refused = { status: 409, reason: 'submission_own' }
  await expect(curator.homework.assign({ path, body: { curator_id: user_id } })).rejects.toMatchObject(
    refused,
  )
  await expect(api.homework.assign({ path, body: { curator_id: user_id } })).rejects.toMatchObject(refused)
  await expect(curator.homework.accept({ path, body: { score: 1000 } })).rejects.toMatchObject(refused)
  await expect(curator.homework.giveBack({ path, body: { comment: 'No' } })).rejects.toMatchObject(refused)
  const colleague = await person('curator')
  await api.curators.assign({ body: { curator_id: colleague.id, course_id: course.id } })
  const { noticeFacts } = system.internal('learning', learningContract.internal, {
    as: 'crm',
    school: owner.school,
  })
  const query = { course_ids: [], lesson_ids: [], comment_ids: [], submission_ids: [own.id] }
  const { submissions } = await noticeFacts.read({ body: query })
  expect(submissions).toMatchObject([{ waits_for: [colleague.id] }])
  expect(await claim(colleague as typeof curator)).toMatchObject({ id: own.id })
  await colleague.homework.accept({ path, body: { score: 800 } })
  await expect(curator.homework.accept({ path, body: { score: 1000 } })).rejects.toMatchObject(refused)
})

test('homework that somebody has begun stays, and another is deleted', async () => {
  const { api, lesson, assignment, send } = await school()
  const spare = await api.assignments.create({ body: { lesson_id: lesson.id, title: 'Spare' } })
  await api.assignments.delete({ path: { id: spare.id } })
  await send()
  const refused = (reason: string) => ({ status: 409, reason })
  const remove = api.assignments.delete({ path: { id: assignment.id } })
  await expect(remove).rejects.toMatchObject(refused('assignment_begun'))
  const removal = api.lessons.delete({ path: { id: lesson.id } })
  await expect(removal).rejects.toMatchObject(refused('lesson_worked_in'))
})

test('of many equal assignments of a curator at once one is made', async () => {
  for (let round = 0; round < 3; round++) {
    const { api, course, person } = await school()
    const { id: curator_id } = await person('curator')
    const assign = () => api.curators.assign({ body: { curator_id, course_id: course.id } })
    const results = await Promise.all(Array.from({ length: 30 }, assign))
    expect(new Set(results.map(({ id }) => id)).size).toBe(1)
  }
})

test('after an erasure nobody is asked to review what was sent, and its curator is free for others', async () => {
  const { api, course, curator, student, send, claim, enroll } = await school()
  await api.curators.assign({ body: { curator_id: curator.id, course_id: course.id, max_load: 1 } })
  const other = await enroll()
  const paths = [{ id: (await send()).id }, { id: (await send(other)).id }]
  await claim()
  for (const { id } of [student, other]) await api.persons.anonymize({ path: { id }, body: {} as never })
  for (const path of paths)
    await eventually('the answer to go', async () => (await api.homework.get({ path })).text === '')
  expect(await claim()).toBe(null)
  expect((await api.curators.list({})).data).toMatchObject([{ load: 0 }])
  for (const path of paths) expect(await api.homework.get({ path })).toMatchObject({ status: 'withdrawn' })
})

test('a hundred curators who claim at once get a hundred different answers', async () => {
  const { api, course, person, send, enroll } = await school()
  const sent: string[] = []
  const curators: Awaited<ReturnType<typeof person>>[] = []
  while (sent.length < 100) {
    const students = await Promise.all(Array.from({ length: 20 }, () => enroll()))
    sent.push(...(await Promise.all(students.map(each => send(each)))).map(({ id }) => id))
    curators.push(...(await Promise.all(students.map(() => person('curator')))))
  }
  for (const { id: curator_id } of curators)
    await api.curators.assign({ body: { curator_id, course_id: course.id } })
  // A machine that is slow refuses some for the moment (503).
  const claim = (of: (typeof curators)[number]): ReturnType<typeof of.homework.claim> =>
    of.homework.claim({ body: {} }).catch(error => {
      if (error.status !== 503) throw error
      return claim(of)
    })
  const claims = await Promise.all(curators.map(claim))
  expect(new Set(claims.map(({ submission }) => submission?.id))).toEqual(new Set(sent))
})
