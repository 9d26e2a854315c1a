import { formatTime, type Id, newId } from '@lms/contract'
import { eventSubject } from '@lms/events'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { learningService } from '../../service.ts'
import { movedClock, schoolWithStudies } from '../../testing/flows.ts'

const day = 86_400_000
const { clock, move, in: later } = movedClock()
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService], clock })
})
afterAll(() => system.stop())

/** Two flows with the course, and a member of the first. */
async function school(lessonCount = 5) {
  const base = await schoolWithStudies(system, lessonCount)
  const course_ids = [base.course.id]
  const [carl, dora] = [await base.person('curator'), await base.person('curator')]
  const spring = await base.flow(later(-10 * day), { course_ids, curator_id: carl })
  const summer = await base.flow(later(-3 * day), { course_ids, curator_id: dora })
  const user_id = await base.person()
  await base.users.members.add({ path: { id: spring.id }, body: { user_id } })
  const enrollment = await eventually('the member studies', async () => {
    const [row] = (await base.api.enrollments.list({ query: { user_id } })).data
    // What is read of the rights counts for a second.
    if (!row) move(1000)
    return row
  })
  const preview = async (to: Id<'grp'>) =>
    (await base.users.transfers.preview({ path: { id: to }, query: { userId: user_id } })).data[0]!
  const transfer = (to: Id<'grp'>) => base.users.transfers.move({ path: { id: to }, body: { user_id } })
  const studied = () => base.api.enrollments.get({ path: { id: enrollment!.id } })
  return { ...base, carl, dora, spring, summer, user_id, enrollment: enrollment!, preview, transfer, studied }
}

/** The rights of the person as the users service keeps them. */
const rightsOf = async ({ users, user_id }: Awaited<ReturnType<typeof school>>) =>
  (await users.accesses.list({ query: { user_id } })).data

test('a transfer does to each lesson what its preview has said, and the right goes along', async () => {
  const base = await school()
  const { api, lessons, spring, summer, rule, override, preview, transfer, studied, schedule, user_id } = base
  const rules = [
    [{ kind: 'days_after', from: 'flow_start', days: 5 }],
    [{ kind: 'weekday', from: 'flow_start', weekday: 'wednesday', number: 1, time: '10:00' }],
    [{ kind: 'days_after', from: 'flow_start', days: 1 }],
    [{ kind: 'days_after', from: 'flow_start', days: 20 }],
  ]
  for (const [index, conditions] of rules.entries()) await rule(lessons[index]!.id, conditions)
  await override({ group_id: summer.id, lesson_ids: [lessons[2]!.id], opening: 'hold', at: later(9 * day) })
  await api.lessonCompletions.complete({ path: { id: lessons[0]!.id }, body: { user_id } })
  const [right] = await rightsOf(base)

  const previewed = await preview(summer.id)
  expect(previewed).toMatchObject({
    from_group_id: spring.id,
    from_curator_id: base.carl,
    to_curator_id: base.dora,
  })
  const closing = previewed.lessons.filter(({ closes }) => closes).map(({ lesson_id }) => lesson_id)
  // The first is completed, and stays open.
  expect(closing).toContain(lessons[2]!.id)
  expect(closing).not.toContain(lessons[0]!.id)
  expect(closing).not.toContain(lessons[4]!.id)
  expect((await studied()).group_id).toBe(spring.id)

  await transfer(summer.id)
  await eventually('the study is in the new flow', async () => (await studied()).group_id === summer.id)
  const actualOpenings = (await schedule({ user_id })).map(({ lesson_id, opens_at, status }) => ({
    lesson_id,
    opens_at,
    status,
  }))
  expect(actualOpenings).toEqual(
    previewed.lessons.map(({ lesson_id, new_opens_at, new_status }) => ({
      lesson_id,
      opens_at: new_opens_at,
      status: new_status,
    })),
  )
  expect(await rightsOf(base)).toMatchObject([
    { id: right!.id, group_id: summer.id, status: 'active', starts_at: right!.starts_at },
  ])
  expect(await studied()).toMatchObject({ id: base.enrollment.id, status: 'active' })
})

