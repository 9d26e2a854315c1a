// The deliveries of lanes: due ones in the queue, and events of the journal before their cursors. All queries cross
// schools.
import { type Database, type Fields, readDatabaseTime, step, textArray } from '@lms/service-host'
import { SentEvent } from '../events/sent-event.ts'
import { columnsOf } from '../rows.ts'
import type { Due } from './due.ts'
import { maxLookedThrough } from './lane.store.ts'
import type { Lane, LaneKey } from './lane.ts'

const queuedSql = (condition: string) => `(
     select * from webhooks.due d
     where d.school_id = l.school_id and d.webhook_id = l.webhook_id and d.at <= l.till ${condition}
     order by d.at, d.delivery_id limit l.most
   )`
/**
 * The due deliveries of each lane: arrays of schools, subscriptions, maxima, and the time. Retries come first: if a
 * lane cannot keep up, first attempts wait, and started deliveries end in time.
 */
export const dueSql = `select l.school_id, l.webhook_id, u.delivery_id, u.at, u.attempts, u.manual, u.replayed, u.event_id, u.object_id
   from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) l(school_id, webhook_id, most, till)
   cross join lateral (${queuedSql('and d.attempts > 0')} union all ${queuedSql('and d.attempts = 0')}) u`

/** Payloads of one fetch, in bytes as the database stores them. */
const maxFetchedBytes = 8 * 1024 * 1024
/** Of one school's lanes together, from the journal. */
export const maxTakenBytes = 1024 * 1024
/**
 * The payloads of events (arrays of schools and ids). Events beyond the bytes of one fetch, in the requested order,
 * come without their payload, which is then not even read.
 */
export const eventsSql = `select id, type, request_id, sequence, case when coalesce(before, 0) < ${maxFetchedBytes} then payload end
   from (
     select e.*, sum(pg_column_size(e.payload)) over (order by k.place rows between unbounded preceding and 1 preceding) as before
     from unnest($1::text[], $2::text[]) with ordinality k(school_id, id, place)
     cross join lateral (
       select * from webhooks.events e where e.school_id = k.school_id and e.id = k.id limit 1
     ) e
   ) sized`

/**
 * Events that lanes take: for each read an array of schools, the sequences after which and up to which, lanes' numbers,
 * and the maximum. Events beyond the bytes of one read come without their payload.
 */
export const takenSql = `select place, id, type, request_id, sequence, takers, entered_at,
     case when coalesce(before, 0) < ${maxTakenBytes} then payload end
   from (
     select f.place, e.*, sum(pg_column_size(e.payload))
       over (partition by f.place order by e.sequence rows between unbounded preceding and 1 preceding) as before
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[], $5::int[]) with ordinality
       f(school_id, after, till, numbers, most, place)
     cross join lateral (
       select * from webhooks.events e
       where e.school_id = f.school_id and e.sequence > f.after and e.sequence <= f.till and e.takers && f.numbers::int[]
       order by e.sequence limit f.most
     ) e
   ) sized order by place, sequence`

/** The journal read of several lanes of a school. */
export interface Asked {
  school: string
  after: number
  lanes: readonly LaneKey[]
  most: number
}

export interface TakenEvent {
  sequence: number
  id: string
  enteredAt: string
  /** The numbers of the lanes that take it. */
  takers: readonly number[]
  event: SentEvent
}

export interface Taken {
  events: TakenEvent[]
  /** The result contains all events of these lanes up to here. */
  till: number
  /** Whether there may be more. */
  more: boolean
  /** The versions of the subscriptions after the events were read: a lane with another version reads again. */
  versions: ReadonlyMap<string, number>
}

const laneKeys = (lanes: readonly Lane[]) =>
  columnsOf(
    lanes.map(({ key: { school, webhook } }) => [school, webhook]),
    2,
  )

export class QueueStore {
  readonly #system: Database

  constructor(system: Database) {
    this.#system = system
  }

