// Works replays off, one replica at a time, at a capped rate for each school. A slice of a replay is one transaction:
// its deliveries and its position, under the lock of its row, so neither a crash nor a second worker doubles any.
import {
  type Fields,
  type Job,
  moveSql,
  type Runtime,
  readDatabaseTime,
  type Step,
  step,
} from '@lms/service-host'
import { fullSql } from '../deliveries/delivery.store.ts'
import { deliverySteps, newDelivery } from '../deliveries/new-deliveries.ts'
import { receiversOf, subscriptionsOf, subscriptionsStep } from '../events/receivers.ts'
import { pokeDispatchers } from '../pokes.ts'
import { webhookSettings } from '../settings.ts'
import { replayLifecycle } from './replay.lifecycle.ts'
import { failedWebhookSql, type Meant, meantCondition, placed } from './replay.store.ts'

/** Sequences that one slice looks through at most: rare types cost many slices, never one long query. */
const sliceSequences = 10_000
/** Events of a slice at most where filters read them: some 12 MB of the largest. */
const mostRead = 50
/** Slices of a replay in one run, so that no school keeps the others waiting. */
const slicesInRun = 20
const schoolsInRun = 100
/** Runs that fail one after the other before a replay is given up. */
const mostFailures = 20
/** Days that a replay that has ended is kept. */
const daysKept = 90

interface Key {
  school: string
  id: string
}

/** One second's worth of every school's oldest replay. */
export async function workReplays(runtime: Runtime): Promise<void> {
  const { replayRate } = webhookSettings(runtime)
  for (const key of await openReplays(runtime)) {
    try {
      await workOne(key, replayRate, runtime)
    } catch (error) {
      runtime.log.warn(
        { err: error, replay: key.id },
        'a replay failed for now; it goes on from where it was',
      )
      await countFailure(key, runtime)
    }
  }
}

/** The oldest open replay of each school, those first that have waited longest. */
async function openReplays({ system }: Runtime): Promise<Key[]> {
  const rows = await system.rows(
    step(
      `select school_id, id from (
         select distinct on (school_id) school_id, id, updated_at from webhooks.replays
         where status in ('queued', 'running') order by school_id, id
       ) r order by updated_at limit ${schoolsInRun}`,
    ),
  )
  return rows.map(([school, id]) => ({ school: school!, id: id! }))
}

async function workOne(key: Key, rate: number, runtime: Runtime): Promise<void> {
  const [full] = await runtime.system.rows(step(fullSql, [key.school]))
  if (full) return void (await runtime.system.run([touchStep(key, runtime.clock.now().toISOString())]))
  const woken = new Set<string>()
  let left = rate
  for (let slice = 0; slice < slicesInRun && left > 0; slice++) {
    const { webhooks, made, ended } = await workSlice(key, left, runtime)
    for (const webhook of webhooks) woken.add(webhook)
    left -= made
    if (ended) break
  }
  if (woken.size) pokeDispatchers(runtime, [...woken])
}

interface Slice {
  webhooks: string[]
  made: number
  /** Nothing is left of it, or nothing more fits into this run. */
  ended: boolean
}