test('a flow is closed before its start, which publication and transfer say', async () => {
  const {
    api,
    course,
    lessons,
    flow,
    spring,
    preview,
    transfer,
    rule,
    studied,
    schedule,
    user_id,
    enrollment,
    as,
  } = await school(2)
  const autumn = await flow(later(5 * day), { course_ids: [course.id] })
  const statuses = async () => (await schedule({ user_id })).map(({ status }) => status)
  expect(await statuses()).toEqual(['open', 'open'])
  // What is read of the flows counts for a second.
  move(3000)
  await schedule({ user_id })
  const previewed = await preview(autumn.id)
  expect(previewed).toMatchObject({ lessons_may_close: true, lessons: [{ closes: true }, { closes: true }] })
  await transfer(autumn.id)
  await eventually('the study is in the new flow', async () => (await studied()).group_id === autumn.id)
  expect(await schedule({ user_id })).toMatchObject([
    { status: 'closed', opens_at: autumn.starts_at, reasons: [{ kind: 'flow_start', met: false }] },
    { status: 'closed' },
  ])
  const report = () => as(user_id).lessonCompletions.complete({ path: { id: lessons[0]!.id }, body: {} })
  await expect(report()).rejects.toMatchObject({ reason: 'lesson_closed' })
  const publication = await api.publications.publish({
    path: { id: course.id },
    body: { action: 'publish', dry_run: true },
  })
  expect(publication.problems).toMatchObject([
    { kind: 'flow_not_started', blocks: false, message: expect.stringContaining(autumn.id) },
  ])
  expect((await schedule({ group_id: autumn.id, has_opened: true })).length).toBe(0)
  await api.lessonOverrides.create({
    body: { user_id, course_id: course.id, lesson_ids: [lessons[1]!.id], opening: 'open' },
  })
  expect(await statuses()).toEqual(['closed', 'open'])
  // What an exception opens can be done before the start; what waits for it opens with the flow all the same.
  await rule(lessons[0]!.id, [{ kind: 'after_lesson', lesson_id: lessons[1]!.id }])
  await as(user_id).lessonCompletions.complete({ path: { id: lessons[1]!.id }, body: {} })
  expect(await schedule({ user_id })).toMatchObject([
    {
      status: 'closed',
      opens_at: autumn.starts_at,
      reasons: [
        { kind: 'flow_start', met: false },
        { kind: 'after_lesson', met: true },
      ],
    },
    { status: 'open', reasons: [{ kind: 'completed' }] },
  ])
  await expect(report()).rejects.toMatchObject({ reason: 'lesson_closed' })
  move(6 * day)
  expect(await statuses()).toEqual(['open', 'open'])
  expect(await report()).toMatchObject({})
  expect([spring.id, enrollment.id]).not.toContain((await studied()).group_id)
})

test('a flow without a course of the present one ends its right, as the preview says', async () => {
  const base = await school(1)
  const other = await base.flow(later(-20 * day))
  const previewed = await base.preview(other.id)
  expect(previewed).toMatchObject({ lessons_may_close: true, lessons: [{ status: 'open', closes: true }] })
  await base.transfer(other.id)
  await eventually('the right has ended', async () => {
    move(1000)
    return (await base.studied()).status === 'suspended'
  })
})

