// A list sorted by a unique value is read by the index of the unique constraint, the only one.
import type { Caller } from '@lms/contract'
import { asSchool, step } from '@lms/service-host'
import {
  asOwner,
  connectAs,
  listSteps,
  maxRowsRead,
  type PlanMode,
  planModes,
  planOf,
  startSystem,
  type TestSystem,
} from '@lms/testing'
import type pg from 'pg'
import { siteContract } from '../contract.ts'
import { siteService } from '../service.ts'

let system: TestSystem
let caller: Caller
let client: pg.Client

beforeAll(async () => {
  system = await startSystem({ services: [siteService] })
  caller = system.caller()
  await system.services.site!.runtime.database.of(caller.school).run([
    asSchool(caller.school),
    step(
      `insert into site.redirects (school_id, id, from_path, target, permanent, version, created_at, updated_at)
       select $1, 'rdr_' || lpad(n::text, 26, '0'), '/old/' || md5(n::text), '/new', true, 1, now(), now()
       from generate_series(1, 10000) n`,
      [caller.school],
    ),
  ])
  await asOwner(system.ownerUrl, admin => admin.query('analyze'))
  client = await connectAs(system, 'site')
}, 120_000)
afterAll(async () => {
  await client?.end()
  await system.stop()
})

async function maxRead(query: Record<string, string>, mode: PlanMode): Promise<number> {
  const { redirects } = system.client('site', siteContract.resources, caller)
  const [list] = await listSteps(system, 'site', () => redirects.list({ query }))
  const { statement, values } = list!
  const plan = await planOf(client, { text: statement.text, values }, { mode, school: caller.school })
  return maxRowsRead(plan)
}

test.each(planModes)('redirects sorted by their address are read in index order, with %s', async mode => {
  const { redirects } = system.client('site', siteContract.resources, caller)
  for (const sort of ['from_path', '-from_path']) {
    const { next_cursor } = await redirects.list({ query: { sort } })
    expect(await maxRead({ sort }, mode)).toBeLessThan(200)
    expect(await maxRead({ sort, cursor: next_cursor! }, mode)).toBeLessThan(200)
  }
})
