// The queries about lanes: claim, renew, give back, and what is due in them. All cross schools.
import { type Database, type Fields, step, textArray, type Vault } from '@lms/service-host'
import { lockedLanes } from '../locks.ts'
import { columnsOf } from '../rows.ts'
import type { Due, Lane, LaneKey } from './lane.ts'
import { type Target, targetsOf, targetsStep } from './target.ts'
import { Told } from './told.ts'

export const leaseSeconds = 15

const keys = (lanes: readonly Lane[]) =>
  columnsOf(
    lanes.map(({ key: { school, webhook, fence } }) => [school, webhook, String(fence)]),
    3,
  )

/** The lanes that are still held: arrays of schools, subscriptions and fences. */
export const heldSql = `webhooks.lanes l join unnest($1::text[], $2::text[], $3::bigint[]) h(school_id, webhook_id, fence)
  on l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.fence = h.fence`

/**
 * Takes `$3` lanes at most for the holder `$1`, of those with something due at `$2`: none of `$4`, which it holds already
 * (its lease may have ended while the database was away), and those whose lease has ended only with `$5`. By place
 * (ctid), because a join by key reads all lanes where many are to be taken; a lane that another changes just then is
 * left to the next claim.
 */
export const claimSql = `update webhooks.lanes l set holder = $1, fence = l.fence + 1,
    leased_until = now() + interval '${leaseSeconds} seconds'
  where l.ctid = any(array(
    select w.ctid from webhooks.lanes w
    where w.active and not w.suspended and w.wake_at <= $2
      and (w.leased_until is null or ($5::bool and w.leased_until < now()))
      and (w.holder is distinct from $1 or w.webhook_id <> all($4::text[]))
    order by w.wake_at limit $3 for update skip locked
  ))
  returning l.school_id, l.webhook_id, l.fence, l.failures`

const queuedSql = (condition: string) => `(
     select * from webhooks.due d
     where d.school_id = l.school_id and d.webhook_id = l.webhook_id and d.at <= l.till ${condition}
     order by d.at, d.delivery_id limit l.most
   )`
/**
 * What is due in each lane: arrays of schools, subscriptions, how many at most, and till when. Retries come first: of a
 * lane that cannot keep up first attempts wait, and what has begun ends when it should.
 */
export const dueSql = `select l.school_id, l.webhook_id, u.delivery_id, u.at, u.attempts, u.manual, u.replayed, u.event_id
   from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) l(school_id, webhook_id, most, till)
   cross join lateral (${queuedSql('and d.attempts > 0')} union all ${queuedSql('and d.attempts = 0')}) u`

/** Payloads of one fetch, in bytes as the database stores them. */
const mostFetchedBytes = 8 * 1024 * 1024
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

export interface Claimed extends LaneKey {
  failures: number
}

export class LaneStore {
  readonly #system: Database
  readonly #holder: string
  readonly #vault: Vault

  constructor(system: Database, holder: string, vault: Vault) {
    this.#system = system
    this.#holder = holder
    this.#vault = vault
  }

