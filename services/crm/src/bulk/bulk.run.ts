// A bulk action: its audience is frozen as rows, then each page of them is acted on, once by the key of each effect. A crash
// repeats a page under the same keys, and the results are those of the first time.
import type { Id } from '@lms/contract'
import { scenarioEntries } from '@lms/scenarios/contract'
import type { Work } from '@lms/service-host'
import { effects } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { nextMembers, untilBuiltMs } from '../segments/audience.ts'
import { lookAgainMs, upToDate } from '../segments/up-to-date.ts'
import { linksOf, startShards } from '../sendings/begin.run.ts'
import type { BulkAction, PersonResult } from './bulk.object.ts'
import { effectOn, factOf, mayDo } from './bulk.rules.ts'
import type { BulkRow } from './bulk.store.ts'
import { runBulk } from './bulk.task.ts'
import { presentRights } from './orderer.ts'

/** People of one page of the audience, and of one call. */
const pageSize = 1000
const callSize = 200

type At = Pick<Work, 'work' | 'runtime' | 'now'>
type Failure = NonNullable<BulkAction['failure']>

export const runBulkTask = builder.task(
  runBulk,
  async ({ payload, state, ...ctx }, stores) => {
    const order = await stores.bulkActions.find(payload.bulk_action_id)
    if (!order || order.status === 'finished' || order.status === 'failed') return undefined
    const caller = await presentRights(order, ctx)
    if (!caller || !mayDo(caller, order.kind)) return fail(order.id, 'caller_without_right', ctx, stores)
    if (state?.taken) return act(order, ctx, stores)
    if (!state || state.waits) {
      const waits = await upToDate(state?.waits ?? null, ctx)
      const at = new Date(Date.parse(ctx.now) + lookAgainMs)
      if (waits) return { state: { taken: false, after: null, waits }, at }
    }
    return take(order, state?.after ?? null, ctx, stores)
  },
  { failed: ({ payload, ...ctx }, stores) => fail(payload.bulk_action_id, 'unavailable', ctx, stores) },
)

/** Takes a page of the audience. */
async function take(order: BulkRow, after: Id<'usr'> | null, { now }: At, stores: Stores) {
  const { bulkActions } = stores
  const { ids, built } = await nextMembers(order.segment_id, { after, most: pageSize }, stores)
  if (!built) return { state: { taken: false, after }, at: new Date(Date.parse(now) + untilBuiltMs) }
  const locked = await bulkActions.lockAnyVersion(order.id)
  const audience = locked.counts.audience + ids.length
  const counts = { ...locked.counts, audience, waiting: audience }
  bulkActions.addPeople(order.id, ids)
  if (locked.status === 'queued') bulkActions.move(locked, 'begin', { counts })
  else bulkActions.save(locked, { counts })
  const isComplete = ids.length < pageSize
  return { state: { taken: isComplete, after: isComplete ? null : ids.at(-1)! } }
}

/** Acts on the next people. */
async function act(order: BulkRow, ctx: At, stores: Stores) {
  const { bulkActions } = stores
  const people = await bulkActions.waiting(order.id, callSize)
  const results = people.length === 0 ? [] : await resultsFor(order, people, ctx, stores)
  const links = await linksFor(order, ctx, stores)
  const locked = await bulkActions.lockAnyVersion(order.id)
  if (locked.status !== 'running') return undefined
  if (order.kind === 'send_mailing' && !order.dry_run)
    await queueMailing(locked, { people, links }, ctx, stores)
  bulkActions.keep(order.id, results)
  const counts = { ...locked.counts, waiting: locked.counts.waiting - people.length }
  for (const { outcome } of results) counts[outcome] += 1
  if (people.length === callSize) {
    bulkActions.save(locked, { counts })
    return { state: { taken: true, after: null } }
  }
  // Who left the school meanwhile, or became somebody else of the audience, waits no longer.
  bulkActions.move(locked, 'finish', { counts: { ...counts, waiting: 0 }, finished_at: ctx.now })
  return undefined
}

async function resultsFor(
  order: BulkRow,
  people: readonly Id<'usr'>[],
  { work, runtime }: At,
  { bulkActions }: Stores,
): Promise<PersonResult[]> {
  if (order.kind === 'run_scenario' && !order.dry_run) return entered(order, people, { work, runtime })
  const fact = factOf(order)
  if (fact === null) return people.map(user_id => ({ user_id, outcome: 'done', reason: null }))
  if (order.dry_run) {
    const having = await bulkActions.having(people, fact)
    return people.map(user_id => ({
      user_id,
      outcome: having.has(user_id) === fact.unlessHad ? 'unchanged' : 'done',
      reason: null,
    }))
  }
  const scope = { school: work.school, requestId: work.origin.requestId }
  const effectsClient = runtime.client('users', { effects }, scope).effects
  const list = people.map(user => effectOn(order, user)!)
  const { results } = await effectsClient.carryOut({ body: { effects: list } })
  return results.map(({ outcome, reason }, index) => ({ user_id: people[index]!, outcome, reason }))
}

/** Lets people enter the scenario, each once by its key. */
async function entered(
  { id, scenario_id }: BulkRow,
  people: readonly Id<'usr'>[],
  { work, runtime }: Pick<At, 'work' | 'runtime'>,
): Promise<PersonResult[]> {
  const scope = { school: work.school, requestId: work.origin.requestId }
  const { enter } = runtime.client('scenarios', { scenarioEntries }, scope).scenarioEntries
  const entries = people.map(user_id => ({ key: `bulk ${id} ${user_id}`, user_id }))
  const { results } = await enter({ body: { scenario_id: scenario_id as Id<'scn'>, entries } })
  // A bulk action enters only whom it has found.
  return results.map(({ outcome, reason }, index) => ({
    user_id: people[index]!,
    outcome,
    reason: reason as PersonResult['reason'],
  }))
}

/** The targets of the links of the mailing, before the first of it is queued. */
async function linksFor({ mailing_id, counts, dry_run }: BulkRow, ctx: At, { mailings }: Stores) {
  const sending = mailing_id && !dry_run && counts.done === 0 ? await mailings.sending(mailing_id) : null
  return sending ? linksOf(sending, ctx) : []
}

/** Queues the mailing to these people, and begins to hand over after the last of them. */
async function queueMailing(
  { mailing_id, counts }: BulkRow,
  { people, links }: { people: readonly Id<'usr'>[]; links: Awaited<ReturnType<typeof linksOf>> },
  { work }: Pick<At, 'work'>,
  { mailings, messages, hits }: Stores,
): Promise<void> {
  const sending = await mailings.begin(mailing_id!)
  if (!sending) return
  const before = counts.audience - counts.waiting
  for (const { owner, targets } of links) hits.keepTargets(owner, targets)
  messages.queue(sending, people, before)
  if (people.length < callSize) startShards(mailing_id!, before + people.length, work)
}

async function fail(
  id: string,
  failure: Failure,
  ctx: Pick<Work, 'work' | 'now'>,
  stores: Stores,
): Promise<undefined> {
  const { bulkActions } = stores
  const locked = await bulkActions.lockAnyVersion(id)
  if (locked.status !== 'queued' && locked.status !== 'running') return undefined
  // What was queued of a mailing leaves, and the mailing ends.
  if (locked.kind === 'send_mailing' && !locked.dry_run)
    startShards(locked.mailing_id!, locked.counts.audience, ctx.work)
  bulkActions.move(locked, 'fail', { failure, finished_at: ctx.now })
  return undefined
}
