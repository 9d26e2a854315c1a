import {
  type Changes,
  column,
  enqueue,
  type Fields,
  objectTable,
  type RowIn,
  storeOf,
  textArray,
  visibleByPerson,
} from '@lms/service-host'
import type { PlanChanged } from '../money/consequences/consequence.ts'
import type { WantedEnd } from '../money/providers/adapter/plan.ts'
import { Subscription } from '../objects/subscription.object.ts'
import { subscriptions as operations } from './subscription.contract.ts'
import { dueOf, type Period, subscriptionMoves } from './subscription.rules.ts'
import {
  advanceSubscription,
  countPause,
  followSubscription,
  remindOfTrial,
  syncPlan,
} from './subscription.task.ts'
import { type Value, valuesWith } from './subscription-value.ts'

const subscriptions = objectTable('commerce.subscriptions', Subscription, {
  hidden: {
    anchor_at: column.time(),
    anchor_period: column.integer(),
    period_value: column.bigint(),
    value_history: column.json<readonly Value[]>(),
    /** What the provider that charges it is still to be told of its end. */
    wanted_end: column.key<WantedEnd>().nullable(),
  },
  list: operations.list,
  indexes: [
    ['status', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['offer_id', 'created_at', 'id'],
    ['price_id', 'created_at', 'id'],
    ['order_id'],
  ],
  unique: [{ of: ['provider_id', 'provider_reference'] }],
  lifecycle: subscriptionMoves,
  visible: visibleByPerson('commerce', 'user_id'),
})
export type SubscriptionRow = RowIn<typeof subscriptions>

/** The period that an order pays, and its subscription. */
export interface Paying {
  subscription: SubscriptionRow
  period: Period
}

const trialEnd = ({ status, trial_ends_at }: Pick<Subscription, 'status' | 'trial_ends_at'>) =>
  status === 'trialing' ? trial_ends_at : null

/** Each change of what is due enqueues the task for it; the row alone says what is due. */
export class SubscriptionStore extends storeOf(subscriptions) {
  /** When something was due, by the rows as they were read. */
  readonly #due = new Map<string, string | null>()
  /** The ends of free days, by the rows as they were read. */
  readonly #trials = new Map<string, string | null>()
  /** Rows and periods that this work writes, and could not read before its end. */
  readonly #written = new Map<string, SubscriptionRow>()
  readonly #opened = new Map<string, Period>()

  override insert(row: Omit<SubscriptionRow, 'school_id'>): SubscriptionRow {
    // The first period begins with its payment, which may be entered days later.
    return this.#noted(super.insert({ ...row, value_history: valuesWith(row, row.period_starts_at) }))
  }

  override save(row: SubscriptionRow, changes: Changes<SubscriptionRow> = {}): SubscriptionRow {
    if (changes.paused_at !== undefined && changes.paused_at !== row.paused_at)
      enqueue(this.work, countPause, { subscription_id: row.id }, { key: row.id })
    const value_history = valuesWith({ ...row, ...changes } as SubscriptionRow, this.work.now)
    return this.#noted(
      super.save(row, value_history === row.value_history ? changes : { ...changes, value_history }),
    )
  }

  protected override read(fields: Fields): SubscriptionRow {
    const row = super.read(fields)
    this.#due.set(row.id, dueOf(row)?.at ?? null)
    this.#trials.set(row.id, trialEnd(row))
    return row
  }

  #noted(row: SubscriptionRow): SubscriptionRow {
    this.#written.set(row.id, row)
    const at = dueOf(row)?.at ?? null
    if (at !== null && at !== this.#due.get(row.id))
      enqueue(this.work, advanceSubscription, { subscription_id: row.id }, { at: new Date(at), key: row.id })
    this.#due.set(row.id, at)
    const ends = trialEnd(row)
    if (ends !== null && ends !== this.#trials.get(row.id))
      enqueue(this.work, remindOfTrial, { subscription_id: row.id }, { key: row.id })
    this.#trials.set(row.id, ends)
    return row
  }

  /** A row as this work has left it. */
  present(row: SubscriptionRow): SubscriptionRow {
    return this.#written.get(row.id) ?? row
  }

  /** Has the accesses follow the state of the subscription. */
  follow({ id }: Pick<SubscriptionRow, 'id'>): void {
    enqueue(this.work, followSubscription, { subscription_id: id }, { key: id })
  }

  /** Those with these ids, for whatever caller, locked in the order of their ids. */
  async lockMany(ids: readonly string[]): Promise<SubscriptionRow[]> {
    if (ids.length === 0) return []
    const { rows } = await this.work.lock(
      `${subscriptions.select} and t.id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray(ids)],
    )
    return rows.map(row => this.read(row))
  }

  /** The one that a provider charges by its own plan, by its id there; not locked. Null for none. */
  async ofPlan({ provider_id, reference }: PlanChanged): Promise<SubscriptionRow | null> {
    const rows = await this.walk(
      { sql: 't.provider_id = $ and t.provider_reference = $', values: [provider_id, reference] },
      null,
      1,
    )
    return rows[0] ?? null
  }

  /** Has the provider told, or asked, about a subscription that it charges. */
  syncPlan({ id }: Pick<SubscriptionRow, 'id'>): void {
    enqueue(this.work, syncPlan, { subscription_id: id }, { key: id })
  }

  /** Those that an order has started or renewed last; not locked. */
  ofOrder(orderId: string): Promise<SubscriptionRow[]> {
    return this.walk({ sql: 't.order_id = $', values: [orderId] }, null, 1000)
  }

  /** Records the order of a period; fails if the period has one. */
  open({ id }: Pick<SubscriptionRow, 'id'>, period: Period, orderId: string): void {
    this.#opened.set(orderId, period)
    this.work.write(
      `insert into "commerce"."subscription_periods" (school_id, subscription_id, number, order_id, period)
       values ($1, $2, $3, $4, $5)`,
      [this.work.school, id, String(period.number), orderId, JSON.stringify(period)],
    )
  }

  /** What changes of these subscriptions' prices have made credit of the money of an order. */
  async creditedOf(ids: readonly string[], orderId: string): Promise<number> {
    const { rows } = await this.work.read(
      `select coalesce(sum((period->'credited'->>'amount')::bigint), 0) from "commerce"."subscription_periods"
       where school_id = $1 and subscription_id = any($2::text[]) and period->'credited'->>'order_id' = $3`,
      [this.work.school, textArray(ids), orderId],
    )
    return Number(rows[0]![0])
  }

  /** Those with these ids; in a transaction those with credit are locked. */
  async heldMany(ids: readonly string[]): Promise<SubscriptionRow[]> {
    const rows = await this.many(ids)
    if (!this.work.hasTransaction) return rows
    const lockedRows = await this.lockMany(
      rows.flatMap(({ id, credit_amount }) => (credit_amount > 0 ? id : [])),
    )
    return rows.map(row => lockedRows.find(({ id }) => id === row.id) ?? row)
  }

  /** The credit that open orders of these subscriptions take up, by subscription. */
  async creditInUse(rows: readonly SubscriptionRow[]): Promise<Map<string, number>> {
    const open = rows.flatMap(({ open_order_id, credit_amount }) =>
      open_order_id !== null && credit_amount > 0 ? open_order_id : [],
    )
    if (open.length === 0) return new Map()
    const { rows: creditRows } = await this.work.read(
      `select subscription_id, period->>'credit_used' from "commerce"."subscription_periods"
       where school_id = $1 and order_id = any($2::text[])`,
      [this.work.school, textArray(open)],
    )
    return new Map(creditRows.map(([id, used]) => [id!, Number(used)]))
  }

  /** Gives up the period of an order that nobody will pay any more. */
  drop(orderId: string): void {
    this.#opened.delete(orderId)
    this.work.write(`delete from "commerce"."subscription_periods" where school_id = $1 and order_id = $2`, [
      this.work.school,
      orderId,
    ])
  }

  /** The subscription of an order that it has made, locked, with the order's period; null if it was given up. */
  async lockPaying(order: { id: string; subscription_id: string | null }): Promise<Paying | null> {
    const { id, subscription_id } = order
    if (subscription_id === null) return null
    const written = this.#written.get(subscription_id)
    const opened = this.#opened.get(id)
    if (written && opened) return { subscription: written, period: opened }
    const [[locked], { rows }] = await Promise.all([
      this.lockMany([subscription_id]),
      this.work.read(
        `select period from "commerce"."subscription_periods" where school_id = $1 and order_id = $2`,
        [this.work.school, id],
      ),
    ])
    const [period] = rows[0] ?? []
    const subscription = written ?? locked
    return period && subscription ? { subscription, period: JSON.parse(period) as Period } : null
  }

  /** Moves the subscriptions of a person to another one. */
  moveTo(userId: string, from: string): void {
    this.work.write(
      `update "commerce"."subscriptions" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $3`,
      [this.work.school, userId, from, this.work.now],
    )
  }

  /** Has those of a person that a provider charges looked at now, so that it does not charge who is gone. */
  async lookSoon(userId: string): Promise<void> {
    const { rows } = await this.work.lock(
      `${subscriptions.select} and t.user_id = $2 and t.provider_id is not null and t.status <> 'canceled'
       order by t.id for update`,
      [this.work.school, userId],
    )
    for (const row of rows) this.save(this.read(row), { next_charge_at: this.work.now })
  }

  /** Forgets the cards of a person. */
  forgetMethods(userId: string): void {
    this.work.write(
      `update "commerce"."subscriptions" set payment_method = null, version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2 and payment_method is not null`,
      [this.work.school, userId, this.work.now],
    )
  }
}
