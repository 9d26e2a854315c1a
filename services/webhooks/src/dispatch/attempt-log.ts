// The log of sends, written in batches: attempts, the deliveries' next states, the queue, the cursors. A batch is one
// transaction that checks the channels' fences, so a dispatcher that lost a channel changes nothing of it any more.
import { newId } from '@lms/contract'
import { type Runtime, readDatabaseTime, StatementError, type Step, step } from '@lms/service-host'
import { lockedChannels } from '../locks.ts'
import { partitions } from '../partitions.ts'
import { columnsOf } from '../rows.ts'
import { type Ended, healthSteps } from '../webhooks/health.ts'
import { insertAttempts, insertLostAttempts, moveSteps } from './attempt-rows.ts'
import { cursorSteps, cursorsStep, type Moving, progressOf } from './cursors.ts'
import { leasedSql } from './delivery-queue.store.ts'
import type { Channel, ChannelKey } from './delivery-queue.ts'
import type { Due } from './due.ts'
import { createdOf, failureNews, tellsFailure } from './failure-news.ts'
import { firstSteps, spillSteps } from './first-attempts.ts'
import { type Moved, moved, type Result } from './next-state.ts'
import { nextSteps } from './order.ts'
import type { StoredProgress } from './progress.ts'

/** The result of a batch: channels that other replicas have by now, of which it changed nothing. */
interface Logged {
  lost: Set<Channel>
  moved: Moving[]
  /** Running deliveries that got rows. */
  spilled: { channel: Channel; due: Due }[]
}

/** Logs results; returns the channels that other replicas have by now, whose deliveries were not moved. */
export async function logResults(results: readonly Result[], runtime: Runtime): Promise<Set<Channel>> {
  const all = results.map(moved)
  const ids = () => [newId('dat'), ...results.map(({ due }) => due.id)]
  const write = (unlogged: readonly Moved[]) => writeBatch(unlogged, finishedOf(results), runtime)
  const logged = await partitions
    .writing(runtime.system, ids, () => write(all))
    .catch(async error => {
      // The commit succeeded but its answer was lost: logged results must not block the others.
      if (isTwin(error)) return write(await withoutLogged(all, runtime))
      throw error
    })
  for (const { channel } of logged.moved) channel.progress!.moves++
  for (const { channel, due } of logged.spilled) channel.spilled(due)
  return logged.lost
}

/** Which events of each channel are done with these results. */
function finishedOf(results: readonly Result[]): Map<Channel, Set<number>> {
  const finished = new Map<Channel, Set<number>>()
  for (const { channel, due } of results) {
    if (due.first === null) continue
    const sequences = finished.get(channel)
    if (sequences) sequences.add(due.first)
    else finished.set(channel, new Set([due.first]))
  }
  return finished
}

const isTwin = (error: unknown) => error instanceof StatementError && error.sqlState === '23505'

async function withoutLogged(all: readonly Moved[], { system }: Runtime): Promise<Moved[]> {
  const attempts = await system.rows(
    step(
      `select a.id from unnest($1::text[], $2::text[], $3::text[]) k(school_id, delivery_id, id)
       cross join lateral (
         select a.id from webhooks.attempts a
         where a.school_id = k.school_id and a.delivery_id = k.delivery_id and a.id = k.id limit 1
       ) a`,
      columnsOf(
        all.flatMap(({ channel, due, outcome }) =>
          outcome?.attempt ? [[channel.key.school, due.id, outcome.attempt]] : [],
        ),
        3,
      ),
    ),
  )
  const deliveries = await system.rows(
    step(
      `select d.id, d.status from unnest($1::text[], $2::text[]) k(school_id, id)
       cross join lateral (
         select d.id, d.status from webhooks.deliveries d where d.school_id = k.school_id and d.id = k.id limit 1
       ) d`,
      columnsOf(
        all.flatMap(({ channel, due }) => (due.first === null ? [] : [[channel.key.school, due.id]])),
        2,
      ),
    ),
  )
  const logged = new Set(attempts.map(([attempt]) => attempt))
  const statuses = new Map(deliveries.map(([id, status]) => [id!, status!]))
  return all.filter(({ channel, due, outcome }) => {
    // Also of a first attempt, whose channel was lost.
    if (outcome?.attempt && logged.has(outcome.attempt)) return false
    if (due.first === null) return true
    // That one only got its rows.
    if (statuses.get(due.id) === 'pending') channel.spilled(due)
    return due.first === null || !statuses.has(due.id)
  })
}

