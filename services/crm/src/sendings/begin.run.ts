// The audience is frozen as rows of messages. They begin to leave when all are there.
import type { Id } from '@lms/contract'
import { enqueue, enqueueMany, type UnitOfWork, type Work } from '@lms/service-host'
import { people } from '@lms/users/contract'
import { builder, type Stores } from '../builder.ts'
import { fillIn } from '../content/filler.ts'
import { sendShard } from '../messages/dispatch.task.ts'
import { maxShards, peopleOfShard } from '../messages/message.store.ts'
import { nextMembers, untilBuiltMs } from '../segments/audience.ts'
import { lookAgainMs, upToDate } from '../segments/up-to-date.ts'
import { readSegments } from '../segments/view.store.ts'
import { contentOwner } from '../tracking/hit.store.ts'
import { type Audience, segmentsOfAudience } from './audience.ts'
import { beginSending, clearQueue } from './begin.task.ts'
import type { Sending } from './sending.ts'
import { sendingStoreOf } from './store-of.ts'
import { chooseWinner } from './winner.task.ts'

/** People of one page, and messages that one slice takes from the queue. */
const atOnce = 1000

export const beginSendingTask = builder.task(beginSending, async ({ payload, state, ...ctx }, stores) => {
  const { origin } = payload
  const sendings = sendingStoreOf(origin, stores)
  const seen = await sendings.sending(origin)
  if (!seen) return undefined
  const { source, after, count } = state ?? { source: 0, after: null, count: 0 }
  const isFirst = !state || state.waits
  if (isFirst && segmentsOfAudience(seen.audience).length && seen.status !== 'stopped') {
    const waits = await upToDate(state?.waits ?? null, ctx)
    if (waits)
      return { state: { source, after, count, waits }, at: new Date(Date.parse(ctx.now) + lookAgainMs) }
  }
  const { ids, built } = await pageOf(seen.audience, { source, after }, ctx, stores)
  // Of a segment that is not built, nobody would be left out.
  const isEarly = !built || (await stores.segments.areUnbuilt(seen.audience.exclude?.segment_ids ?? []))
  if (isEarly && seen.status !== 'stopped')
    return { state: { source, after, count }, at: new Date(Date.parse(ctx.now) + untilBuiltMs) }
  const excluded = await excludedAmong(ids, seen.audience, ctx)
  const links = isFirst ? await linksOf(seen, ctx) : []
  const sending = await sendings.begin(origin)
  if (!sending) return undefined
  for (const { owner, targets } of links) stores.hits.keepTargets(owner, targets)
  const queuedIds = ids.filter(id => !excluded.has(id))
  const total = count + queuedIds.length
  stores.messages.queue(sending, queuedIds, count)
  if (ids.length === atOnce) return { state: { source, after: ids.at(-1)!, count: total } }
  if (source < lastSource(sending.audience))
    return { state: { source: source + 1, after: null, count: total } }
  startShards(origin, total, ctx.work)
  chooseWinners(sending, ctx.work)
  return undefined
})

/** Has the variant for the rest of the audience chosen, of each message that asks for it. */
function chooseWinners({ id, started_at, parts }: Sending, work: UnitOfWork): void {
  for (const { step, delay_minutes, winner } of parts)
    if (winner && step !== null) {
      const minutes = delay_minutes + winner.after_minutes
      const at = new Date(Date.parse(started_at ?? work.now) + minutes * 60_000)
      enqueue(
        work,
        chooseWinner,
        { campaign_id: id as Id<'cmp'>, message: step },
        { key: `${id} ${step}`, at },
      )
    }
}

/** Begins to hand over what was queued for this many people. */
export function startShards(origin: string, people: number, work: UnitOfWork): void {
  const shards = Math.min(maxShards, Math.max(1, Math.ceil(people / peopleOfShard)))
  const parts = Array.from({ length: shards }, (_, shard) => ({
    payload: { origin, shard },
    key: `${origin} ${shard}`,
  }))
  enqueueMany(work, sendShard, parts)
}

/** The targets of the links of its e-mails. Its content does not change any more. */
export async function linksOf({ id, parts }: Sending, { work }: Pick<Work, 'work'>) {
  const mails = parts.filter(({ transport }) => transport === 'email')
  const contents = mails.flatMap(({ step, variants }) =>
    variants.map(({ content }, index) => ({ owner: contentOwner(id, step, index + 1), content })),
  )
  return Promise.all(
    contents.map(async ({ owner, content }) => {
      const { links } = await fillIn({ source: content, people: [] }, { school: work.school, patient: true })
      return { owner, targets: links }
    }),
  )
}

/** The number of the last source: 0 is what the users service knows, then come the segments, and those of a mailing. */
const lastSource = ({ segment_ids, responses }: Audience): number => segment_ids.length + (responses ? 1 : 0)

/** The next people of a source; of a segment, nobody is left once it is deleted. */
async function pageOf(
  { segment_ids, responses, exclude: _, ...audience }: Audience,
  { source, after }: { source: number; after: Id<'usr'> | null },
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
  stores: Stores,
): ReturnType<typeof nextMembers> {
  if (responses && source > segment_ids.length)
    return { ids: await stores.messages.responding(responses, { after, most: atOnce }), built: true }
  if (source > 0) return nextMembers(segment_ids[source - 1]!, { after, most: atOnce }, stores)
  const scope = { school: work.school, requestId: work.origin.requestId }
  const peopleClient = runtime.client('users', { people }, scope).people
  const { user_ids } = await peopleClient.audience({ body: { ...audience, after, limit: atOnce } })
  return { ids: user_ids, built: true }
}

/** Those of a page to whom it does not go. */
async function excludedAmong(
  ids: Id<'usr'>[],
  { exclude }: Audience,
  { work, runtime }: Pick<Work, 'work' | 'runtime'>,
): Promise<ReadonlySet<string>> {
  if (!exclude || ids.length === 0) return new Set()
  const { segment_ids, ...lists } = exclude
  const scope = { school: work.school, requestId: work.origin.requestId }
  const asksUsers = Object.values(lists).some(list => list.length > 0)
  const [members, listed] = await Promise.all([
    readSegments(ids, segment_ids, work),
    asksUsers
      ? runtime
          .client('users', { people }, scope)
          .people.audience({ body: { everyone: false, ...lists, among: ids, after: null, limit: atOnce } })
      : { user_ids: [] },
  ])
  return new Set([...members.keys(), ...listed.user_ids])
}

export const clearQueueTask = builder.task(clearQueue, async ({ payload, work }, { messages }) => {
  const removed = await messages.removeQueued(payload.origin, atOnce)
  if (removed === atOnce) enqueue(work, clearQueue, payload, { key: payload.origin })
})
