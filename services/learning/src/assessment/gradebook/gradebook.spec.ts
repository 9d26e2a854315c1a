// Lists of a small course beside a large one: what Postgres knew of the table when only the large one was in it must not
// make a small list walk over all.
import { step } from '@lms/service-host'
import {
  asOwner,
  connectAs,
  listSteps,
  maxRowsRead,
  planOf,
  startSystem,
  type TestSystem,
} from '@lms/testing'
import { usersService } from '@lms/users/service'
import type pg from 'pg'
import { learningService } from '../../service.ts'
import { schoolWithStudies } from '../../testing/flows.ts'

const peopleInLarge = 20_000
const peopleInSmall = 50
/** Postgres takes a plan for all values, if it likes it better, from the sixth time on. */
const often = 10

let system: TestSystem
let school: Awaited<ReturnType<typeof schoolWithStudies>>
let client: pg.Client
let userId: `usr_${string}`
const flow = `grp_0${'1'.repeat(25)}` as const

beforeAll(async () => {
  system = await startSystem({ services: [usersService, learningService] })
  school = await schoolWithStudies(system)
  const { enrollment_id, user_id } = await school.student()
  userId = user_id
  const large = await school.api.courses.create({ body: { title: 'All', time_zone: 'UTC' } })
  await asOwner(system.ownerUrl, async owner => {
    const copies = (course: string, group: string, count: number) =>
      owner.query(
        `insert into learning.enrollments select (jsonb_populate_record(e, jsonb_build_object(
           'id', 'enr_0' || left(md5($1 || n), 25), 'user_id', 'usr_0' || left(md5($1 || n), 25), 'course_id', $1::text,
           'group_id', $2::text))).* from learning.enrollments e, generate_series(1, $3::int) n where e.id = $4`,
        [course, group, count, enrollment_id],
      )
    await copies(large.id, `grp_0${'2'.repeat(25)}`, peopleInLarge)
    await owner.query(`analyze`)
    await owner.query(
      `update learning.enrollments set created_at = created_at - interval '1 day' where id = $1`,
      [enrollment_id],
    )
    await copies(school.course.id, flow, peopleInSmall - 1)
  })
  client = await connectAs(system, 'learning')
}, 120_000)
afterAll(async () => {
  await client?.end()
  await system.stop()
})

const limit = peopleInSmall + 10
const lists: [string, number, () => Promise<{ data: unknown[] }>][] = [
  [
    'the gradebook',
    peopleInSmall,
    () => school.api.gradebooks.list({ path: { id: school.course.id }, query: { limit } }),
  ],
  [
    'enrollments of the course',
    peopleInSmall,
    () => school.api.enrollments.list({ query: { course_id: school.course.id, limit } }),
  ],
  [
    'enrollments of the course in a state of nearly all',
    peopleInSmall,
    () => school.api.enrollments.list({ query: { course_id: school.course.id, status: 'active', limit } }),
  ],
  [
    'enrollments of a flow',
    peopleInSmall - 1,
    () => school.api.enrollments.list({ query: { group_id: flow, limit } }),
  ],
  ['enrollments of a person', 1, () => school.api.enrollments.list({ query: { user_id: userId, limit } })],
  [
    'those in a state of nobody',
    0,
    () => school.api.enrollments.list({ query: { status: 'frozen', limit } }),
  ],
]

test.each(lists)(
  '%s: Postgres reads little more than it shows, however often it was asked',
  async (_, rowCount, call) => {
    const steps = await listSteps(system, 'learning', call)
    const list = steps.find(({ statement }) => statement.text.includes('"enrollments" t'))!
    for (let count = 1; count < often; count++) expect((await call()).data).toHaveLength(rowCount)
    const { rows } = await system.services
      .learning!.runtime.database.of(school.owner.school)
      .run([
        step(`select generic_plans, custom_plans from pg_prepared_statements where name = $1`, [
          list.statement.name,
        ]),
      ])
      .then(([firstRow]) => firstRow!)
    expect(rows).toEqual([['0', String(often)]])
    const { text } = list.statement
    const plan = await planOf(
      client,
      { text, values: list.values },
      { mode: 'force_custom_plan', school: school.owner.school },
    )
    expect(maxRowsRead(plan)).toBeLessThan(200)
  },
)