test('a transfer that is heard after the next one leaves the student where they are now', async () => {
  const { owner, api, flow, course, spring, summer, transfer, studied, enrollment } = await school(1)
  const inFlow = (id: string) =>
    eventually('the study is there', async () => {
      move(1000)
      return (await studied()).group_id === id
    })
  /** Hears of a transfer again, as if the later ones had been heard first. */
  const hear = async (object: object) => {
    const id = newId('evt')
    const envelope = {
      id,
      type: 'user.group_transferred',
      created_at: formatTime(clock.now()),
      data: { object },
    }
    await system.bus.js.publish(eventSubject(owner.school, envelope.type), JSON.stringify(envelope))
    await asOwner(system.ownerUrl, client =>
      eventually('it is heard', async () => {
        const { rows } = await client.query('select 1 from learning.inbox where event_id = $1', [id])
        return rows.length === 1
      }),
    )
  }
  const first = await transfer(summer.id)
  await inFlow(summer.id)
  await transfer(spring.id)
  await inFlow(spring.id)
  await hear(first)
  expect(await studied()).toMatchObject({ group_id: spring.id, status: 'active' })
  // On to a third flow, of which learning has heard first: it has found nothing to move.
  const autumn = await flow(later(day), { course_ids: [course.id] })
  await transfer(summer.id)
  await inFlow(summer.id)
  await transfer(autumn.id)
  await inFlow(autumn.id)
  await api.enrollments.update({ path: { id: enrollment.id }, body: { group_id: spring.id } })
  await hear(first)
  expect(await studied()).toMatchObject({ group_id: autumn.id, status: 'active' })
})

test('an earlier start of a flow opens its lessons, although nobody asks for them', async () => {
  const { owner, users, lessons, rule, summer, spring } = await school(2)
  await rule(lessons[1]!.id, [{ kind: 'days_after', from: 'flow_start', days: 30 }])
  const listFlowIds = async () => {
    const rows = await system.services.learning!.runtime.system.rows({
      statement: {
        name: '',
        text: `select payload from learning.outbox where school_id = $1 and payload like '%"lesson.opened"%'`,
      },
      values: [owner.school],
    })
    return rows.map(([payload]) => JSON.parse(payload!).data.object.group_id)
  }
  await users.groups.update({ path: { id: summer.id }, body: { name: 'Summer' } })
  expect(await listFlowIds()).toEqual([])
  move(day)
  await users.groups.update({ path: { id: spring.id }, body: { starts_at: later(-30.5 * day) } })
  move(3000)
  await eventually('the flow is told', async () => (await listFlowIds()).includes(spring.id))
})

test('what a curator has claimed in a flow goes back to its queue when they leave it', async () => {
  const { api, users, lessons, as, carl, dora, spring, user_id, enrollment } = await school(1)
  const { id: assignment_id } = await api.assignments.create({
    body: { lesson_id: lessons[0]!.id, title: 'A wash', max_score: null },
  })
  const sent = await as(user_id).homework.create({
    body: { assignment_id, enrollment_id: enrollment.id, text: 'Three washes' },
  })
  expect(await as(carl, 'curator').homework.claim({ body: {} })).toMatchObject({
    submission: { id: sent.id, curator_id: carl },
  })
  await users.groups.update({ path: { id: spring.id }, body: { curator_id: dora } })
  move(3000)
  const now = () => api.homework.get({ path: { id: sent.id } })
  await eventually('it waits again', async () => (await now()).status === 'submitted')
  move(5000)
  expect(await as(dora, 'curator').homework.claim({ body: {} })).toMatchObject({
    submission: { id: sent.id, curator_id: dora },
  })
})

test('who studies already and joins a flow of the course studies on in it, and in the next one after leaving it', async () => {
  const { api, users, course, person, grant, spring, summer } = await school(1)
  const user_id = await person()
  await grant(user_id)
  const studied = async () => {
    move(1000)
    return (await api.enrollments.list({ query: { user_id } })).data[0]
  }
  await eventually('the study', studied)
  await users.members.add({ path: { id: spring.id }, body: { user_id } })
  await eventually('it is in the flow', async () => (await studied())!.group_id === spring.id)
  // A flow that staff takes away stays away.
  const { id } = (await studied())!
  await api.enrollments.update({ path: { id }, body: { group_id: null } })
  expect(await studied()).toMatchObject({ group_id: null, course_id: course.id })
  await users.members.delete({ path: { id: spring.id, userId: user_id } })
  await users.members.add({ path: { id: summer.id }, body: { user_id } })
  await eventually('it is in the other flow', async () => (await studied())!.group_id === summer.id)
  await users.members.delete({ path: { id: summer.id, userId: user_id } })
  await users.members.add({ path: { id: spring.id }, body: { user_id } })
  await eventually('it is in the first flow', async () => (await studied())!.group_id === spring.id)
  expect(await studied()).toMatchObject({ id, status: 'active' })
})

