// Lessons that open by what people attended: live, or by the recording.
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import { learningService } from '../../service.ts'
import { movedClock, schoolWithStudies } from '../../testing/flows.ts'

const { clock, move, in: later } = movedClock()
let system: TestSystem
beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService, webinarsService], clock })
})
afterAll(() => system.stop())

/** A school with a course of two lessons, and a webinar that takes place. */
async function school() {
  const base = await schoolWithStudies(system)
  const webinars = system.client('webinars', webinarsContract.resources, base.owner)
  const webinar = await webinars.webinars.create({ body: { title: 'Colour' } })
  const session = await webinars.webinarSessions.create({
    body: { webinar_id: webinar.id, starts_at: later(3_600_000) },
  })
  /** People with the minutes for which they were present, as a report has them. */
  const attend = async (...present: [user: string, minutes: number][]) => {
    const people = await Promise.all(
      present.map(([user]) => base.users.users.get({ path: { id: user as never } })),
    )
    const lines = people.map(({ email }, index) => `${email},${present[index]![1]}`)
    const csv = ['email,minutes', ...lines].join('\n')
    return webinars.attendanceImports.run({ body: { session_id: session.id, csv } })
  }
  const [, lesson] = base.lessons
  const presence = { kind: 'webinar_presence', webinar_id: webinar.id, minutes: 45 }
  /** Who sees the lesson open. */
  const open = async () => {
    const items = await base.schedule({ lesson_id: lesson!.id, status: 'open' })
    return items.map(({ user_id }) => user_id)
  }
  return { ...base, webinars, webinar, attend, lesson: lesson!, presence, open }
}

test('a lesson opens to those who were present long enough, before and after the rule names the webinar', async () => {
  const { student, attend, rule, lesson, presence, open, opened } = await school()
  const [before, short, after] = [await student(), await student(), await student()]
  await attend([before.user_id, 60], [short.user_id, 30])
  await rule(lesson.id, [presence])
  await eventually('who was there is found', async () => (await open()).length === 1)
  expect(await open()).toEqual([before.user_id])
  move(1000)
  await attend([after.user_id, 45])
  await eventually('who comes later is told', async () =>
    (await opened()).some(({ user_id, lesson_id }) => user_id === after.user_id && lesson_id === lesson.id),
  )
  expect(new Set(await open())).toEqual(new Set([before.user_id, after.user_id]))
})

test('presence is no watching of the recording', async () => {
  const { student, attend, rule, lesson, webinar, schedule } = await school()
  const { user_id } = await student()
  await attend([user_id, 60])
  await rule(lesson.id, [{ kind: 'webinar_recording', webinar_id: webinar.id, percent: 50 }])
  const [item] = await schedule({ lesson_id: lesson.id })
  expect(item).toMatchObject({
    status: 'closed',
    opens_at: null,
    reasons: [{ kind: 'webinar_recording', ref: webinar.id, met: false, opens_by: 'student' }],
  })
})

test('a person who is merged brings what they attended', async () => {
  const { users, student, person, attend, rule, lesson, presence, open } = await school()
  const { user_id } = await student()
  const twin = await person()
  await rule(lesson.id, [presence])
  await attend([twin, 60])
  await users.persons.merge({ path: { id: user_id }, body: { user_id: twin } })
  await eventually('the lesson is open', async () => (await open()).includes(user_id))
})

test('a webinar that a rule names is not deleted', async () => {
  const { rule, lesson, presence, webinars } = await school()
  const { id } = await webinars.webinars.create({ body: { title: 'Light' } })
  await rule(lesson.id, [{ ...presence, webinar_id: id }])
  const remove = () => webinars.webinars.delete({ path: { id } })
  await expect(remove()).rejects.toMatchObject({ status: 409, reason: 'still_named' })
  await rule(lesson.id, [])
  expect(await remove()).toMatchObject({ deleted: true })
})
