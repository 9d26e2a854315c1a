// What lanes are to send: what is due in the queue, and events of the journal before their cursors. All cross schools.
import { type Database, type Fields, readDatabaseTime, step, textArray } from '@lms/service-host'
import { columnsOf } from '../rows.ts'
import type { Due } from './due.ts'
import { mostLookedThrough } from './lane.store.ts'
import type { Lane, LaneKey } from './lane.ts'
import { SentEvent } from './sent-event.ts'

const queuedSql = (condition: string) => `(
     select * from webhooks.due d
     where d.school_id = l.school_id and d.webhook_id = l.webhook_id and d.at <= l.till ${condition}
     order by d.at, d.delivery_id limit l.most
   )`
/**
 * What is due in each lane: arrays of schools, subscriptions, how many at most, and till when. Retries come first: of a
 * lane that cannot keep up first attempts wait, and what has begun ends when it should.
 */
export const dueSql = `select l.school_id, l.webhook_id, u.delivery_id, u.at, u.attempts, u.manual, u.replayed, u.event_id, u.object_id
   from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) l(school_id, webhook_id, most, till)
   cross join lateral (${queuedSql('and d.attempts > 0')} union all ${queuedSql('and d.attempts = 0')}) u`

/** Payloads of one fetch, in bytes as the database stores them. */
const mostFetchedBytes = 8 * 1024 * 1024
/** Of one school's lanes together, from the journal. */
const mostTakenBytes = 1024 * 1024
/**
 * What the events (arrays of schools and ids) say. Those that are beyond the bytes of one fetch, in the order asked for,
 * come without their payload, which is not even read then.
 */
export const eventsSql = `select id, type, request_id, sequence, case when coalesce(before, 0) < ${mostFetchedBytes} then payload end
   from (
     select e.*, sum(pg_column_size(e.payload)) over (order by k.place rows between unbounded preceding and 1 preceding) as before
     from unnest($1::text[], $2::text[]) with ordinality k(school_id, id, place)
     cross join lateral (
       select * from webhooks.events e where e.school_id = k.school_id and e.id = k.id limit 1
     ) e
   ) sized`

/**
 * Events that lanes take: for each place an array of schools, after which sequence and up to which, lanes' numbers, how many
 * at most. Those beyond the bytes of one place come without their payload.
 */
export const takenSql = `select place, id, type, request_id, sequence, takers, entered_at,
     case when coalesce(before, 0) < ${mostTakenBytes} then payload end
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

/** What several lanes of a school ask of the journal together. */
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
  /** All that these lanes take up to here is among them. */
  till: number
  /** There may be more. */
  more: boolean
  /** The versions of the subscriptions after the events were read: who sends by another one looks again. */
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
   * What is due in each lane and not yet fetched: at most so many of each, and of all together no more than some
   * megabytes; lanes that are `cut` have more. A lane that ends gives up all it has.
   */
  async due(
    lanes: readonly Lane[],
    most: readonly number[],
    now: Date,
  ): Promise<{ found: Map<string, Due[]>; cut: Set<string> }> {
    const [schools, webhooks] = laneKeys(lanes)
    // What is fetched already stands in the queue until it is logged, so it is read again and left out here: as a condition
    // it is compared one by one, and twenty lanes know thousands. As of now: what is logged meanwhile may still be read.
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

  /** What the journal holds for lanes: one answer for each that is asked. */
  async taken(asked: readonly Asked[]): Promise<Taken[]> {
    const schools = asked.map(({ school }) => school)
    const lanes = asked.flatMap(one => one.lanes)
    const [last, found, read] = await this.#system.run([
      // Before the events: what comes in between is found by the next look.
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
            String(after + mostLookedThrough),
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

  /** The events, each once however many lanes send it; those that did not fit, `later`. A pair is an id and its school. */
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
  const looked = Math.min(last, after + mostLookedThrough)
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
