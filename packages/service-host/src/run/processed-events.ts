// Which events the reactions of a service have processed, by their inbox rows.
import { type BodyOf, type EventRef, maxCauses } from '@lms/contract'
import { consumerInfo, Lag } from '@lms/events'
import { timeOfId } from '../database/partitions.ts'
import { readDatabaseTime } from '../database/rows.ts'
import { step, textArray } from '../database/statements.ts'
import type { hostOperations } from '../kernel/host.contract.ts'
import type { Service } from '../service.ts'
import type { Runtime } from '../work/runtime.ts'
import { declaredHeard, type Heard, heardBy } from './bus-use.ts'
import { interestOf } from './event-interest.ts'
import { inboxDays } from './upkeep.ts'

type Events = BodyOf<typeof hostOperations.handled>['events']

/** A sweep publishes again what was published at least this long ago. */
const publishedMs = 60_000
const renewedMs = (inboxDays / 2) * 24 * 3600_000

/** The reactions to some events. Events that were processed before the inbox's retention are absent. */
export async function rememberedOf(events: Events, reactions: readonly Heard[], runtime: Runtime) {
  const remembered = runtime.clock.now().getTime() - inboxDays * 24 * 3600_000
  const results = await handledOf(events, reactions, runtime)
  return results
    .filter(({ event_id, handled_at }) => handled_at || timeOfId(event_id).getTime() > remembered)
    .map(({ event_id, reaction, handled_at }) => ({ event_id, reaction, handled_at }))
}

/** Asks which events the reactions of a service have still to process, and which of these the bus does not bring. */
export function unhandledBy(service: Service) {
  const reactions = heardBy(service)
  const reactsTo = [...new Set(reactions.map(({ type }) => type))]
  const lags = new Map<string, Lag>()
  const isBehind = async (durable: string, { bus, clock }: Runtime) => {
    const lag = lags.get(durable) ?? new Lag(publishedMs)
    lags.set(durable, lag)
    const info = await consumerInfo(bus, { stream: 'events', durable })
    return lag.isBehind(info, clock.elapsed?.() ?? performance.now())
  }
  return async (events: Events, runtime: Runtime) => {
    const types = new Set(events.map(({ type }) => type))
    const candidates = reactions.filter(({ type }) => types.has(type))
    // Before the inbox is read: what is acknowledged in between has its row by then.
    const durables = [...new Set(candidates.map(({ durable }) => durable))]
    const behind = new Set<string>()
    await Promise.all(
      durables.map(async durable => {
        if (await isBehind(durable, runtime)) behind.add(durable)
      }),
    )
    const results = await handledOf(events, candidates, runtime)
    await keepInMind(results, runtime)
    const open = results.filter(({ handled_at }) => handled_at === null)
    const idsOf = (some: typeof open) => [...new Set(some.map(({ event_id }) => event_id))]
    return {
      reacts_to: reactsTo,
      unhandled: idsOf(open),
      lost: idsOf(open.filter(({ durable }) => !behind.has(durable))),
    }
  }
}

/** The ids of those of these events that a reaction has still to process. */
export const openAmong = async (
  events: Events,
  reactions: readonly Heard[],
  runtime: Runtime,
): Promise<string[]> =>
  (await handledOf(events, reactions, runtime))
    .filter(({ handled_at }) => handled_at === null)
    .map(({ event_id }) => event_id)

/** What a reaction has emitted, as its row of the inbox keeps it; null for nothing. */
export const emittedText = (emitted: readonly EventRef[]): string | null =>
  emitted.length ? JSON.stringify(emitted.slice(0, maxCauses).map(({ id, type }) => [id, type])) : null

const readEmitted = (text: string | null | undefined): EventRef[] =>
  (text ? (JSON.parse(text) as [EventRef['id'], string][]) : []).map(([id, type]) => ({ id, type }))

/**
 * Which of these events the reactions of a service have still to process, and what those that have processed the others
 * have emitted. An event that is older than the memory of the inbox has been processed.
 */
