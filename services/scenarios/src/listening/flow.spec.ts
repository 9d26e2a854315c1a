import type { Id } from '@lms/contract'
import { learningContract } from '@lms/learning/contract'
import { learningService } from '@lms/learning/service'
import { eventually, type TestSystem } from '@lms/testing'
import { end, schoolOf, startWithClock } from '../testing/school.ts'

let system: TestSystem
let pass: (minutes: number) => void
beforeAll(async () => {
  ;({ system, pass } = await startWithClock([learningService]))
})
afterAll(() => system.stop())

test('an opening that is told to a flow lets each of its people enter, but not who differs from it', async () => {
  const { caller, people, person, enabled, scenarioRuns } = await schoolOf(system)
  const api = system.client('learning', learningContract.resources, caller)
  const course_id = (await api.courses.create({ body: { title: 'Watercolour', time_zone: 'UTC' } })).id
  const module_id = (await api.modules.create({ body: { course_id, title: 'Module' } })).id
  const lesson = (await api.lessons.create({ body: { module_id, title: 'Lesson', status: 'published' } })).id
  const content = { kind: 'text', html: '<p>Text</p>' } as const
  await api.lessonBlocks.create({ path: { id: lesson }, body: { content } })
  await api.publications.publish({ path: { id: course_id }, body: { action: 'publish' } })
  const conditions = [{ kind: 'days_after', from: 'flow_start', days: 2 }]
  await api.lessonAccessRules.set({ path: { id: lesson }, body: { conditions, deadline: null } as never })
  const flow = await people.groups.create({
    body: { name: 'Spring', starts_at: '2026-11-21T09:30:00.000+00:00' },
  })
  const student = async (group_id: Id<'grp'> | null) => {
    const { id: user_id } = await person()
    await people.accesses.create({ body: { user_id, course_id } })
    await api.enrollments.create({ body: { user_id, course_id, group_id } })
    return user_id
  }
  const [one, two, onHold] = [await student(flow.id), await student(flow.id), await student(flow.id)]
  await student(null)
  const override = {
    user_id: onHold,
    lesson_ids: [lesson],
    opening: 'hold',
    at: '2026-12-24T00:00:00.000+00:00',
  }
  await api.lessonOverrides.create({ body: { course_id, ...override } as never })
  const start = { by: 'event', type: 'lesson.opened', filter: [{ path: 'lesson_id', equals: lesson }] }
  await enabled([{ id: 'begin', kind: 'trigger', start, next: 'end' }, end])
  pass(3 * 24 * 60)
  const runs = () => scenarioRuns.list().then(({ data }) => data.map(({ user_id }) => user_id).toSorted())
  await eventually('both runs', async () => (await runs()).length === 2)
  expect(await runs()).toEqual([one, two].toSorted())
})
