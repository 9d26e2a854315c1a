// Builds what was ordered: everything that is held about a person, asked of every service, sealed into one file.
import { formatTime, type Id } from '@lms/contract'
import { type Job, type Runtime, step, type UnitOfWork } from '@lms/service-host'
import { house, type Stores } from '../house.ts'
import { inSchool } from '../in-school.ts'
import { dataElsewhere, heldElsewhere } from '../people/held-elsewhere.ts'
import { holdings } from '../people/holdings.ts'
import { User } from '../users/user.contract.ts'
import { linkHours, pauseAfter } from './export.rules.ts'

const mostInRun = 10

/** Builds the exports that are due, and deletes those whose time is over. */
export async function workDataExports(runtime: Runtime): Promise<void> {
  const now = formatTime(runtime.clock.now())
  const due = await runtime.system.rows(
    step(
      `select school_id, id, user_id, request_id, tries from "users"."data_exports"
       where status = 'queued' and next_at <= $1 order by next_at limit ${mostInRun}`,
      [now],
    ),
  )
  for (const [school, id, user, requestId, tries] of due) {
    const order = { school: school!, id: id!, user: user as Id<'usr'>, requestId: requestId! }
    try {
      await build(order, runtime)
    } catch (error) {
      runtime.log.warn({ err: error, job_id: id, request_id: requestId }, 'an export of personal data failed')
      await postpone(order, Number(tries) + 1, runtime)
    }
  }
  await runtime.system.run([
    step(
      `delete from "users"."data_exports"
       where (status = 'ready' and expires_at <= $1)
         or (status = 'failed' and updated_at <= $1::timestamptz - interval '${linkHours} hours')`,
      [now],
    ),
  ])
}

interface Order {
  school: string
  id: string
  user: Id<'usr'>
  requestId: string
}

const build = (order: Order, runtime: Runtime): Promise<void> =>
  inSchool(order.school, runtime, ({ work }) => buildOf(order, work, runtime), order.requestId)

async function buildOf(order: Order, work: UnitOfWork, runtime: Runtime): Promise<void> {
  const stores = Object.fromEntries(
    Object.entries(house.stores).map(([name, Class]) => [name, new Class(work)]),
  ) as unknown as Stores
  const content = await gather(order.user, { runtime, work }, stores)
  const ready = runtime.clock.now()
  const expires = new Date(ready.getTime() + linkHours * 3_600_000)
  work.write(
    `update "users"."data_exports" set status = 'ready', content = $3, expires_at = $4, version = version + 1, updated_at = $5
     where school_id = $1 and id = $2 and status = 'queued'`,
    [
      work.school,
      order.id,
      runtime.vault.seal(JSON.stringify(content)),
      formatTime(expires),
      formatTime(ready),
    ],
  )
}

async function gather(userId: Id<'usr'>, asking: { runtime: Runtime; work: UnitOfWork }, stores: Stores) {
  const user = User.parse(await stores.users.get(userId))
  const areas: { service: string; what: string; items: readonly object[] }[] = []
  for (const { what, data } of holdings)
    areas.push({ service: 'users', what, items: await data(userId, stores) })
  for (const { service, what } of await heldElsewhere(userId, asking))
    areas.push({ service, what, items: await dataElsewhere({ service, what }, userId, asking) })
  return { user, areas, made_at: asking.work.now }
}

async function postpone({ school, id }: Order, tries: number, { system, clock }: Runtime): Promise<void> {
  const pause = pauseAfter(tries, Math.random())
  const now = clock.now()
  const next = new Date(now.getTime() + (pause ?? 0) * 1000)
  await system.run([
    step(
      `update "users"."data_exports" set status = $3, tries = $4, next_at = $5, version = version + 1, updated_at = $6
       where school_id = $1 and id = $2 and status = 'queued'`,
      [school, id, pause === null ? 'failed' : 'queued', String(tries), formatTime(next), formatTime(now)],
    ),
  ])
}

export const dataExportsJob: Job = { name: 'build-data-exports', everySeconds: 1, run: workDataExports }
