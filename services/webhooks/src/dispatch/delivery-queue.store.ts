// The queries about channels: claim, renew, release, load. All cross schools.
import { type Database, type Step, step, textArray, type Vault } from '@lms/service-host'
import { lockedChannels } from '../locks.ts'
import { columnsOf } from '../rows.ts'
import { type Target, targetsOf, targetsStep } from '../webhooks/target.ts'
import { cursorSteps, cursorsStep, type Moving, progressOf } from './cursors.ts'
import type { Channel, ChannelKey } from './delivery-queue.ts'
import type { StoredProgress } from './progress.ts'

export const leaseSeconds = 15

const keys = (channels: readonly Channel[]) =>
  columnsOf(
    channels.map(({ key: { school, webhook, fence } }) => [school, webhook, String(fence)]),
    3,
  )

/** The channels that are still leased: arrays of schools, subscriptions and fences. */
export const leasedSql = `webhooks.channels l join unnest($1::text[], $2::text[], $3::bigint[]) h(school_id, webhook_id, fence)
  on l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.fence = h.fence`

/**
 * Claims at most `$3` channels for the holder `$1`, of those with something due at `$2`. It excludes `$4`, the holder's
 * own channels (whose leases may have expired during an outage of the database), and with `$5` includes expired leases. By
 * place (ctid), because a join by key reads all channels if many are claimed. A channel that another transaction is changing
 * is left to the next claim.
 */
export const claimSql = `update webhooks.channels l set holder = $1, fence = l.fence + 1,
    leased_until = now() + interval '${leaseSeconds} seconds'
  where l.ctid = any(array(
    select w.ctid from webhooks.channels w
    where w.active and not w.suspended and w.wake_at <= $2
      and (w.leased_until is null or ($5::bool and w.leased_until < now()))
      and (w.holder is distinct from $1 or w.webhook_id <> all($4::text[]))
    order by w.wake_at limit $3 for update skip locked
  ))
  returning l.school_id, l.webhook_id, l.fence, l.failures, l.number`

export interface Claimed extends ChannelKey {
  failures: number
}

export interface Loaded {
  /** Null if the subscription is deleted, an error if its secrets cannot be decrypted. */
  targets: Map<string, Target | Error>
  kept: Map<string, StoredProgress>
}

/** Maximum events that one read of the journal walks; the rest is left to the next read. */
export const maxLookedThrough = 20_000

const nothing: ReadonlySet<number> = new Set()

export class ChannelStore {
  readonly #system: Database
  readonly #holder: string
  readonly #vault: Vault

  constructor(system: Database, holder: string, vault: Vault) {
    this.#system = system
    this.#holder = holder
    this.#vault = vault
  }

  /**
   * Claims channels with something due at `now` and without a holder, the longest waiting first: at most `most`, without
   * the subscriptions `except`, and expired leases only if `ended` is set.
   */
  async claim(
    now: Date,
    { most, except, ended }: { most: number; except: readonly string[]; ended: boolean },
  ): Promise<Claimed[]> {
    const values = [this.#holder, now.toISOString(), String(most), textArray(except), ended ? 't' : 'f']
    const rows = await this.#system.rows(step(claimSql, values))
    return rows.map(([school, webhook, fence, failures, number]) => ({
      school: school!,
      webhook: webhook!,
      fence: Number(fence),
      number: Number(number),
      failures: Number(failures),
    }))
  }

  /** Renews the leases; returns, for each channel still leased, whether it may send, and its subscription's version. */
  async renew(channels: readonly Channel[]): Promise<Map<string, { open: boolean; version: number | null }>> {
    const values = keys(channels)
    const [, renewed] = await this.#system.run([
      step(lockedChannels(leasedSql, 'no key update'), values),
      step(
        `update webhooks.channels l set leased_until = now() + interval '${leaseSeconds} seconds'
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
        { open: open === 't', version: version ? Number(version) : null },
      ]),
    )
  }

  /**
   * Releases channels. They wake when their next delivery is due, and not before `since`; at once if the journal has more
   * for them. The rows are locked first, so that the read of queue and journal, a statement of its own, sees what was
   * added meanwhile. A channel without a subscription is deleted when nothing waits in it.
   */
  async giveBack(channels: readonly Channel[], since: Date): Promise<void> {
    const values = keys(channels)
    const moving = channels.flatMap((channel): Moving[] =>
      channel.progress ? [{ channel, reached: channel.progress.after(nothing) }] : [],
    )
    await this.#system.run([
      step(lockedChannels(leasedSql, 'update'), values),
      ...cursorSteps(moving),
      step(
        `update webhooks.cursors c set caught_up = true
         from ${leasedSql} left join webhooks.sequences s on s.school_id = l.school_id
         where c.school_id = l.school_id and c.webhook_id = l.webhook_id
           and coalesce(s.last, 0) <= c.sequence + ${maxLookedThrough} and not exists (
             select from webhooks.events e where e.school_id = c.school_id and e.sequence > c.sequence
               and l.number = any(e.takers) and e.sequence <> all(c.done))`,
        values,
      ),
      step(
        `update webhooks.channels l set holder = null, leased_until = null, failures = h.failures,
           wake_at = case when c.caught_up then
             (select case when min(d.at) > $5::timestamptz then min(d.at) when min(d.at) is not null then $5::timestamptz end
              from webhooks.due d where d.school_id = l.school_id and d.webhook_id = l.webhook_id)
             else $5::timestamptz end
         from unnest($1::text[], $2::text[], $3::bigint[], $4::int[]) h(school_id, webhook_id, fence, failures)
           left join webhooks.cursors c on c.school_id = h.school_id and c.webhook_id = h.webhook_id
         where l.school_id = h.school_id and l.webhook_id = h.webhook_id and l.fence = h.fence`,
        [
          ...values,
          `{${channels.map(({ failures }) => Math.min(failures, 1000)).join(',')}}`,
          since.toISOString(),
        ],
      ),
      ...this.#endSteps(values),
    ])
  }

  /** Empty channels of deleted subscriptions are deleted with their cursors. */
  #endSteps(values: readonly string[]): Step[] {
    const ended = `from unnest($1::text[], $2::text[], $3::bigint[]) h(school_id, webhook_id, fence)
       join webhooks.channels o on o.school_id = h.school_id and o.webhook_id = h.webhook_id and o.fence = h.fence
       where o.wake_at is null
         and not exists (select from webhooks.subscriptions s where s.school_id = o.school_id and s.id = o.webhook_id)`
    return ['cursors', 'channels'].map(name =>
      step(
        `delete from webhooks.${name} t where (t.school_id, t.webhook_id) in (select o.school_id, o.webhook_id ${ended})`,
        values,
      ),
    )
  }

  /** The present subscriptions of channels, and their progress. From here on only the holder moves the cursors. */
  async load(channels: readonly Channel[]): Promise<Loaded> {
    const values = keys(channels)
    const [schools, webhooks] = values
    const [, , targets, cursors] = await this.#system.run([
      step(lockedChannels(leasedSql, 'no key update'), values),
      step(
        `update webhooks.cursors c set caught_up = false from ${leasedSql}
         where c.school_id = l.school_id and c.webhook_id = l.webhook_id and c.caught_up`,
        values,
      ),
      targetsStep(schools!, webhooks!),
      cursorsStep(channels),
    ])
    return { targets: targetsOf(targets!.rows, this.#vault), kept: progressOf(cursors!.rows) }
  }
}
