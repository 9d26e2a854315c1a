import { newId } from '@lms/contract'
import { startSystem, type TestSystem } from '@lms/testing'
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
const school = () => schoolWithStudies(system)

test('the schedule of a flow lists each lesson of each person, with reasons, and filters them', async () => {
  const { lessons, flow, student, rule, schedule } = await school()
  const [one, two] = lessons
  const starts = later(0)
  const spring = await flow(starts)
  await rule(two!.id, [{ kind: 'days_after', from: 'flow_start', days: 3 }], {
    kind: 'days_after',
    from: 'opening',
    days: 2,
  })
  const [ann, bob] = [await student(spring.id), await student(spring.id)]
  await student()
  const items = await schedule({ group_id: spring.id })
  expect(items.map(({ user_id, lesson_id, status }) => [user_id, lesson_id, status])).toEqual([
    [ann.user_id, one!.id, 'open'],
    [ann.user_id, two!.id, 'closed'],
    [bob.user_id, one!.id, 'open'],
    [bob.user_id, two!.id, 'closed'],
  ])
  expect(items[1]).toMatchObject({
    opens_at: later(3 * day),
    due_at: later(5 * day),
    reasons: [{ kind: 'days_after', met: false, at: later(3 * day), opens_by: 'clock' }],
  })
  move(3 * day)
  const open = await schedule({ group_id: spring.id, lesson_id: two!.id, status: 'open' })
  expect(open.map(({ user_id }) => user_id)).toEqual([ann.user_id, bob.user_id])
  expect(await schedule({ group_id: spring.id, status: 'closed' })).toEqual([])
})

test('pages follow each other through all lessons, also where a filter leaves few', async () => {
  const { api, student, course } = await school()
  for (let count = 0; count < 3; count++) await student()
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const query = { course_id: course.id, limit: 2, ...(cursor && { cursor }) }
    const page = await api.lessonSchedule.list({ query: query as never })
    seen.push(...page.data.map(({ id }) => id))
    cursor = page.next_cursor
  } while (cursor)
  expect(new Set(seen).size).toBe(6)
  expect(seen).toHaveLength(6)
})

test('students see their own schedule without drafts, curators those of the members of their groups', async () => {
  const { api, users, lessons, module, flow, person, student, as } = await school()
  await api.lessons.create({ body: { module_id: module.id, title: 'Draft' } })
  const curator = await person('curator')
  const spring = await flow(later(0), { curator_id: curator })
  const [ann, bob] = [await student(), await student(spring.id)]
  await users.members.add({ path: { id: spring.id }, body: { user_id: bob.user_id } })
  const own = (await as(ann.user_id).lessonSchedule.list()).data
  expect(own.map(({ user_id, lesson_id }) => [user_id, lesson_id])).toEqual(
    lessons.map(({ id }) => [ann.user_id, id]),
  )
  const seen = (await as(curator, 'curator').lessonSchedule.list()).data
  expect(new Set(seen.map(({ user_id }) => user_id))).toEqual(new Set([bob.user_id]))
})

test('a right that ends closes all lessons within a second, unless the course keeps opened ones', async () => {
  const { api, users, course, lessons, student, grant, rule, schedule } = await school()
  const { user_id } = await student()
  await rule(lessons[1]!.id, [{ kind: 'date', at: later(5 * day) }])
  const statuses = async () => {
    move(1000)
    return (await schedule({ user_id })).map(({ status }) => status)
  }
  expect(await statuses()).toEqual(['open', 'closed'])
  const { data } = await users.accesses.list({ query: { user_id } })
  await users.accesses.revoke({ path: { id: data[0]!.id } })
  expect(await statuses()).toEqual(['closed', 'closed'])
  await api.courses.update({ path: { id: course.id }, body: { after_access: 'opened_lessons' } })
  expect(await statuses()).toEqual(['open', 'closed'])
  await grant(user_id, { source: 'gift' })
  expect(await statuses()).toEqual(['open', 'closed'])
})

test('days end in the zone of the school where the course has none', async () => {
  const { api, course, lessons, student, rule, schedule } = await school()
  const { user_id } = await student()
  await rule(lessons[0]!.id, [{ kind: 'days_after', from: 'own_start', days: 1, time: '00:00' }])
  const hour = async () => new Date((await schedule({ user_id }))[0]!.opens_at!).getUTCHours()
  expect(await hour()).toBe(0)
  await api.courses.update({ path: { id: course.id }, body: { time_zone: null } })
  expect(await hour()).toBe(0)
  await api.courses.update({ path: { id: course.id }, body: { time_zone: 'Asia/Tokyo' } })
  expect(await hour()).toBe(15)
})

