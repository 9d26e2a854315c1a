// The queries of replays within one school.
import type { Id } from '@lms/contract'
import { type Condition, cancelTask, enqueue, openTasks, placed, type UnitOfWork } from '@lms/service-host'
import { typeCondition } from '../events/event.store.ts'
import { type Subscription, subscriptionsOf, subscriptionsStep } from '../events/receivers.ts'
import { maxOpen, maxReplayed } from './replay.contract.ts'
import { replayEvents } from './replay.task.ts'

/** The events of a replay. */
export interface Meant {
  types: readonly string[]
  from: string | null
  till: string | null
}

/** The condition on `e`; `$` stands for each value in turn. */
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

/** For an event `e` about a failing subscription: its id. */
export const failedWebhookSql = `case when e.type = 'system.webhook_failed'
  then e.payload::jsonb -> 'related' ->> 'webhook_id' end`

export interface Counted {
  type: string
  failedWebhook: string | null
  events: number
  first: number
  last: number
}

export interface MeantEvent {
  id: string
  type: string
  requestId: string
  sequence: number
  failedWebhook: string | null
  object_id: string | null
  /** Empty if it was not read. */
  payload: string
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

  /** The numbers of events by type, and by failing subscription for events about one; at most one above the maximum. */
  async count(meant: Meant): Promise<Counted[]> {
    const condition = meantCondition(meant)
    const { rows } = await this.#work.read(
      `select type, failed_webhook, count(*), min(sequence), max(sequence) from (
         select e.type, e.sequence, ${failedWebhookSql} as failed_webhook
         from webhooks.events e where e.school_id = $1 and ${placed(condition, 2)} limit ${maxReplayed + 1}
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

  /** The events after a sequence, up to another; `filtered` also reads their content. */
  async eventsMeant(
    meant: Meant,
    position: number,
    { end, limit, filtered }: { end: number; limit: number; filtered: boolean },
  ): Promise<MeantEvent[]> {
    const condition = meantCondition(meant)
    const { rows } = await this.#work.read(
      `select e.id, e.type, e.request_id, e.sequence, ${failedWebhookSql}, e.object_id, ${filtered ? 'e.payload' : 'null'}
       from webhooks.events e where e.school_id = $1 and e.sequence > $2 and e.sequence <= $3
         and ${placed(condition, 5)} order by e.sequence limit $4`,
      [this.#work.school, String(position), String(end), String(limit), ...condition.values],
    )
    return rows.map(([id, type, requestId, sequence, failedWebhook, object, payload]) => ({
      id: id!,
      type: type!,
      requestId: requestId!,
      sequence: Number(sequence),
      failedWebhook: failedWebhook ?? null,
      object_id: object ?? null,
      payload: payload ?? '',
    }))
  }

  /** The first unfinished replay of the school. */
  open(most: number): Promise<string[]> {
    return openTasks(this.#work, replayEvents, most)
  }

  /** Whether the school has room for one more replay; one request at a time checks. */
  async hasRoom(): Promise<boolean> {
    await this.#work.lock(`select pg_advisory_xact_lock(hashtextextended('webhooks replays' || $1, 0))`, [
      this.#work.school,
    ])
    return (await this.open(maxOpen)).length < maxOpen
  }

  /** A new replay of the events after sequence `after`, up to `last`. */
  insert(
    { types, from, till }: Meant,
    {
      after,
      last,
      events,
      webhook,
    }: { after: number; last: number; events: number; webhook: Id<'whk'> | null },
  ): Id<'job'> {
    return enqueue(this.#work, replayEvents, {
      types: [...types],
      from,
      till,
      webhook_id: webhook,
      after,
      last,
      events,
    })
  }

  /** Ends a running replay; false if there is none with this id. */
  cancel(id: string): Promise<boolean> {
    return cancelTask(this.#work, replayEvents, id)
  }
}