export function seenBy(service: Service) {
  const heard = declaredHeard(service)
  return async (
    { events, reactions: names }: BodyOf<typeof hostOperations.seen>,
    school: string,
    runtime: Runtime,
  ) => {
    const reactions = names ? heard.filter(({ name }) => names.includes(name)) : heard
    const remembered = runtime.clock.now().getTime() - inboxDays * 24 * 3600_000
    const recent = events.filter(({ id }) => timeOfId(id).getTime() > remembered)
    const results = await handledOf(
      recent.map(event => ({ ...event, school_id: school }) as Events[number]),
      reactions,
      runtime,
    )
    return {
      reacts_to: [...new Set(reactions.map(({ type }) => type))],
      unseen: [...new Set(results.filter(({ handled_at }) => !handled_at).map(({ event_id }) => event_id))],
      followed: results.flatMap(({ event_id: cause_id, emitted }) =>
        emitted.map(each => ({ ...each, cause_id })),
      ),
    }
  }
}

/** An event that is still asked about stands in an outbox, so the inbox must not forget it: it would be processed again. */
async function keepInMind(
  results: Awaited<ReturnType<typeof handledOf>>,
  { system, service, clock }: Runtime,
) {
  const now = clock.now().getTime()
  const old = results.filter(({ handled_at }) => handled_at && now - Date.parse(handled_at) > renewedMs)
  if (old.length === 0) return
  await system.run([
    step(
      `update "${service}".inbox i set handled_at = $4::timestamptz
       from unnest($1::text[], $2::text[], $3::text[]) k(school_id, consumer, event_id)
       where i.school_id = k.school_id and i.consumer = k.consumer and i.event_id = k.event_id`,
      [
        textArray(old.map(({ school_id }) => school_id)),
        textArray(old.map(({ durable }) => durable)),
        textArray(old.map(({ event_id }) => event_id)),
        new Date(now).toISOString(),
      ],
    ),
  ])
}

/** Each of the reactions to each event, and when it has processed it; without those that do not want the event. */
async function handledOf(events: Events, reactions: readonly Heard[], runtime: Runtime) {
  const { system, service } = runtime
  const pairs = events.flatMap(event =>
    reactions
      .filter(({ type }) => type === event.type)
      .map(heard => ({ event, reaction: heard.name, durable: heard.durable, heard })),
  )
  if (pairs.length === 0) return []
  const rows = await system.rows(
    step(
      `select i.consumer, i.event_id, i.handled_at, i.emitted
       from unnest($1::text[], $2::text[], $3::text[]) k(school_id, consumer, event_id)
       join "${service}".inbox i on i.school_id = k.school_id and i.consumer = k.consumer and i.event_id = k.event_id`,
      [
        textArray(pairs.map(({ event }) => event.school_id)),
        textArray(pairs.map(({ durable }) => durable)),
        textArray(pairs.map(({ event }) => event.id)),
      ],
    ),
  )
  const handled = new Map(
    rows.map(([durable, id, at, emitted]) => [
      `${durable} ${id}`,
      { at: readDatabaseTime(at!), emitted: readEmitted(emitted) },
    ]),
  )
  const results = pairs.map(({ event: { id, school_id, type }, reaction, durable, heard }) => ({
    event_id: id,
    school_id,
    type,
    reaction,
    durable,
    heard,
    handled_at: handled.get(`${durable} ${id}`)?.at ?? null,
    emitted: handled.get(`${durable} ${id}`)?.emitted ?? [],
  }))
  return withoutUnwanted(results, runtime)
}

/** Leaves out what its reaction would not act on: it has no row, and needs none. */
async function withoutUnwanted<
  P extends { school_id: string; type: string; durable: string; heard: Heard; handled_at: string | null },
>(results: readonly P[], runtime: Runtime): Promise<P[]> {
  const choosing = results.filter(({ handled_at, heard }) => handled_at === null && heard.wanted)
  const unwanted = new Set<P>()
  for (const open of Map.groupBy(choosing, ({ durable }) => durable).values()) {
    const isWanted = await interestOf(open[0]!.heard, open, runtime)
    for (const pair of open) if (!isWanted(pair)) unwanted.add(pair)
  }
  return results.filter(pair => !unwanted.has(pair))
}