describe('an override', () => {
  test('opens lessons for a person from a time on, whatever the rules, until it is deleted', async () => {
    const { api, users, lessons, student, rule, schedule, override } = await school()
    const [ann, bob] = [await student(), await student()]
    const tag = await users.tags.create({ body: { name: 'Early' } })
    for (const { id } of lessons) await rule(id, [{ kind: 'tag', tag_id: tag.id }])
    const { id } = await override({ user_id: ann.user_id, lesson_ids: [lessons[0]!.id], opening: 'open' })
    const open = async () => (await schedule({ status: 'open' })).map(item => [item.user_id, item.lesson_id])
    expect(await open()).toEqual([[ann.user_id, lessons[0]!.id]])
    expect(await schedule({ user_id: bob.user_id })).toMatchObject([
      { opens_at: null, reasons: [{ kind: 'tag', opens_by: 'school' }] },
      { opens_at: null },
    ])
    await api.lessonOverrides.delete({ path: { id } })
    expect(await open()).toEqual([])
  })

  test('holds the whole course for a flow, and that of a person counts before it', async () => {
    const { flow, student, schedule, override } = await school()
    const spring = await flow(later(0))
    const [ann, bob] = [await student(spring.id), await student(spring.id)]
    await override({ group_id: spring.id, opening: 'hold', at: later(2 * day) })
    await override({ user_id: ann.user_id, opening: 'open' })
    const statuses = async (user_id: string) => (await schedule({ user_id })).map(({ status }) => status)
    expect(await statuses(ann.user_id)).toEqual(['open', 'open'])
    expect(await statuses(bob.user_id)).toEqual(['closed', 'closed'])
    move(2 * day)
    expect(await statuses(bob.user_id)).toEqual(['open', 'open'])
  })

  test('moves deadlines and gives more time for quizzes, the newest first', async () => {
    const { lessons, student, rule, schedule, override } = await school()
    const { user_id } = await student()
    await rule(lessons[0]!.id, [], { kind: 'date', at: later(day) })
    await override({ user_id, extra_quiz_minutes: 30 })
    await override({
      user_id,
      lesson_ids: [lessons[0]!.id],
      due_at: later(9 * day),
      extra_quiz_minutes: 45,
    })
    expect(await schedule({ user_id })).toMatchObject([
      { due_at: later(9 * day), extra_quiz_minutes: 45 },
      { due_at: null, extra_quiz_minutes: 30 },
    ])
  })

  test('names people who study the course, lessons of it, and changes something', async () => {
    const { lessons, person, student, override } = await school()
    const { user_id } = await student()
    const other = await school()
    const reason = (body: object) => override(body).catch(error => error.reason ?? error.status)
    expect(await reason({ user_id: await person(), opening: 'open' })).toBe('override_person_unknown')
    expect(await reason({ user_id, opening: 'open', course_id: newId('crs') })).toBe(
      'override_course_unknown',
    )
    const lesson_ids = [lessons[0]!.id, other.lessons[0]!.id]
    expect(await reason({ user_id, opening: 'open', lesson_ids })).toBe('override_lesson_unknown')
    const invalid = [{ user_id }, { opening: 'open' }, { user_id, due_at: later(0), at: later(0) }]
    for (const body of invalid) await expect(override(body)).rejects.toMatchObject({ status: 400 })
  })

  test('by a curator is for members of their groups and for these groups', async () => {
    const { course, users, flow, person, student, as } = await school()
    const curator = await person('curator')
    const [own, foreign] = [await flow(later(0), { curator_id: curator }), await flow(later(0))]
    const [ann, bob] = [await student(own.id), await student(foreign.id)]
    await users.members.add({ path: { id: own.id }, body: { user_id: ann.user_id } })
    const { lessonOverrides } = as(curator, 'curator')
    const make = (target: object) =>
      lessonOverrides.create({ body: { course_id: course.id, opening: 'open', ...target } as never })
    const createdOverrides = [await make({ user_id: ann.user_id }), await make({ group_id: own.id })]
    await expect(make({ user_id: bob.user_id })).rejects.toMatchObject({ reason: 'override_person_unknown' })
    await expect(make({ group_id: foreign.id })).rejects.toMatchObject({ reason: 'override_flow_unknown' })
    const seen = (await lessonOverrides.list()).data.map(({ id }) => id)
    expect(new Set(seen)).toEqual(new Set(createdOverrides.map(({ id }) => id)))
  })
})
