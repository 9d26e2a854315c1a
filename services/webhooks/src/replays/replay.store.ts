// What replays ask of the database within one school.
import type { Condition, UnitOfWork } from '@lms/service-host'
import { typeCondition } from '../events/event.store.ts'
import { type Subscription, subscriptionsOf, subscriptionsStep } from '../events/receivers.ts'
import { mostOpen, mostReplayed } from './replay.contract.ts'

/** Which events of the journal a replay means. */
export interface Meant {
  types: readonly string[]
  from: string | null
  till: string | null
}

/** The events meant as a condition on `e`; `$` stands for each value in turn. */
export function meantCondition({ types, from, till }: Meant): Condition {
  const byType = typeCondition('e.type', types)
  return {
    sql: [
      byType.sql,
      ...(from === null ? [] : ['e.created_at >= $']),
      ...(till === null ? [] : ['e.created_at < $']),
    ].join(' and '),
    values: [...byType.values, ...[from, till].filter(value => value !== null)],
  }
}

/** Of an event `e` that tells of a failing subscription: its id. */
export const failedWebhookSql = `case when e.type = 'system.webhook_failed'
  then e.payload::jsonb -> 'related' ->> 'webhook_id' end`

/** The condition with places from `$first` on. */
export function placed({ sql }: Condition, first: number): string {
  let place = first
  return sql.replace(/\$/g, () => `$${place++}`)
}

export interface Counted {
  type: string
  failedWebhook: string | null
  events: number
  first: number
  last: number
}

export class ReplayStore {
  readonly #work: UnitOfWork
  constructor(work: UnitOfWork) {
    this.#work = work
  }

  /** The subscriptions of the school. */
  async subscriptions(): Promise<Subscription[]> {
    const { statement, values } = subscriptionsStep([this.#work.school])
    const { rows } = await this.#work.read(statement.text, values)
    return subscriptionsOf(rows).get(this.#work.school) ?? []
  }

  /** The events meant by type, and by the failing subscription where they tell of one; one above the bound at most. */
  async count(meant: Meant): Promise<Counted[]> {
    const condition = meantCondition(meant)
    const { rows } = await this.#work.read(
      `select type, failed_webhook, count(*), min(sequence), max(sequence) from (
         select e.type, e.sequence, ${failedWebhookSql} as failed_webhook
         from webhooks.events e where e.school_id = $1 and ${placed(condition, 2)} limit ${mostReplayed + 1}
       ) e group by type, failed_webhook`,
      [this.#work.school, ...condition.values],
    )
    return rows.map(([type, failedWebhook, events, first, last]) => ({
      type: type!,
      failedWebhook: failedWebhook ?? null,
      events: Number(events),
      first: Number(first),
      last: Number(last),
    }))
  }

  /** Whether the school has room for one more replay; one order at a time asks. */
  async hasRoom(): Promise<boolean> {
    await this.#work.lock(`select pg_advisory_xact_lock(hashtextextended('webhooks replays' || $1, 0))`, [
      this.#work.school,
    ])
    const { rows } = await this.#work.read(
      `select count(*) from webhooks.replays where school_id = $1 and status in ('queued', 'running')`,
      [this.#work.school],
    )
    return Number(rows[0]![0]) < mostOpen
  }

  /** A new replay of the events after sequence `after`, up to `last`. */
  insert(
    id: string,
    { types, from, till }: Meant,
    { after, last, webhook }: { after: number; last: number; webhook: string | null },
  ): void {
    const { school, now, origin } = this.#work
    this.#work.write(
      `insert into webhooks.replays (school_id, id, status, types, created_from, created_till, webhook_id, position,
         last_sequence, request_id, created_at, updated_at)
       values ($1, $2, 'queued', $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
      [
        school,
        id,
        JSON.stringify(types),
        from,
        till,
        webhook,
        String(after),
        String(last),
        origin.requestId,
        now,
      ],
      'task',
    )
  }
}