test('an answer waits for the curators of the flow in which its student studies when it is sent', async () => {
  const { api, lessons, as, person, grant, course, carl, dora, spring, summer } = await school(1)
  const { id: assignment_id } = await api.assignments.create({
    body: { lesson_id: lessons[0]!.id, title: 'A wash', max_score: null },
  })
  const user_id = await person()
  await grant(user_id)
  const { id } = await api.enrollments.create({ body: { user_id, course_id: course.id } })
  const path = { id }
  const homework = as(user_id).homework
  const body = { assignment_id, enrollment_id: id, text: 'Three washes' }
  // Begun before the student was in a flow.
  const draft = await homework.create({ body: { ...body, status: 'draft' } })
  await api.enrollments.update({ path, body: { group_id: spring.id } })
  expect(await homework.update({ path: { id: draft.id }, body: { status: 'submitted' } })).toMatchObject({
    group_id: spring.id,
  })
  const claim = async (by: Id<'usr'>) => (await as(by, 'curator').homework.claim({ body: {} })).submission
  const moveTo = async (group_id: Id<'grp'>) => {
    await api.enrollments.update({ path, body: { group_id } })
    await eventually('its answer is there', async () => {
      const current = await homework.get({ path: { id: draft.id } })
      return current.group_id === group_id || current.status === 'withdrawn'
    })
  }
  await moveTo(summer.id)
  expect(await claim(carl)).toBe(null)
  expect(await claim(dora)).toMatchObject({ id: draft.id, group_id: summer.id })
  // One that a curator of the former flow has goes to the queue of the new one.
  await moveTo(spring.id)
  expect(await claim(carl)).toMatchObject({ id: draft.id, curator_id: carl, group_id: spring.id })
  await homework.withdraw({ path: { id: draft.id } })
  await moveTo(summer.id)
  expect(await homework.create({ body })).toMatchObject({ id: draft.id, group_id: summer.id })
  expect(await claim(dora)).toMatchObject({ id: draft.id })
})

test('a new right begins a study, although nobody asks for it', async () => {
  const { owner, person, grant } = await school(1)
  const user_id = await person()
  await grant(user_id)
  await asOwner(system.ownerUrl, client =>
    eventually('the study', async () => {
      const result = await client.query(
        'select 1 from learning.enrollments where school_id = $1 and user_id = $2',
        [owner.school, user_id],
      )
      return result.rows.length === 1
    }),
  )
})

test('a flow without members is removed, and what named it studies on without a flow', async () => {
  const { api, users, carl, course, spring, user_id, enrollment, override, studied } = await school(1)
  await override({ group_id: spring.id, opening: 'open' })
  await api.curators.assign({ body: { curator_id: carl, group_id: spring.id } })
  const path = { id: spring.id }
  await expect(users.groups.delete({ path })).rejects.toMatchObject({ reason: 'group_not_empty' })
  await users.members.delete({ path: { ...path, userId: user_id } })
  expect(await users.groups.delete({ path })).toMatchObject({ deleted: true })
  await eventually('the study names no flow', async () => {
    move(3000)
    return (await studied()).group_id === null
  })
  expect(await studied()).toMatchObject({ id: enrollment.id, course_id: course.id })
  expect((await api.lessonOverrides.list({ query: { group_id: spring.id } })).data).toEqual([])
  expect((await api.curators.list({ query: { group_id: spring.id } })).data).toEqual([])
})