  /**
   * Takes lanes that have something due at `now` and that nobody holds, the longest waiting first: `most` of them, not
   * those of the subscriptions `except`, and those of holders whose lease has `ended` only where asked for.
   */
  async claim(
    now: Date,
    { most, except, ended }: { most: number; except: readonly string[]; ended: boolean },
  ): Promise<Claimed[]> {
    const values = [this.#holder, now.toISOString(), String(most), textArray(except), ended ? 't' : 'f']
    const rows = await this.#system.rows(step(claimSql, values))
    return rows.map(([school, webhook, fence, failures]) => ({
      school: school!,
      webhook: webhook!,
      fence: Number(fence),
      failures: Number(failures),
    }))
  }

  /** Prolongs the leases; gives, for each lane still held, whether it may send and its subscription's version. */
  async renew(lanes: readonly Lane[]): Promise<Map<string, { open: boolean; version: number | null }>> {
    const values = keys(lanes)
    const [, renewed] = await this.#system.run([
      step(lockedLanes(heldSql, 'no key update'), values),
      step(
        `update webhooks.lanes l set leased_until = now() + interval '${leaseSeconds} seconds'
         from unnest($1::text[], $2::text[], $3::bigint[]) h(school_id, webhook_id, fence)
         where l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.fence = h.fence
         returning l.webhook_id, l.active and not l.suspended,
           (select s.version from webhooks.subscriptions s where s.school_id = l.school_id and s.id = l.webhook_id)`,
        values,
      ),
    ])
    return new Map(
      renewed!.rows.map(([webhook, open, version]) => [
        webhook!,
        { open: open === 't', version: version === null || version === undefined ? null : Number(version) },
      ]),
    )
  }

  /**
   * Gives lanes back: they wake when their next delivery is due, and not before `since`. The rows are locked first, so
   * that the look at the queue, a statement of its own, sees what a journal batch has put there meanwhile. A lane
   * without a subscription goes when its queue is empty.
   */
  async giveBack(lanes: readonly Lane[], since: Date): Promise<void> {
    const values = keys(lanes)
    await this.#system.run([
      step(lockedLanes(heldSql, 'update'), values),
      step(
        `update webhooks.lanes l set holder = null, leased_until = null, failures = h.failures,
           wake_at = (select case when min(d.at) > $5::timestamptz then min(d.at) when min(d.at) is not null then $5::timestamptz end
             from webhooks.due d
             where d.school_id = l.school_id and d.webhook_id = l.webhook_id)
         from unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) h(school_id, webhook_id, fence, failures)
         where l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.fence = h.fence`,
        [
          ...values,
          `{${lanes.map(({ failures }) => Math.min(failures, 1000)).join(',')}}`,
          since.toISOString(),
        ],
      ),
      step(
        `delete from webhooks.lanes l using unnest($1::text[], $2::text[], $3::bigint[]) h(school_id, webhook_id, fence)
         where l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.fence = h.fence and l.wake_at is null
           and not exists (select from webhooks.subscriptions s where s.school_id = l.school_id and s.id = l.webhook_id)`,
        values,
      ),
    ])
  }

  /** The subscriptions of lanes, as they are now; none where it is deleted, an error where its secrets cannot be opened. */
  async targets(lanes: readonly Lane[]): Promise<Map<string, Target | Error>> {
    const [schools, webhooks] = keys(lanes)
    return targetsOf(await this.#system.rows(targetsStep(schools!, webhooks!)), this.#vault)
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
    const [schools, webhooks] = keys(lanes)
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
    const events = await this.#events(inTurns(rows).map(([school, , , , , , , event]) => [event!, school!]))
    const found = new Map<string, Due[]>()
    const cut = new Set<string>()
    for (const [, webhook, id, at, attempts, manual, replayed, event] of rows) {
      const told = events.get(event!) ?? null
      if (told === 'later') {
        cut.add(webhook!)
        continue
      }
      const list = found.get(webhook!) ?? []
      if (list.length === 0) found.set(webhook!, list)
      list.push({
        id: id!,
        at: at!,
        attempts: Number(attempts),
        manual: manual === 't',
        replayed: replayed === 't',
        eventId: event!,
        event: told,
      })
    }
    return { found, cut }
  }

  /** The events, each once however many lanes send it; those that did not fit, `later`. A pair is an id and its school. */
  async #events(pairs: readonly [id: string, school: string][]): Promise<Map<string, Told | 'later'>> {
    const schools = new Map(pairs)
    if (schools.size === 0) return new Map()
    const values = [textArray([...schools.values()]), textArray([...schools.keys()])]
    const rows = await this.#system.rows(step(eventsSql, values))
    return new Map(
      rows.map(([id, type, requestId, sequence, payload]) => [
        id!,
        payload === null || payload === undefined
          ? 'later'
          : new Told({ type: type!, requestId: requestId!, sequence: Number(sequence), payload }),
      ]),
    )
  }
}

/** Rows of several lanes, the first of each before the second of any. */
function inTurns(rows: readonly Fields[]): Fields[] {
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
