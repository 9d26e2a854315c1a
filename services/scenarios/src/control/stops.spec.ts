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

const workOff = () => system.services.scenarios!.workOffTasks()

/** A scenario with a person who waits inside. */
async function occupied() {
  const fixture = await schoolOf(system)
  const { enabled, person, scenarios, runOf } = fixture
  const path = { id: (await enabled([byHand('pause'), pause(60), end])).id }
  const run = await scenarios.run({ path, body: { user_id: (await person()).id } })
  await workOff()
  expect(await runOf(run.id)).toMatchObject({ node: 'pause', status: 'waiting' })
  const switchTo = (status: 'enabled' | 'stopped', inside?: 'close' | 'finish') =>
    scenarios.status({ path, body: { status, ...(inside && { inside }) } })
  return { ...fixture, path, run, switchTo }
}

/** So many others at the same place as the one who is inside. */
const crowd = (school: string | null, count: number) =>
  asOwner(system.ownerUrl, owner =>
    owner.query(
      `insert into scenarios.runs select (jsonb_populate_record(r, jsonb_build_object('id',
         'run_' || lpad(n::text, 26, '0'), 'user_id', 'usr_' || lpad(n::text, 26, '0')))).*
       from scenarios.runs r, generate_series(1, $2) n where r.school_id = $1`,
      [school, count],
    ),
  )

test('a scenario in which people walk on after its stop can end them all the same, later', async () => {
  const { run, runOf, switchTo } = await occupied()
  await switchTo('stopped', 'finish')
  await workOff()
  expect(await switchTo('stopped', 'close')).toMatchObject({ inside: 1 })
  await workOff()
  expect(await runOf(run.id)).toMatchObject({ status: 'closed', reason: 'stopped' })
})

test('nobody whom a stop ends walks on because the scenario is switched on at once', async () => {
  const { run, runOf, switchTo } = await occupied()
  await switchTo('stopped')
  await switchTo('enabled')
  await workOff()
  expect(await runOf(run.id)).toMatchObject({ status: 'closed', reason: 'stopped' })
})

test('a scenario is not switched on while many are still led out', async () => {
  const { caller, scenarios, path, switchTo } = await occupied()
  await crowd(caller.school, 200)
  await switchTo('stopped')
  await expect(switchTo('enabled')).rejects.toMatchObject({ status: 409, reason: 'scenario_closing' })
  await workOff()
  expect(await switchTo('enabled')).toMatchObject({ scenario: { status: 'enabled' } })
  expect((await scenarios.get({ path })).inside).toEqual([])
})

test('a scenario that was published is tested before it is switched on', async () => {
  const { draft, person, scenarios, runOf } = await schoolOf(system)
  const { id } = await draft([byHand('pause'), pause(60), end])
  await scenarios.publish({ path: { id }, body: {} })
  const { id: userId } = await person()
  const { run } = await scenarios.test({ path: { id }, body: { userId, real: true } })
  await workOff()
  now += 6000
  await workOff()
  expect(await runOf(run!.id)).toMatchObject({ status: 'finished', reason: 'end' })
})

test('of members who are entering, the others do so after a pause', async () => {
  const { caller, crm, people, enabled, scenarios, scenarioRuns, person } = await schoolOf(system)
  const tag = (await people.tags.create({ body: { name: 'VIP' } })).id
  const { id: segment_id } = await crm.segments.create({ body: { name: 'VIP', rule: { tag } } })
  const members = [(await person()).id, (await person()).id].sort()
  for (const id of members) await people.personTags.add({ path: { id }, body: { tags: [tag] } })
  await eventually('the members', async () => {
    await system.services.crm!.workOffTasks()
    const segment = await crm.segments.get({ path: { id: segment_id } })
    return segment.size === 2 && segment.status === 'ready'
  })
  now += 60_000
  const start = { by: 'segment', segment_id }
  const { id } = await enabled([{ id: 'begin', kind: 'trigger', start, next: 'pause' }, pause(60), end])
  await scenarios.publish({ path: { id }, body: { enter_now: true } })
  // The first one has entered.
  await asOwner(system.ownerUrl, owner =>
    owner.query(
      `update scenarios.tasks set state = $2 where school_id = $1 and queue = 'enter-members' and status = 'ready'`,
      [caller.school, JSON.stringify({ after: members[0], seen: 1 })],
    ),
  )
  await scenarios.pause({ path: { id } })
  await workOff()
  await scenarios.status({ path: { id }, body: { status: 'enabled' } })
  now += 61_000
  await workOff()
  expect((await scenarioRuns.list()).data.map(({ user_id }) => user_id)).toEqual([members[1]])
})

test('of very many people inside, the others follow into a new version', async () => {
  const { caller, scenarios, path, run, runOf } = await occupied()
  await crowd(caller.school, 2100)
  expect(await scenarios.publish({ path, body: { move_inside: true } })).toMatchObject({ moved: 2000 })
  await workOff()
  const versions = await asOwner(system.ownerUrl, async owner => {
    const { rows } = await owner.query(
      'select scenario_version, count(*)::int from scenarios.runs where school_id = $1 group by 1',
      [caller.school],
    )
    return rows
  })
  expect(versions).toEqual([{ scenario_version: 2, count: 2101 }])
  now += 60 * 60_000
  await workOff()
  expect(await runOf(run.id)).toMatchObject({ scenario_version: 2, status: 'finished' })
})
