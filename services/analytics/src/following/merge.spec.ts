import { commerceService } from '@lms/commerce/service'
import type { newId } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { webinarsContract } from '@lms/webinars/contract'
import { webinarsService } from '@lms/webinars/service'
import { analyticsService } from '../service.ts'
import { schoolOf } from '../testing/school.ts'

let system: TestSystem
let now = Date.now()
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, commerceService, learningService, webinarsService, analyticsService],
    clock: { now: () => new Date(now) },
  })
})
afterAll(() => system.stop())

type School = ReturnType<typeof schoolOf>

/** A lesson in which a person can be marked as done, and a session of a webinar. */
async function study({ caller, users }: School) {
  const learning = system.client('learning', learningContract.resources, caller)
  const webinars = system.client('webinars', webinarsContract.resources, caller)
  const course = await learning.courses.create({ body: { title: 'Painting' } })
  const module = await learning.modules.create({ body: { course_id: course.id, title: 'Water' } })
  const { id } = await learning.lessons.create({ body: { module_id: module.id, title: 'Paper' } })
  const content = { kind: 'text' as const, html: '<p>Wet it first.</p>' }
  await learning.lessonBlocks.create({ path: { id }, body: { content } })
  await learning.lessons.update({ path: { id }, body: { status: 'published' } })
  await learning.publications.publish({ path: { id: course.id }, body: { action: 'publish' } })
  const webinar = await webinars.webinars.create({ body: { title: 'Brushes' } })
  const session = await webinars.webinarSessions.create({
    body: { webinar_id: webinar.id, starts_at: new Date(now + 86_400_000).toISOString() },
  })
  const takePart = async (user_id: ReturnType<typeof newId<'usr'>>) => {
    await users.accesses.create({ body: { user_id, course_id: course.id } })
    await learning.enrollments.create({ body: { user_id, course_id: course.id } })
    await learning.lessonCompletions.complete({ path: { id }, body: { user_id } })
    await webinars.webinarRegistrations.create({ body: { session_id: session.id, user_id } })
  }
  return { takePart }
}

test('what a merge makes one of two counts once', async () => {
  const school = schoolOf(system)
  const { takePart } = await study(school)
  const [ann, bea] = [await school.person(), await school.person()]
  for (const { id } of [ann, bea]) await takePart(id)
  const metrics = ['lessons_started', 'lessons_completed', 'registrations'] as const
  const figures = async () => {
    const { data } = await school.api.queries.query({ body: { metrics: [...metrics] } })
    return metrics.map(name => data[0]?.values[name] ?? 0).join()
  }
  await eventually('the figures of both', async () => (await figures()) === '2,2,2')
  await school.users.persons.merge({ path: { id: ann.id }, body: { user_id: bea.id } })
  await eventually('the figures of one', async () => {
    now += 1000
    return (await figures()) === '1,1,1'
  })
})