async function writeBatch(
  all: readonly Moved[],
  finished: ReadonlyMap<Channel, Set<number>>,
  runtime: Runtime,
): Promise<Logged> {
  const batchChannels = [...new Set([...all.map(({ channel }) => channel), ...finished.keys()])]
  const exhausted = all.filter(tellsFailure)
  const reads = [
    byKey(exhausted.length === 0),
    lockChannels(
      batchChannels,
      all.some(({ due }) => due.object !== null),
    ),
    cursorsStep([...finished.keys()]),
    ...(exhausted.length ? [createdOf(exhausted)] : []),
  ]
  const logged = await runtime.system.readThenWrite(reads, ([, leases, cursors, created]) => {
    // By fence: after a loss and a new claim, one batch may have results of both leases of a channel.
    const fences = new Map(leases!.rows.map(([, webhook, fence]) => [webhook, Number(fence)]))
    const isHeld = ({ lost, key }: Channel) => !lost && fences.get(key.webhook) === key.fence
    const valid = all.filter(({ channel }) => isHeld(channel))
    const firsts = valid.filter(({ due }) => due.first !== null)
    const moving = [...finished].filter(([channel]) => isHeld(channel))
    restartLost(
      moving.map(([channel]) => channel),
      progressOf(cursors!.rows),
    )
    const spilled = moving.flatMap(([channel, sequences]) =>
      channel.progress!.stragglers(sequences).map(due => ({ channel, due })),
    )
    const moved = moving.map(([channel, sequences]) => reachedBy(channel, sequences, spilled))
    const createdAt = new Map(created?.rows.map(([id, time]) => [id!, readDatabaseTime(time!)]))
    const now = runtime.clock.now()
    const news = exhausted
      .filter(result => valid.includes(result))
      .flatMap(result => failureNews(result, createdAt.get(result.due.id), runtime))
    const writes = [
      ...insertAttempts(all.filter(({ due }) => due.first === null)),
      // Of a lost channel only the attempt is logged.
      ...insertLostAttempts(all.filter(({ channel, due }) => due.first !== null && !isHeld(channel))),
      ...firstSteps(firsts, now),
      ...spillSteps(spilled),
      ...moveSteps(
        valid.filter(({ due }) => due.first === null),
        now,
      ),
      ...nextSteps(endedObjects(valid), now),
      ...cursorSteps(moved),
      ...healthSteps(endedOf(valid), now),
      ...news,
    ]
    return {
      writes,
      answer: { lost: new Set(batchChannels.filter(channel => !isHeld(channel))), moved, spilled },
    }
  })
  if (exhausted.length) runtime.notify()
  return logged
}

/** Channels whose cursors are not where they were moved to: the database has crashed, and lost the end of the log. */
function restartLost(
  leasedChannels: readonly Channel[],
  storedProgress: ReadonlyMap<string, StoredProgress>,
): void {
  for (const channel of leasedChannels) {
    const stored = storedProgress.get(channel.key.webhook) ?? { sequence: 0, done: [], moves: 0 }
    if (stored.moves !== channel.progress!.moves) channel.restart(stored)
  }
}

/** The progress of a channel with these results, and with deliveries that got rows. */
function reachedBy(channel: Channel, finished: ReadonlySet<number>, spilled: Logged['spilled']): Moving {
  const passed = spilled.flatMap(one => (one.channel === channel ? [one.due.first!] : []))
  return { channel, reached: channel.progress!.after(new Set([...finished, ...passed])) }
}

const endedObjects = (results: readonly Moved[]) =>
  results.flatMap(({ channel: { key }, due: { object }, nextAt }) =>
    object === null || nextAt !== null ? [] : [{ school: key.school, webhook: key.webhook, object }],
  )

/** What says something about the receiver. */
const endedOf = (results: readonly Moved[]): Ended[] =>
  results.flatMap(({ channel: { key }, outcome }) =>
    outcome && !outcome.sent.ours
      ? [{ school: key.school, webhook: key.webhook, ok: outcome.sent.ok, at: outcome.startedAt }]
      : [],
  )

/**
 * Settings of this transaction. All its statements reach few rows by their keys. The planner would rather read a new
 * partition of unknown size from end to end, and keep that plan while the partition grows. Unless an event depends on
 * it, the commit does not wait for the disk. A crash of the database then loses the log of its last 0.6 s; the lost
 * deliveries are still due, so they are sent and logged again.
 */
const byKey = (mayBeLost: boolean): Step =>
  step(
    `select set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true),
       set_config('enable_seqscan', 'off', true), set_config('plan_cache_mode', 'force_generic_plan', true),
       set_config('synchronous_commit', case when $1::bool then 'off' else current_setting('synchronous_commit') end, true)`,
    [mayBeLost ? 't' : 'f'],
  )

/**
 * Key share: a claim waits for this transaction; a journal batch that wakes the channel does not. For ordered
 * subscriptions it does wait, because both change the order.
 */
const lockChannels = (batchChannels: readonly Channel[], ordered: boolean): Step =>
  step(
    lockedChannels(leasedSql, ordered ? 'no key update' : 'key share'),
    columnsOf(
      batchChannels.map(({ key: { school, webhook, fence } }: { key: ChannelKey }) => [
        school,
        webhook,
        String(fence),
      ]),
      3,
    ),
  )
