import { Refused } from '@lms/contract'
import {
  type Condition,
  type CustomFilters,
  type ListQuery,
  type RowOf,
  type RowPage,
  Store,
  table,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { typeCondition } from '../events/event.store.ts'
import { type Sending, sendingOf } from '../events/receivers.ts'
import { lockedChannels } from '../locks.ts'
import { type Attempt, maxWaiting, refusals } from './delivery.contract.ts'
import { AttemptEntity, DeliveryEntity, type DeliveryRow } from './delivery.entity.ts'
import { deliveryLifecycle } from './delivery.lifecycle.ts'
import {
  type Failure,
  failuresSql,
  type Position,
  type Retriable,
  retriableColumns,
  retriableOf,
} from './failures.ts'
import { deliverySteps, type NewDelivery } from './new-deliveries.ts'
import { behindSql, waitingByIds, waitingOf, waitsSql, withWaiting } from './waiting-deliveries.ts'

type AttemptRow = RowOf<typeof AttemptEntity>

/** The answer of the first attempt: not read with its delivery, because it may be large. */
const ofAttempt = new Set([
  'attempted_at',
  'response_code',
  'response_body',
  'duration_ms',
  'error',
  'error_detail',
])

const commonFilters: CustomFilters = {
  event_type: masks => typeCondition('t."event_type"', masks),
  // A request is found through its events: they are few, and deliveries need no index of it.
  request_id: ids => ({
    sql: `t."event_id" in (select e.id from webhooks.events e where e.school_id = t.school_id and e.request_id = any($::text[]))`,
    values: [textArray(ids)],
  }),
  // An index of failed_at contains only failures.
  status: states =>
    states.length === 1 && states[0] === 'failed'
      ? { sql: 't."failed_at" is not null', values: [] }
      : { sql: 't."status" = any($::text[])', values: [textArray(states)] },
}
const deliveries = table(DeliveryEntity, {
  without: ofAttempt,
  // Only dispatchers write these, many at a time: see dispatch/attempt-rows.ts.
  lifecycle: { of: deliveryLifecycle, emits: { deliver: null, retry: null, fail: null } },
  filters: {
    ...commonFilters,
    // A delivery with a next attempt is in the queue, so no index need follow the column.
    next_attempt_at: (_, byColumn) => {
      const { sql, values } = byColumn()!
      const waiting = `select d.delivery_id from webhooks.due d where d.school_id = current_setting('app.school_id')`
      return { sql: `${sql} and t."id" in (${waiting})`, values }
    },
  },
})
const attempts = table(AttemptEntity)

/** A row if the school (`$1`) has the maximum number of waiting deliveries. */
const fullSql = `select 1 from (
    select from webhooks.due where school_id = $1
    union all
    select from ${behindSql} join webhooks.events e on ${waitsSql} where l.school_id = $1
  ) waiting offset ${maxWaiting - 1} limit 1`

class AttemptStore extends Store<AttemptRow> {
  constructor(work: UnitOfWork) {
    super(work, attempts)
  }

  /** Attempts with rows of their own, and the first ones in their deliveries. */
  async of(deliveryIds: readonly string[]): Promise<AttemptRow[]> {
    const { rows } = await this.work.read(
      `${attempts.select} and t.delivery_id = any($2::text[])
       union all
       select ${firstAttempt} from webhooks.deliveries t
       where t.school_id = $1 and t.id = any($2::text[]) and t.attempted_at is not null`,
      [this.work.school, textArray(deliveryIds)],
    )
    return rows
      .map(fields => this.read(fields))
      .sort((one, other) => one.number - other.number || (one.created_at < other.created_at ? -1 : 1))
  }
}

/** A first attempt in the columns of an attempt. */
const firstAttempt = attempts.shape.columns
  .map(({ name }) => {
    if (name === 'id') return `'dat' || substr(t.id, 4)`
    if (name === 'delivery_id') return 't.id'
    if (name === 'number') return '1'
    return name === 'created_at' ? 't.attempted_at' : `t."${name}"`
  })
  .join(', ')

export class DeliveryStore extends Store<DeliveryRow> {
  /** The subscriptions of the deliveries. */
  readonly woken = new Set<string>()

  constructor(work: UnitOfWork) {
    super(work, deliveries)
  }

  /** The deliveries, including pending ones without a row. */
  override async page(query: ListQuery): Promise<RowPage<DeliveryRow>> {
    const custom = {
      ...commonFilters,
      next_attempt_at: (_: string[], byColumn: () => Condition | null) => byColumn(),
    }
    // Read before the rows: a delivery logged in between is in both results; in the other order it could be in neither.
    const [waiting, page] = await Promise.all([
      waitingOf(query, this.work, { shape: deliveries.shape, custom }),
      super.page(query),
    ])
    return withWaiting(page, waiting, query)
  }

  /** The attempts of each delivery, the first one first. */
  async attemptsOf(ids: readonly string[]): Promise<Map<string, Attempt[]>> {
    const attemptsByDelivery = new Map<string, Attempt[]>(ids.map(id => [id, []]))
    for (const { school_id, delivery_id, ...attempt } of await new AttemptStore(this.work).of(ids))
      attemptsByDelivery.get(delivery_id)?.push(attempt)
    return attemptsByDelivery
  }

  /** The facts that a retry needs of these deliveries of the school; unknown ones are missing. */
  async retriable(ids: readonly string[]): Promise<Retriable[]> {
    // In this order: a delivery logged in between is in both results.
    const [waiting, { rows }] = await Promise.all([
      waitingByIds(ids, this.work),
      this.work.read(
        `select ${retriableColumns} from webhooks.deliveries d
         left join webhooks.events e on e.school_id = d.school_id and e.id = d.event_id
         where d.school_id = $1 and d.id = any($2::text[]) order by d.id`,
        [this.work.school, textArray(ids)],
      ),
    ])
    const rowIds = new Set(rows.map(([id]) => id))
    return [
      ...rows.map(retriableOf),
      ...waiting.flatMap(row => (rowIds.has(row.id) ? [] : [waitingRetriable(row)])),
    ].sort((one, other) => (one.id < other.id ? -1 : 1))
  }

  /** The next failures of a subscription after a place, in the order of their times. */
  async failures(
    webhook: string,
    { failedAt, id }: Position,
    { limit, withEvents }: { limit: number; withEvents: boolean },
  ): Promise<Failure[]> {
    const values = [this.work.school, webhook, failedAt, id, String(limit), withEvents ? 't' : 'f']
    const { rows } = await this.work.read(failuresSql, values)
    return rows.map(([failed, lost, payload, ...row]) => ({
      ...retriableOf(row),
      failedAt: failed!,
      lost: lost === 't',
      payload: payload ?? null,
    }))
  }

  /** What these events say, by their ids; those that the journal no longer has are missing. */
  async payloads(events: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.work.read(
      'select e.id, e.payload from webhooks.events e where e.school_id = $1 and e.id = any($2::text[])',
      [this.work.school, textArray(events)],
    )
    return new Map(rows.map(([id, payload]) => [id!, payload!]))
  }

  /** One request at a time retries the failures of a subscription: two would retry the same ones. */
  async takeTurn(webhook: string): Promise<void> {
    await this.work.lock(
      `select pg_advisory_xact_lock(hashtextextended('webhooks retries' || $1 || $2, 0))`,
      [this.work.school, webhook],
    )
  }

  /** The present subscriptions. Deleted ones are missing. */
  async open(webhooks: readonly string[]): Promise<Map<string, Open>> {
    const { rows } = await this.work.read(
      `select s.id, s.active, s.events, s.sender_rights, s.filter, s.imported from webhooks.subscriptions s
       join webhooks.channels l on l.school_id = s.school_id and l.webhook_id = s.id
       where s.school_id = $1 and s.id = any($2::text[])`,
      [this.work.school, textArray([...new Set(webhooks)])],
    )
    return new Map(
      rows.map(([id, active, masks, rights, filter, imported]) => [
        id!,
        { active: active === 't', ...sendingOf(masks, rights, filter, imported) },
      ]),
    )
  }

  /** Locks the channels of these subscriptions, and returns them as {@link open} does. Nothing long may follow. */
  async lockChannels(webhooks: readonly string[]): Promise<Map<string, Open>> {
    const source = 'webhooks.channels l where l.school_id = $1 and l.webhook_id = any($2::text[])'
    const [, open] = await Promise.all([
      this.work.lock(lockedChannels(source, 'no key update'), [
        this.work.school,
        textArray([...new Set(webhooks)]),
      ]),
      this.open(webhooks),
    ])
    return open
  }

  /** Refuses if the school has the maximum number of waiting deliveries. */
  async refuseFull(): Promise<void> {
    if (await this.isFull()) throw new Refused(refusals.too_many_waiting)
  }

  /** Whether the school has so many waiting deliveries that none may be added. */
  async isFull(): Promise<boolean> {
    const { rows } = await this.work.read(fullSql, [this.work.school])
    return rows.length > 0
  }

  /** Creates deliveries that are due now. */
  make(newDeliveries: readonly NewDelivery[], { manual }: { manual: boolean }): void {
    if (newDeliveries.length === 0) return
    for (const { webhook } of newDeliveries) this.woken.add(webhook)
    const [lockStep, woken, ...inserts] = deliverySteps(newDeliveries, { now: this.work.now, manual })
    for (const { statement, values } of [lockStep!, woken!]) this.work.write(statement.text, values)
    for (const { statement, values } of inserts) this.work.write(statement.text, values, 'delivery')
  }
}

/** A subscription to which a retry may go. */
export interface Open extends Sending {
  active: boolean
}

const waitingRetriable = (row: DeliveryRow): Retriable => ({
  id: row.id,
  webhook: row.webhook_id,
  event: row.event_id,
  type: row.event_type,
  requestId: row.request_id,
  replayed: false,
  hasEvent: true,
})
