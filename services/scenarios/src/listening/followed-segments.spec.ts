import { crmService } from '@lms/crm/service'
import { asOwner, eventually, startSystem, type TestSystem } from '@lms/testing'
import { usersService } from '@lms/users/service'
import { scenariosService } from '../service.ts'
import { byHand, end, pause, schoolOf } from '../testing/school.ts'

let system: TestSystem
let now = Date.parse('2026-11-21T09:30:00Z')
beforeAll(async () => {
  system = await startSystem({
    services: [usersService, crmService, scenariosService],
    clock: { now: () => new Date(now) },
    settings: { taskSlots: 0 },
  })
})
afterAll(() => system.stop())

const pass = (minutes: number) => {
  now += minutes * 60_000
}

test('an entry into a segment lets a person enter, also where crm is first asked long after the scenario was switched on', async () => {
  const { crm, people, person, enabled, scenarioRuns } = await schoolOf(system)
  const tag = (await people.tags.create({ body: { name: 'VIP' } })).id
  const { id: segment_id } = await crm.segments.create({ body: { name: 'VIP', rule: { tag } } })
  const start = { by: 'segment', segment_id }
  await enabled([{ id: 'begin', kind: 'trigger', start, next: 'pause' }, pause(60_000), end])
  pass(1)
  const { id } = await person()
  await people.personTags.add({ path: { id }, body: { tags: [tag] } })
  const members = async () => {
    await system.services.crm!.workOffTasks()
    return (await crm.segments.get({ path: { id: segment_id } })).size
  }
  await eventually('the member', async () => (await members()) === 1)
  // No process of scenarios has run meanwhile.
  pass(15)
  await system.services.scenarios!.workOffTasks()
  pass(1)
  await system.services.scenarios!.workOffTasks()
  expect((await scenarioRuns.list()).data.map(({ user_id }) => user_id)).toEqual([id])
})

test('the segment of an earlier version is followed no more', async () => {
  const { caller, crm, enabled, scenarios } = await schoolOf(system)
  const rule = { field: 'role', equals: 'student' }
  const { id: segment_id } = await crm.segments.create({ body: { name: 'Students', rule } })
  const start = { by: 'segment', segment_id }
  const { id } = await enabled([{ id: 'begin', kind: 'trigger', start, next: 'end' }, end])
  await system.services.scenarios!.workOffTasks()
  await scenarios.update({ path: { id }, body: { graph: { nodes: [byHand('end'), end] } as never } })
  await scenarios.publish({ path: { id }, body: {} })
  pass(1)
  await system.services.scenarios!.workOffTasks()
  const open = await asOwner(system.ownerUrl, async owner => {
    const { rows } = await owner.query('select queue from scenarios.tasks where school_id = $1', [
      caller.school,
    ])
    return rows.map(({ queue }) => queue)
  })
  expect(open).not.toContain('follow-segments')
})
