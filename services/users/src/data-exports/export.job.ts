// Builds what was ordered: everything that is held about a person, asked of every service, sealed into one file.
import { formatTime, type Id } from '@lms/contract'
import {
  inSchool,
  inTurns,
  type Job,
  lazyStores,
  moveSql,
  type Runtime,
  step,
  type UnitOfWork,
} from '@lms/service-host'
import { house, type Stores } from '../house.ts'
import { dataElsewhere, heldElsewhere } from '../people/held-elsewhere.ts'
import { holdings } from '../people/holdings.ts'
import { User } from '../users/user.contract.ts'
import type { DataExport } from './export.contract.ts'
import { ExportFile, ExportTooLarge, mostBytes } from './export.file.ts'
import { exportLifecycle } from './export.lifecycle.ts'
import { linkHours, pauseAfter } from './export.rules.ts'

const turns = inTurns({ table: '"users"."data_exports"', due: 'next_at', where: `status = 'queued'` })
const AllStores = lazyStores(house.stores)
const finish = moveSql(exportLifecycle, 'finish')

/** Builds the exports that are due, one of each school in turn, and deletes those whose time is over. `most` bytes each. */
export async function workDataExports(runtime: Runtime, most = mostBytes): Promise<void> {
  await turns(runtime, (school, now) => buildNext(school, now, most, runtime))
  await runtime.system.run([
    step(
      `delete from "users"."data_exports"
       where (status = 'ready' and expires_at <= $1)
         or (status = 'failed' and updated_at <= $1::timestamptz - interval '${linkHours} hours')`,
      [formatTime(runtime.clock.now())],
    ),
  ])
}

async function buildNext(school: string, now: string, most: number, runtime: Runtime): Promise<void> {
  const [row] = await runtime.system.rows(
    step(
      `select id, user_id, request_id, tries from "users"."data_exports"
       where school_id = $1 and status = 'queued' and next_at <= $2 order by next_at limit 1`,
      [school, now],
    ),
  )
  if (!row) return
  const [id, user, requestId, tries] = row
  const order = { school, id: id!, user: user as Id<'usr'>, requestId: requestId! }
  try {
    await build(order, new ExportFile(most), runtime)
  } catch (error) {
    runtime.log.warn({ err: error, job_id: id, request_id: requestId }, 'an export of personal data failed')
    if (error instanceof ExportTooLarge) await fail(order, 'too_large', Number(tries) + 1, runtime)
    else await postpone(order, Number(tries) + 1, runtime)
  }
}

interface Order {
  school: string
  id: string
  user: Id<'usr'>
  requestId: string
}

const build = (order: Order, file: ExportFile, runtime: Runtime): Promise<void> =>
  inSchool(order.school, runtime, ({ work }) => buildOf(order, file, work, runtime), {
    requestId: order.requestId,
  })

async function buildOf(order: Order, file: ExportFile, work: UnitOfWork, runtime: Runtime): Promise<void> {
  await gather(order.user, file, { runtime, work }, new AllStores(work))
  const ready = runtime.clock.now()
  const expires = new Date(ready.getTime() + linkHours * 3_600_000)
  work.write(
    `update "users"."data_exports" set ${finish.set}, content = $3, expires_at = $4, version = version + 1, updated_at = $5
     where school_id = $1 and id = $2 and ${finish.where}`,
    [work.school, order.id, runtime.vault.seal(file.text), formatTime(expires), formatTime(ready)],
  )
}

/** `{user, areas: [{service, what, items}], made_at}`, one page of one kind in memory besides what is in the file. */
async function gather(
  userId: Id<'usr'>,
  file: ExportFile,
  asking: { runtime: Runtime; work: UnitOfWork },
  stores: Stores,
): Promise<void> {
  let separator = ''
  const add = async (service: string, what: string, pages: Parameters<ExportFile['addList']>[0]) => {
    file.add(`${separator}{"service":${JSON.stringify(service)},"what":${JSON.stringify(what)},"items":`)
    await file.addList(pages)
    file.add('}')
    separator = ','
  }
  file.add(`{"user":${JSON.stringify(User.parse(await stores.users.get(userId)))},"areas":[`)
  for (const { what, data } of holdings) await add('users', what, [await data(userId, stores)])
  for (const { service, what } of await heldElsewhere(userId, asking))
    await add(service, what, dataElsewhere({ service, what }, userId, asking))
  file.add(`],"made_at":${JSON.stringify(asking.work.now)}}`)
}

async function postpone(order: Order, tries: number, runtime: Runtime): Promise<void> {
  const pause = pauseAfter(tries, Math.random())
  if (pause === null) return fail(order, 'unavailable', tries, runtime)
  const now = runtime.clock.now()
  const next = new Date(now.getTime() + pause * 1000)
  await settle(order, moveSql(exportLifecycle, 'postpone'), null, { tries, next, now }, runtime)
}

async function fail(order: Order, failure: DataExport['failure'], tries: number, runtime: Runtime) {
  const now = runtime.clock.now()
  await settle(order, moveSql(exportLifecycle, 'fail'), failure, { tries, next: now, now }, runtime)
}

async function settle(
  { school, id }: Order,
  move: typeof finish,
  failure: DataExport['failure'],
  { tries, next, now }: { tries: number; next: Date; now: Date },
  { system }: Runtime,
): Promise<void> {
  await system.run([
    step(
      `update "users"."data_exports" set ${move.set}, failure = $3, tries = $4, next_at = $5, version = version + 1,
         updated_at = $6
       where school_id = $1 and id = $2 and ${move.where}`,
      [school, id, failure, String(tries), formatTime(next), formatTime(now)],
    ),
  ])
}

export const dataExportsJob: Job = { name: 'build-data-exports', everySeconds: 1, run: workDataExports }
