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

async function school() {
  const fixture = await schoolWithStudies(system)
  /** Who was told of which lesson; null for a whole flow. */
  const openedLessons = async () =>
    (await fixture.opened()).map(({ user_id, lesson_id }) => [user_id, lesson_id])
  /** Resolves once no task is left that is due. */
  const settled = () =>
    eventually('no task is due', async () => {
      const [[due]] = (await system.services.learning!.runtime.system.rows({
        statement: {
          name: '',
          text: `select count(*) from learning.tasks where school_id = $1 and (status = 'running' or status <> 'failed' and due_at <= $2)`,
        },
        values: [fixture.owner.school, later(0)],
      })) as [[string]]
      return due === '0'
    })
  /** Moves the clock, and waits until what is due has been done, before and after. */
  const after = async (days: number) => {
    await settled()
    move(days * day)
    await settled()
    return openedLessons()
  }
  const inDays = (days: number) => [{ kind: 'days_after', from: 'flow_start', days }]
  return { ...fixture, openedLessons, settled, after, inDays }
}

test('a flow is told once of each lesson that opens to it, and not of what was open before', async () => {
  const { users, course, lessons, flow, person, student, rule, schedule, after, settled, inDays } =
    await school()
  const [one, two] = lessons
  /** To how many people a lesson has opened, and has not yet. */
  const seen = async (lesson_id: string) => {
    const both = [true, false].map(has_opened => schedule({ lesson_id, has_opened }))
    return (await Promise.all(both)).map(({ length }) => length)
  }
  await rule(two!.id, inDays(2))
  const spring = await flow(later(0), { course_ids: [course.id] })
  for (let count = 0; count < 3; count++) await student(spring.id)
  expect(await after(1)).toEqual([])
  expect([await seen(one!.id), await seen(two!.id)]).toEqual([
    [3, 0],
    [0, 3],
  ])
  expect(await after(1)).toEqual([[null, two!.id]])
  expect(await seen(two!.id)).toEqual([3, 0])
  await users.members.add({ path: { id: spring.id }, body: { user_id: await person() } })
  move(2000)
  await settled()
  await rule(one!.id, inDays(1))
  expect(await after(5)).toEqual([[null, two!.id]])
})

test('a lesson that is added, or loses its rule, opens to those who study already', async () => {
  const { addLesson, lessons, flow, student, rule, after, settled, openedLessons, inDays } = await school()
  await rule(lessons[1]!.id, inDays(9))
  const spring = await flow(later(0))
  const [, alone] = [await student(spring.id), await student()]
  await after(1)
  const { id } = await addLesson()
  await settled()
  const added = [
    [alone.user_id, id],
    [null, id],
  ]
  expect(new Set(await openedLessons())).toEqual(new Set(added))
  move(1000)
  await rule(lessons[1]!.id, [])
  await settled()
  expect(new Set((await openedLessons()).slice(2))).toEqual(
    new Set([
      [alone.user_id, lessons[1]!.id],
      [null, lessons[1]!.id],
    ]),
  )
})

test('who differs from the flow is told personally', async () => {
  const { lessons, flow, student, rule, override, after, inDays } = await school()
  const [one, two] = lessons
  await rule(two!.id, inDays(2))
  const spring = await flow(later(0))
  const [, onHold, early] = [await student(spring.id), await student(spring.id), await student(spring.id)]
  await override({ user_id: onHold.user_id, lesson_ids: [two!.id], opening: 'hold', at: later(4 * day) })
  await override({ user_id: early.user_id, lesson_ids: [two!.id], opening: 'open', at: later(day) })
  await override({ user_id: early.user_id, lesson_ids: [one!.id], opening: 'hold', at: later(day) })
  expect(new Set(await after(1))).toEqual(
    new Set([
      [early.user_id, two!.id],
      [early.user_id, one!.id],
    ]),
  )
  expect(await after(1)).toContainEqual([null, two!.id])
  const all = await after(2)
  expect(all).toHaveLength(4)
  expect(all.at(-1)).toEqual([onHold.user_id, two!.id])
})

test('a change that comes while a student is looked at is looked at next, and not at the next opening', async () => {
  const { lessons, student, override, after, settled, openedLessons } = await school()
  const [one, two] = lessons
  const { user_id } = await student()
  await settled()
  await asOwner(system.ownerUrl, async client => {
    // The look has read the overrides, and waits for this table.
    await client.query('begin; lock table learning.assignments in access exclusive mode')
    await override({ user_id, lesson_ids: [two!.id], opening: 'hold', at: later(2 * day) })
    await eventually('the look waits', async () => {
      const { rows } = await client.query(
        `select from pg_locks where not granted and relation = 'learning.assignments'::regclass`,
      )
      return rows.length > 0
    })
    await override({ user_id, lesson_ids: [one!.id], opening: 'hold', at: later(day) })
    await client.query('commit')
  })
  expect(await after(1)).toEqual([[user_id, one!.id]])
  await after(1)
  expect((await openedLessons()).slice(1)).toEqual([[user_id, two!.id]])
})

