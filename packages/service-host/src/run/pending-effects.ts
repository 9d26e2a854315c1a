// What is committed and may not have had all its effects yet. An event stands in its outbox until all readers confirm it, so
// whoever has processed these has processed everything that was committed before.
import type { BodyOf, EventRef, Id } from '@lms/contract'
import { eventSubject, typeOfSubject } from '@lms/events'
import { readDatabaseTime } from '../database/rows.ts'
import { step, textArray } from '../database/statements.ts'
import { maxAskedAbout, maxSeenAbout } from '../kernel/causes.contract.ts'
import { hostOperations } from '../kernel/host.contract.ts'
import type { CatchUp, FirstUnseen, Runtime, StandingEvent, StandingOf, Unseen } from '../work/runtime.ts'

/** The page of a service's own outbox. */
export async function standingIn(
  { types, about, after, until }: BodyOf<typeof hostOperations.standing>,
  school: string,
  { system, service }: Runtime,
) {
  const [[last] = []] =
    until === null
      ? await system.rows(step(`select coalesce(max(position), 0) from "${service}".outbox`))
      : []
  const end = until ?? Number(last)
  const rows = await system.rows(
    step(
      `select position, id, subject, created_at, to_json(named.ids) from "${service}".outbox
       cross join lateral (select coalesce(array_agg(a), '{}') as ids from unnest($5::text[]) a where strpos(payload, a) > 0) named
       where school_id = $1 and subject = any($2::text[]) and position > $3 and position <= $4
         and ($5::text[] is null or cardinality(named.ids) > 0) order by position limit ${maxSeenAbout}`,
      [
        ...[school, textArray(types.map(type => eventSubject(school, type)))],
        ...[String(after), String(end), about && textArray(about)],
      ],
    ),
  )
  return {
    events: rows.map(([, id, subject, at, named]) => ({
      ...{ id: id as Id<'evt'>, type: typeOfSubject(subject!)! },
      at: readDatabaseTime(at!),
      about: JSON.parse(named!) as Id<'usr'>[],
    })),
    last: rows.length === maxSeenAbout ? Number(rows.at(-1)![0]) : null,
    until: end,
  }
}

/** Pages of one service that are looked at in one go. */
const pagesAtOnce = 20

interface Place {
  after: number
  until: number | null
}

/** Looks at the outbox of a service page by page, up to the first events that readers have still to process. */
async function firstLate(
  name: string,
  { after, until }: Place,
  { types, readers }: Parameters<CatchUp>[1],
  scope: Parameters<CatchUp>[2],
  { runtime, unseen }: { runtime: Runtime; unseen: Unseen },
): Promise<{ place: Place; late: EventRef[] } | null> {
  if (!Object.hasOwn(runtime.config.serviceAddresses, name)) return null
  const { standing } = runtime.client(name, { hostOperations }, scope).hostOperations
  const place = { after, until }
  let events: EventRef[] = []
  for (let page = 0; page < pagesAtOnce; page++) {
    const found = await standing({ body: { types: [...types], about: null, ...place } })
    events = found.events as EventRef[]
    place.until = found.until
    const late = await unseen(events, readers, scope)
    if (late.size) return { place, late: events.filter(({ id }) => late.has(id)) }
    if (found.last === null) return null
    place.after = found.last
  }
  // Nobody has looked beyond these.
  return { place, late: events.slice(-1) }
}

/** Whether readers have processed what was committed in a school before. */
export function catchUpAt(runtime: Runtime, unseen: Unseen): CatchUp {
  return async (place, events, scope) => {
    const open = place ?? events.sources.map(service => ({ service, after: 0, until: null }))
    const remaining = await Promise.all(
      open.map(async ({ service, ...began }) => {
        const found = await firstLate(service, began, events, scope, { runtime, unseen })
        return found ? [{ service, ...found.place }] : []
      }),
    )
    const rest = remaining.flat()
    return rest.length ? rest : null
  }
}

/** The first events of each service that readers have still to process. */
export function firstUnseenAt(runtime: Runtime, unseen: Unseen): FirstUnseen {
  return async (events, scope) => {
    const began = { after: 0, until: null }
    const found = await Promise.all(
      events.sources.map(name => firstLate(name, began, events, scope, { runtime, unseen })),
    )
    return found.flatMap(each => each?.late ?? [])
  }
}

/** The events about people that may not have had all their effects, in the order of time. */
export function standingOfPeople(runtime: Runtime): StandingOf {
  return async (userIds, { sources, types }, scope) => {
    const present = sources.filter(name => Object.hasOwn(runtime.config.serviceAddresses, name))
    const parts = Array.from({ length: Math.ceil(userIds.length / maxAskedAbout) }, (_, part) =>
      userIds.slice(part * maxAskedAbout, (part + 1) * maxAskedAbout),
    )
    const found = await Promise.all(
      parts.flatMap(about => present.map(name => allAbout({ about, types }, name, { runtime, scope }))),
    )
    const events = found.flat().toSorted((one, other) => (one.id < other.id ? -1 : 1))
    const standing = new Map(userIds.map(id => [id, [] as StandingEvent[]]))
    for (const { about, ...event } of events) for (const userId of about) standing.get(userId)?.push(event)
    return standing
  }
}

/** All pages of one service; of more than these, the oldest events. */
async function allAbout(
  { about, types }: { about: Id<'usr'>[]; types: readonly string[] },
  name: string,
  { runtime, scope }: { runtime: Runtime; scope: Parameters<StandingOf>[2] },
): Promise<(StandingEvent & { about: Id<'usr'>[] })[]> {
  const { standing } = runtime.client(name, { hostOperations }, scope).hostOperations
  const events: (StandingEvent & { about: Id<'usr'>[] })[] = []
  const place: Place = { after: 0, until: null }
  for (let page = 0; page < pagesAtOnce; page++) {
    const found = await standing({ body: { types: [...types], about, ...place } })
    events.push(...(found.events as typeof events))
    if (found.last === null) break
    place.after = found.last
    place.until = found.until
  }
  return events
}
