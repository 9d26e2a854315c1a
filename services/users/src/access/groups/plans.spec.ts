// How the lists by group are read, at a size where a walk through a whole school would show.
import { type Caller, newId } from '@lms/contract'
import { asSchool, type Step, step } from '@lms/service-host'
import {
  asOwner,
  connectAs,
  listSteps,
  maxRowsRead,
  type Plan,
  type PlanMode,
  planModes,
  planNodes,
  planOf,
  startSystem,
  type TestSystem,
} from '@lms/testing'
import type pg from 'pg'
import { usersContract } from '../../contract.ts'
import { usersService } from '../../service.ts'
import { manyPeople } from '../../testing/many-people.ts'

const peopleInSchool = 20_000
const peopleInGroup = 30
const [group, course] = [newId('grp'), newId('crs')]
let system: TestSystem
let owner: Caller
let curator: Caller
let student: Caller
let client: pg.Client

beforeAll(async () => {
  system = await startSystem({ services: [usersService] })
  owner = system.caller()
  const ids = await manyPeople(system, owner, peopleInSchool)
  curator = { ...owner, role: 'curator', user: ids[0]! }
  student = { ...owner, role: 'student', user: ids[1]! }
  await system.services.users!.runtime.database.of(owner.school).run([
    asSchool(owner.school),
    step(
      `insert into users.groups (school_id, id, name, description, curator_id, course_ids, version, created_at, updated_at)
       select $1, case n when 0 then $2 else 'grp_' || lpad(n::text, 26, '0') end, 'Spring', '', case n when 0 then $3 end, '[]', 1, now(), now()
       from generate_series(0, 2000) n`,
      [owner.school, group, ids[0]!],
    ),
    step(
      `insert into users.group_members (school_id, group_id, id, source, created_at)
       select $1, case when n <= ${peopleInGroup} then $2 else 'grp_' || lpad((n % 2000)::text, 26, '0') end, id, 'manual', now()
       from (select id, row_number() over (order by id) n from users.users where school_id = $1) u`,
      [owner.school, group],
    ),
    step(
      `insert into users.accesses (school_id, id, user_id, course_id, source, status, starts_at, version, created_at, updated_at)
       select $1, 'acc_' || lpad(n::text, 26, '0'), id, case when n % 1000 = 0 then $2 else 'crs_' || lpad((n % 50)::text, 26, '0') end, 'gift', 'active', now(), 1, now(), now()
       from (select id, row_number() over (order by id) n from users.users where school_id = $1) u`,
      [owner.school, course],
    ),
  ])
  await asOwner(system.ownerUrl, admin => admin.query('analyze'))
  client = await connectAs(system, 'users')
}, 120_000)
afterAll(async () => {
  await client?.end()
  await system.stop()
})

type Api = ReturnType<typeof api>
const api = (caller: Caller) => system.client('users', usersContract.resources, caller)

/** The plan of the list that a call asks for. */
async function listPlan(call: () => Promise<unknown>, mode: PlanMode): Promise<Plan> {
  const steps = await listSteps(system, 'users', call)
  expect(steps).toHaveLength(1)
  return stepPlan(steps[0]!, mode)
}
const stepPlan = ({ statement: { text }, values }: Step, mode: PlanMode) =>
  planOf(client, { text, values }, { mode, school: owner.school })

const lists: [string, () => Caller, (api: Api) => Promise<unknown>][] = [
  ['people of a group', () => owner, ({ users }) => users.list({ query: { group_id: group } })],
  ['members of a group', () => owner, ({ members }) => members.list({ path: { id: group } })],
  ['groups of a person', () => owner, ({ groups }) => groups.list({ query: { user_id: student.user! } })],
  ['people a curator sees', () => curator, ({ users }) => users.list({})],
  ['groups a curator sees', () => curator, ({ groups }) => groups.list({})],
  ['accesses a curator sees', () => curator, ({ accesses }) => accesses.list({})],
  ['groups a student sees', () => student, ({ groups }) => groups.list({})],
  ['accesses a student sees', () => student, ({ accesses }) => accesses.list({})],
  [
    'accesses of a person',
    () => owner,
    ({ accesses }) => accesses.list({ query: { user_id: student.user! } }),
  ],
  ['accesses to a course', () => owner, ({ accesses }) => accesses.list({ query: { course_id: course } })],
]

describe.each(planModes)('with %s', mode => {
  test.each(lists)('%s are read by an index, with few other rows', async (_, caller, call) => {
    const plan = await listPlan(() => call(api(caller())), mode)
    expect(planNodes(plan).map(node => node['Node Type'])).not.toContain('Seq Scan')
    expect(maxRowsRead(plan)).toBeLessThan(200)
  })
})

test('a walk through the school would be noticed', async () => {
  const walk = step('select id from users.users where school_id = $1 and locale = $2', [owner.school, 'de'])
  expect(maxRowsRead(await stepPlan(walk, 'force_custom_plan'))).toBe(peopleInSchool)
})