test('a lesson is told again only after it had closed, by a rule that was changed', async () => {
  const { lessons, student, rule, after, settled } = await school()
  const { id } = lessons[0]!
  const { user_id } = await student()
  const inOwnDays = (days: number) => rule(id, [{ kind: 'days_after', from: 'own_start', days }])
  await inOwnDays(1)
  expect(await after(1)).toEqual([[user_id, id]])
  await rule(id, [{ kind: 'date', at: later(-1000) }])
  expect(await after(1)).toEqual([[user_id, id]])
  await inOwnDays(4)
  await settled()
  expect(await after(2)).toEqual([
    [user_id, id],
    [user_id, id],
  ])
})

test('an earlier start of a flow is told when it is followed', async () => {
  const { users, lessons, flow, student, rule, schedule, after, settled, openedLessons, inDays } =
    await school()
  const { id } = lessons[1]!
  await rule(id, inDays(0))
  const spring = await flow(later(30 * day))
  await student(spring.id)
  expect(await after(1)).toEqual([])
  await users.groups.update({ path: { id: spring.id }, body: { starts_at: later(-60_000) } })
  await schedule({ group_id: spring.id })
  await settled()
  expect(await openedLessons()).toEqual([
    [null, lessons[0]!.id],
    [null, id],
  ])
})

test('a tag that a rule names opens the lesson to those who have it already, and to who gets it', async () => {
  const { users, lessons, student, rule, schedule, settled, openedLessons } = await school()
  const [ann, bob] = [await student(), await student()]
  const { id } = await users.tags.create({ body: { name: 'Advanced' } })
  const tag = { tags: [id] }
  await users.personTags.add({ path: { id: ann.user_id }, body: tag })
  await rule(lessons[1]!.id, [{ kind: 'tag', tag_id: id }])
  const open = async () =>
    (await schedule({ lesson_id: lessons[1]!.id, status: 'open' })).map(({ user_id }) => user_id)
  await eventually('who has it is found', async () => (await open()).length === 1)
  expect(await open()).toEqual([ann.user_id])
  // What is open when somebody is first looked at is not told.
  await settled()
  move(1000)
  await users.personTags.add({ path: { id: bob.user_id }, body: tag })
  await eventually('who gets it is told', async () =>
    (await openedLessons()).some(([user]) => user === bob.user_id),
  )
  await users.personTags.delete({ path: { id: ann.user_id }, body: tag })
  await eventually('who loses it', async () => (await open()).length === 1)
  expect(await open()).toEqual([bob.user_id])
})

test('a tag that a rule names anew is known as it is now, not as it was', async () => {
  const { users, lessons, student, rule, schedule } = await school()
  const [ann, bob] = [await student(), await student()]
  const { id } = await users.tags.create({ body: { name: 'Advanced' } })
  const tag = { tags: [id] }
  const names = [{ kind: 'tag', tag_id: id }]
  const open = async () =>
    (await schedule({ lesson_id: lessons[1]!.id, status: 'open' })).map(({ user_id }) => user_id)
  await users.personTags.add({ path: { id: ann.user_id }, body: tag })
  await rule(lessons[1]!.id, names)
  await eventually('who has it is found', async () => (await open()).length === 1)
  await rule(lessons[1]!.id, [])
  await users.personTags.delete({ path: { id: ann.user_id }, body: tag })
  await users.personTags.add({ path: { id: bob.user_id }, body: tag })
  await rule(lessons[1]!.id, names)
  await eventually('who has it now is found', async () => (await open()).includes(bob.user_id))
  expect(await open()).toEqual([bob.user_id])
})

test('a lesson that a changed rule completes opens those that wait for it, now and days later', async () => {
  const { api, lessons, addLesson, student, as, rule, openedLessons, settled, after } = await school()
  const [first, next] = lessons as [(typeof lessons)[number], (typeof lessons)[number]]
  const third = await addLesson()
  const waits = { kind: 'days_after', from: 'lesson_completed', lesson_id: first.id, days: 2 }
  await rule(next.id, [{ kind: 'after_lesson', lesson_id: first.id }])
  await rule(third.id, [waits])
  const complete = (condition: 'marked' | 'viewed') => ({
    completion: { match: 'all' as const, conditions: [condition], viewed_percent: 100 },
  })
  const path = { id: first.id }
  await api.lessons.update({ path, body: complete('marked') })
  const { user_id } = await student()
  const [block] = (await api.lessonBlocks.list({ path })).data
  await as(user_id).progress.report({ body: { reports: [{ block_id: block!.id }] } })
  await settled()
  expect(await openedLessons()).toEqual([])
  move(1000)
  await api.lessons.update({ path, body: complete('viewed') })
  await settled()
  expect(await openedLessons()).toEqual([[user_id, next.id]])
  expect(await after(2)).toEqual([
    [user_id, next.id],
    [user_id, third.id],
  ])
})
