// The deliveries of channels: due ones in the queue, and events of the journal before their cursors. All queries cross
// schools.
import { type Database, type Fields, readDatabaseTime, step, textArray } from '@lms/service-host'
import { SentEvent } from '../events/sent-event.ts'
import { columnsOf } from '../rows.ts'
import { maxLookedThrough } from './delivery-queue.store.ts'
import type { Channel, ChannelKey } from './delivery-queue.ts'
import type { Due } from './due.ts'

const queuedSql = (condition: string) => `(
     select * from webhooks.due d
     where d.school_id = l.school_id and d.webhook_id = l.webhook_id and d.at <= l.till ${condition}
     order by d.at, d.delivery_id limit l.most
   )`
/**
 * The due deliveries of each channel: arrays of schools, subscriptions, maxima, and the time. Retries come first: if a
 * channel cannot keep up, first attempts wait, and started deliveries end in time.
 */
export const dueSql = `select l.school_id, l.webhook_id, u.delivery_id, u.at, u.attempts, u.manual, u.replayed, u.event_id, u.object_id
   from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) l(school_id, webhook_id, most, till)
   cross join lateral (${queuedSql('and d.attempts > 0')} union all ${queuedSql('and d.attempts = 0')}) u`

/** Payloads of one fetch, in bytes as the database stores them. */
const maxFetchedBytes = 8 * 1024 * 1024
/** Of one school's channels together, from the journal. */
export const maxReadBytes = 1024 * 1024
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
 * Events that channels take: for each read an array of schools, the sequences after which and up to which, channels' numbers,
 * and the maximum. Events beyond the bytes of one read come without their payload.
 */
export const readEventsSql = `select place, id, type, request_id, sequence, takers, entered_at,
     case when coalesce(before, 0) < ${maxReadBytes} then payload end
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

/** The journal read of several channels of a school. */
export interface ReadRequest {
  school: string
  after: number
  channels: readonly ChannelKey[]
  most: number
}

export interface ReadEvent {
  sequence: number
  id: string
  enteredAt: string
  /** The numbers of the channels that take it. */
  takers: readonly number[]
  event: SentEvent
}

export interface ReadResult {
  events: ReadEvent[]
  /** The result contains all events of these channels up to here. */
  till: number
  /** Whether there may be more. */
  more: boolean
  /** The versions of the subscriptions after the events were read: a channel with another version reads again. */
  versions: ReadonlyMap<string, number>
}

const channelKeys = (channels: readonly Channel[]) =>
  columnsOf(
    channels.map(({ key: { school, webhook } }) => [school, webhook]),
    2,
  )

export class QueueStore {
  readonly #system: Database

  constructor(system: Database) {
    this.#system = system
  }

  /**
   * The due deliveries of each channel that are not yet fetched: at most a number for each, and some megabytes for all
   * together; channels in `cut` have more. A channel that ends gives up all its deliveries.
   */
  async due(
    channels: readonly Channel[],
    most: readonly number[],
    now: Date,
  ): Promise<{ deliveries: Map<string, Due[]>; cut: Set<string> }> {
    const [schools, webhooks] = channelKeys(channels)
    // Fetched deliveries stay in the queue until they are logged, so they are read again and excluded here. As a
    // condition each would be compared one by one, and twenty channels have thousands. A delivery logged meanwhile may
    // still be read.
    const unlogged = new Set(channels.flatMap(channel => [...channel.unlogged]))
    const standing = await this.#system.rows(
      step(dueSql, [
        schools!,
        webhooks!,
        `{${channels.map((channel, index) => most[index]! + channel.unlogged.size).join(',')}}`,
        textArray(channels.map(({ ends }) => (ends ? 'infinity' : now.toISOString()))),
      ]),
    )
    const remaining = new Map(channels.map(({ key }, index) => [key.webhook, most[index]!]))
    const rows = standing.filter(([, webhook, id]) => {
      const room = remaining.get(webhook!)!
      if (room === 0 || unlogged.has(id!)) return false
      remaining.set(webhook!, room - 1)
      return true
    })
    const events = await this.#events(
      roundRobin(rows).map(([school, , , , , , , event]) => [event!, school!]),
    )
    const deliveries = new Map<string, Due[]>()
    const cut = new Set<string>()
    for (const [, webhook, id, at, attempts, manual, replayed, eventId, object] of rows) {
      const event = events.get(eventId!) ?? null
      if (event === 'later') {
        cut.add(webhook!)
        continue
      }
      const list = deliveries.get(webhook!) ?? []
      if (list.length === 0) deliveries.set(webhook!, list)
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
    return { deliveries, cut }
  }

  /** The journal's events for channels: one answer for each read. */
  async readEvents(requests: readonly ReadRequest[]): Promise<ReadResult[]> {
    const schools = requests.map(({ school }) => school)
    const channels = requests.flatMap(one => one.channels)
    const [last, eventRows, read] = await this.#system.run([
      // Before the events: the next read finds later ones.
      step(
        `select coalesce(s.last, 0) from unnest($1::text[]) with ordinality k(school_id, place)
         left join webhooks.sequences s on s.school_id = k.school_id order by place`,
        [textArray(schools)],
      ),
      step(
        readEventsSql,
        columnsOf(
          requests.map(({ school, after, channels, most }) => [
            school,
            String(after),
            String(after + maxLookedThrough),
            `{${channels.map(({ number }) => number).join(',')}}`,
            String(most),
          ]),
          5,
        ),
      ),
      step(
        `select s.id, s.version from unnest($1::text[], $2::text[]) k(school_id, id)
         join webhooks.subscriptions s on s.school_id = k.school_id and s.id = k.id`,
        columnsOf(
          channels.map(({ school, webhook }) => [school, webhook]),
          2,
        ),
      ),
    ])
    const versions = new Map(read!.rows.map(([id, version]) => [id!, Number(version)]))
    const rows = Map.groupBy(eventRows!.rows, ([position]) => Number(position))
    return requests.map((one, index) => ({
      ...takenOf(one, Number(last!.rows[index]![0]), rows.get(index + 1) ?? []),
      versions,
    }))
  }

  /**
   * The events, each once for all channels that send it; those that did not fit are `later`. A pair is an id and its
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

/** Rows of several channels, the first of each before the second of any. */
function roundRobin(rows: readonly Fields[]): Fields[] {
  const positions = new Map<string, number>()
  return rows
    .map(row => {
      const position = positions.get(row[1]!) ?? 0
      positions.set(row[1]!, position + 1)
      return { row, place: position }
    })
    .sort((one, other) => one.place - other.place)
    .map(({ row }) => row)
}

function takenOf(
  { after, most }: ReadRequest,
  last: number,
  rows: readonly Fields[],
): Omit<ReadResult, 'versions'> {
  const cut = rows.findIndex(fields => fields[7] === null)
  const events = (cut < 0 ? rows : rows.slice(0, cut)).map(eventOf)
  const isWhole = cut < 0 && rows.length < most
  const looked = Math.min(last, after + maxLookedThrough)
  const till = Math.max(events.at(-1)?.sequence ?? after, isWhole ? looked : after)
  return { events, till, more: till < last }
}

function eventOf([, id, type, requestId, sequence, takers, enteredAt, payload]: Fields): ReadEvent {
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