/** The next events of a replay: `most` deliveries of them, or those of one event where these are more. */
function workSlice(key: Key, most: number, { system, clock }: Runtime): Promise<Slice> {
  return system.transaction(async send => {
    const [held, subscriptionRows] = await send([holdStep(key), subscriptionsStep([key.school])])
    if (!held!.rows[0]) return { webhooks: [], made: 0, ended: true }
    const replay = heldOf(held!.rows[0])
    const subscriptions = subscriptionsOf(subscriptionRows!.rows).get(key.school) ?? []
    const takers = subscriptions.filter(({ id, active }) => active && [null, id].includes(replay.only))
    const filtered = subscriptions.some(({ conditions }) => conditions.length > 0)
    const limit = Math.min(
      Math.max(1, Math.floor(most / Math.max(1, takers.length))),
      filtered ? mostRead : most,
    )
    const end = Math.min(replay.position + sliceSequences, replay.last)
    const [found] = await send([eventsStep(key.school, replay, { end, limit, filtered })])
    const events = found!.rows
    const deliveries = events.flatMap(([event, type, requestId, , failedWebhook, payload]) =>
      receiversOf(
        { type: type!, failed_webhook_id: failedWebhook ?? null, payload: payload ?? '' },
        subscriptions,
      )
        .filter(webhook => [null, webhook].includes(replay.only))
        .map(webhook =>
          newDelivery({
            school: key.school,
            webhook,
            event: event!,
            type: type!,
            requestId: requestId!,
            replayed: true,
          }),
        ),
    )
    const position = events.length < limit ? end : Number(events.at(-1)![3])
    const ended = position >= replay.last
    const now = clock.now().toISOString()
    const counts = { events: events.length, deliveries: deliveries.length }
    await send([
      ...(deliveries.length ? deliverySteps(deliveries, { now }) : []),
      moveStep(key, moveSql(replayLifecycle, ended ? 'end' : 'step'), { ...counts, position, now }),
    ])
    return { webhooks: deliveries.map(({ webhook }) => webhook), made: deliveries.length, ended }
  })
}

const holdStep = ({ school, id }: Key): Step =>
  step(
    `select types, created_from, created_till, webhook_id, position, last_sequence from webhooks.replays
     where school_id = $1 and id = $2 and status in ('queued', 'running') for update`,
    [school, id],
  )

interface Held {
  meant: Meant
  only: string | null
  position: number
  last: number
}

const heldOf = ([types, from, till, only, position, last]: Fields): Held => ({
  meant: {
    types: JSON.parse(types!),
    from: from ? readDatabaseTime(from) : null,
    till: till ? readDatabaseTime(till) : null,
  },
  only: only ?? null,
  position: Number(position),
  last: Number(last),
})

function eventsStep(
  school: string,
  { meant, position }: Held,
  { end, limit, filtered }: { end: number; limit: number; filtered: boolean },
): Step {
  const condition = meantCondition(meant)
  return step(
    `select e.id, e.type, e.request_id, e.sequence, ${failedWebhookSql}, ${filtered ? 'e.payload' : 'null'}
     from webhooks.events e where e.school_id = $1 and e.sequence > $2 and e.sequence <= $3
       and ${placed(condition, 5)} order by e.sequence limit $4`,
    [school, String(position), String(end), String(limit), ...condition.values],
  )
}

const moveStep = (
  { school, id }: Key,
  move: ReturnType<typeof moveSql>,
  moved: { position: number; events: number; deliveries: number; now: string },
): Step =>
  step(
    `update webhooks.replays set ${move.set}, position = $3, events = events + $4, deliveries = deliveries + $5,
       failures = 0, updated_at = $6 where school_id = $1 and id = $2 and ${move.where}`,
    [school, id, String(moved.position), String(moved.events), String(moved.deliveries), moved.now],
  )

/** Its receivers are behind: others have their turn before it is looked at again. */
const touchStep = ({ school, id }: Key, now: string): Step =>
  step('update webhooks.replays set updated_at = $3 where school_id = $1 and id = $2', [school, id, now])

const fail = moveSql(replayLifecycle, 'fail')
const countFailure = ({ school, id }: Key, { system, clock }: Runtime) =>
  system.run([
    step(
      `update webhooks.replays set failures = failures + 1, updated_at = $3
       where school_id = $1 and id = $2 and ${fail.where}`,
      [school, id, clock.now().toISOString()],
    ),
    step(
      `update webhooks.replays set ${fail.set}
       where school_id = $1 and id = $2 and failures >= ${mostFailures} and ${fail.where}`,
      [school, id],
    ),
  ])

export const replaysJob: Job = { name: 'work-replays', everySeconds: 1, run: workReplays }

export const forgetReplaysJob: Job = {
  name: 'forget-replays',
  everySeconds: 3600,
  run: async ({ system }) =>
    void (await system.run([
      step(
        `delete from webhooks.replays where updated_at < now() - interval '${daysKept} days'
         and status in ('done', 'failed')`,
      ),
    ])),
}