  /**
   * The due deliveries of each lane that are not yet fetched: at most a number for each, and some megabytes for all
   * together; lanes in `cut` have more. A lane that ends gives up all its deliveries.
   */
  async due(
    lanes: readonly Lane[],
    most: readonly number[],
    now: Date,
  ): Promise<{ found: Map<string, Due[]>; cut: Set<string> }> {
    const [schools, webhooks] = laneKeys(lanes)
    // Fetched deliveries stay in the queue until they are logged, so they are read again and excluded here. As a
    // condition each would be compared one by one, and twenty lanes have thousands. A delivery logged meanwhile may
    // still be read.
    const known = new Set(lanes.flatMap(lane => [...lane.known]))
    const standing = await this.#system.rows(
      step(dueSql, [
        schools!,
        webhooks!,
        `{${lanes.map((lane, index) => most[index]! + lane.known.size).join(',')}}`,
        textArray(lanes.map(({ ends }) => (ends ? 'infinity' : now.toISOString()))),
      ]),
    )
    const left = new Map(lanes.map(({ key }, index) => [key.webhook, most[index]!]))
    const rows = standing.filter(([, webhook, id]) => {
      const room = left.get(webhook!)!
      if (room === 0 || known.has(id!)) return false
      left.set(webhook!, room - 1)
      return true
    })
    const events = await this.#events(
      roundRobin(rows).map(([school, , , , , , , event]) => [event!, school!]),
    )
    const found = new Map<string, Due[]>()
    const cut = new Set<string>()
    for (const [, webhook, id, at, attempts, manual, replayed, eventId, object] of rows) {
      const event = events.get(eventId!) ?? null
      if (event === 'later') {
        cut.add(webhook!)
        continue
      }
      const list = found.get(webhook!) ?? []
      if (list.length === 0) found.set(webhook!, list)
      list.push({
        id: id!,
        at: at!,
        first: null,
        attempts: Number(attempts),
        manual: manual === 't',
        replayed: replayed === 't',
        eventId: eventId!,
        object: object ?? null,
        event,
      })
    }
    return { found, cut }
  }

  /** The journal's events for lanes: one answer for each read. */
  async taken(asked: readonly Asked[]): Promise<Taken[]> {
    const schools = asked.map(({ school }) => school)
    const lanes = asked.flatMap(one => one.lanes)
    const [last, found, read] = await this.#system.run([
      // Before the events: the next read finds later ones.
      step(
        `select coalesce(s.last, 0) from unnest($1::text[]) with ordinality k(school_id, place)
         left join webhooks.sequences s on s.school_id = k.school_id order by place`,
        [textArray(schools)],
      ),
      step(
        takenSql,
        columnsOf(
          asked.map(({ school, after, lanes, most }) => [
            school,
            String(after),
            String(after + maxLookedThrough),
            `{${lanes.map(({ number }) => number).join(',')}}`,
            String(most),
          ]),
          5,
        ),
      ),
      step(
        `select s.id, s.version from unnest($1::text[], $2::text[]) k(school_id, id)
         join webhooks.subscriptions s on s.school_id = k.school_id and s.id = k.id`,
        columnsOf(
          lanes.map(({ school, webhook }) => [school, webhook]),
          2,
        ),
      ),
    ])
    const versions = new Map(read!.rows.map(([id, version]) => [id!, Number(version)]))
    const rows = Map.groupBy(found!.rows, ([place]) => Number(place))
    return asked.map((one, index) => ({
      ...takenOf(one, Number(last!.rows[index]![0]), rows.get(index + 1) ?? []),
      versions,
    }))
  }

  /**
   * The events, each once for all lanes that send it; those that did not fit are `later`. A pair is an id and its
   * school.
   */
  async #events(pairs: readonly [id: string, school: string][]): Promise<Map<string, SentEvent | 'later'>> {
    const schools = new Map(pairs)
    if (schools.size === 0) return new Map()
    const values = [textArray([...schools.values()]), textArray([...schools.keys()])]
    const rows = await this.#system.rows(step(eventsSql, values))
    return new Map(
      rows.map(([id, type, requestId, sequence, payload]) => [
        id!,
        payload === null || payload === undefined
          ? 'later'
          : new SentEvent({ type: type!, requestId: requestId!, sequence: Number(sequence), payload }),
      ]),
    )
  }
}

/** Rows of several lanes, the first of each before the second of any. */
function roundRobin(rows: readonly Fields[]): Fields[] {
  const places = new Map<string, number>()
  return rows
    .map(row => {
      const place = places.get(row[1]!) ?? 0
      places.set(row[1]!, place + 1)
      return { row, place }
    })
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row)
}

function takenOf({ after, most }: Asked, last: number, rows: readonly Fields[]): Omit<Taken, 'versions'> {
  const cut = rows.findIndex(fields => fields[7] === null)
  const events = (cut < 0 ? rows : rows.slice(0, cut)).map(eventOf)
  const isWhole = cut < 0 && rows.length < most
  const looked = Math.min(last, after + maxLookedThrough)
  const till = Math.max(events.at(-1)?.sequence ?? after, isWhole ? looked : after)
  return { events, till, more: till < last }
}

function eventOf([, id, type, requestId, sequence, takers, enteredAt, payload]: Fields): TakenEvent {
  const facts = {
    type: type!,
    requestId: requestId!,
    sequence: Number(sequence),
    payload: payload!,
  }
  return {
    id: id!,
    sequence: facts.sequence,
    enteredAt: readDatabaseTime(enteredAt!),
    takers: takers!.slice(1, -1).split(',').map(Number),
    event: new SentEvent(facts),
  }
}
