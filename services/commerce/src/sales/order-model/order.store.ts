import type { ReturnsOf } from '@lms/contract'
import {
  type Changes,
  cancelTasks,
  column,
  enqueue,
  missing,
  objectTable,
  type RowIn,
  readDatabaseTime,
  storeOf,
  textArray,
  visibleByPerson,
} from '@lms/service-host'
import type { Offer } from '../../catalog/offers/offer.contract.ts'
import { offerLock } from '../../catalog/offers/offer.store.ts'
import { isOverdue } from '../../objects/balance.ts'
import { type Instalment, Order } from '../../objects/order.object.ts'
import { refusals } from '../pricing/basket.contract.ts'
import { expireOrder } from './expiry.task.ts'
import type { GiftDelivery } from './gift-delivery.ts'
import type { offerOrders } from './offer-orders.contract.ts'
import { orders as operations } from './order.contract.ts'
import { orderMoves } from './order.rules.ts'
import { remindOfParts } from './reminder.task.ts'

const orders = objectTable('commerce.orders', Order, {
  archive: {
    earlier: {
      fields: { discount: { percent_off: 'percent' }, items: { access_until: 'access_expires_at' } },
    },
  },
  list: operations.list,
  indexes: [
    ['status', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['paid_at', 'id'],
  ],
  hidden: {
    instalments: column.json<Instalment[]>().nullable(),
    gift_delivery: column.json<GiftDelivery>().nullable(),
  },
  unique: [{ of: ['number'] }],
  lifecycle: orderMoves,
  visible: visibleByPerson('commerce', 'user_id'),
  conflicts: {
    order_offers_offer_here: refusals.offer_unknown,
    // The function `commerce.take_seats` raises it.
    offer_sold_out: refusals.offer_sold_out,
  },
  filters: {
    offer_id: offerIds => ({
      sql: `exists (select 1 from "commerce"."order_offers" o
        where o.school_id = t.school_id and o.order_id = t.id and o.offer_id = any($::text[]))`,
      values: [textArray(offerIds)],
    }),
  },
})

export type OrderRow = RowIn<typeof orders>
type NewOrderRow = Omit<OrderRow, 'school_id' | 'gift_delivery'> & Partial<Pick<OrderRow, 'gift_delivery'>>

export class OrderStore extends storeOf(orders) {
  override insert({ gift_delivery = null, ...fields }: NewOrderRow): OrderRow {
    const row = { ...fields, gift_delivery }
    this.#link(row.id, row.items)
    if (row.expires_at) this.#expire(row.id, row.expires_at)
    if (row.instalments) this.#remind(row.id)
    return super.insert(row)
  }

  override save(row: OrderRow, changes: Changes<OrderRow> = {}): OrderRow {
    if (changes.items) {
      const nextOfferIds = new Set(changes.items.map(({ offer_id }) => offer_id))
      const present = new Set(row.items.map(({ offer_id }) => offer_id))
      this.#link(
        row.id,
        changes.items.filter(({ offer_id }) => !present.has(offer_id)),
      )
      this.#unlink(
        row.id,
        [...present].filter(id => !nextOfferIds.has(id)),
      )
    }
    const { expires_at, refunded_amount, instalments, paid_amount } = changes
    // The reminders of an expired order have ended; a late payment goes on with it.
    const revived = row.status === 'expired' && row.instalments !== null && paid_amount !== undefined
    if (instalments || revived) this.#remind(row.id)
    if (expires_at !== undefined && expires_at !== row.expires_at) this.#expire(row.id, expires_at)
    const saved = super.save(row, changes)
    // The end of its term has passed by while a part was paid.
    if (refunded_amount !== undefined && isOverdue(saved, this.work.now))
      this.#expire(saved.id, saved.expires_at)
    return saved
  }

  /**
   * Takes the seats of these offers for orders of this work: refuses with offer_sold_out where there are fewer. Call it
   * after the orders are written.
   */
  takeSeats(offers: readonly Pick<Offer, 'id' | 'seats'>[]): void {
    const seated = offers.filter(({ seats }) => seats !== null).map(({ id }) => id)
    for (const id of [...new Set(seated)].sort())
      this.work.write(`select "commerce".take_seats($1, $2)`, [this.work.school, id])
  }

  /** How many of an offer are sold, or wait for their payment. */
  async seatsTaken(offerId: string): Promise<number> {
    const { rows } = await this.work.read(`select "commerce".seats_taken($1, $2)`, [
      this.work.school,
      offerId,
    ])
    return Number(rows[0]![0])
  }

  /** All orders of a person, locked. */
  lockOf(userId: string): Promise<OrderRow[]> {
    return this.#lockWhere('t.user_id = $2', [userId])
  }

  /** The order, locked; null if there is none that the caller may see. */
  async lockIfAny(id: string): Promise<OrderRow | null> {
    return (await this.#lockWhere('t.id = $2', [id]))[0] ?? null
  }

  /** The order of a payment, locked; refuses with not_found. */
  async lockOfPayment(paymentId: string): Promise<OrderRow> {
    const ofPayment = `t.id = (select p.order_id from "commerce"."payments" p where p.school_id = $1 and p.id = $2)`
    return (await this.#lockWhere(ofPayment, [paymentId]))[0] ?? missing()
  }

  async #lockWhere(condition: string, values: readonly string[]): Promise<OrderRow[]> {
    const mine = this.mine(values.length + 2)
    const { rows } = await this.work.lock(
      `${orders.select} and ${condition}${mine.sql} order by t.id for update`,
      [this.work.school, ...values, ...mine.values],
    )
    return rows.map(row => this.readLocked(row))
  }

  /** The unpaid ones among these orders whose payment term is over, locked in the order of their ids. */
  async lockDue(ids: readonly string[]): Promise<OrderRow[]> {
    return this.#lockWhere(
      `t.id = any($2::text[]) and t.status = 'waiting_payment' and t.expires_at <= $3 and t.paid_amount = t.refunded_amount`,
      [textArray(ids), this.work.now],
    )
  }

  /** Paid orders with an offer in the order of their ids, without gifts for others; `next` is where to go on. */
  async paidWith(
    offerId: string,
    after: string | null,
    limit: number,
  ): Promise<ReturnsOf<typeof offerOrders.list>> {
    const { rows } = await this.work.read(
      `select l.order_id, o.user_id, case when o.status = 'paid' and not o.as_gift then o.paid_at end
       from "commerce"."order_offers" l join "commerce"."orders" o on o.school_id = l.school_id and o.id = l.order_id
       where l.school_id = $1 and l.offer_id = $2 and l.order_id > $3 order by l.order_id limit $4`,
      [this.work.school, offerId, after ?? '', String(limit)],
    )
    const paidOrders = rows.flatMap(([order_id, user_id, paid_at]) =>
      paid_at ? [{ order_id, user_id, paid_at: readDatabaseTime(paid_at) }] : [],
    )
    const next = rows.length === limit ? rows.at(-1)![0] : null
    return { orders: paidOrders, next } as ReturnsOf<typeof offerOrders.list>
  }

  /** A test order that is not over, locked; null for none. */
  async lockTestSale(): Promise<OrderRow | null> {
    const where = `t.test and t.status in ('waiting_payment', 'expired', 'paid')`
    const { rows } = await this.work.lock(`${orders.select} and ${where} order by t.id limit 1 for update`, [
      this.work.school,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  #expire(orderId: OrderRow['id'], at: string | null): void {
    if (at === null) cancelTasks(this.work, expireOrder, [orderId])
    else enqueue(this.work, expireOrder, { order_id: orderId }, { at: new Date(at), key: orderId })
  }

  #remind(orderId: OrderRow['id']): void {
    enqueue(this.work, remindOfParts, { order_id: orderId, since: this.work.now }, { key: orderId })
  }

  /** Refuses an offer that was deleted meanwhile; none is deleted until the end of the work. */
  #link(orderId: string, items: OrderRow['items']): void {
    for (const offer of new Set(items.map(({ offer_id }) => offer_id))) {
      this.work.write(offerLock.shared, [this.work.school, offer])
      this.work.write(
        `insert into "commerce"."order_offers" (school_id, offer_id, order_id)
         values ($1, coalesce((select id from "commerce"."offers" where school_id = $1 and id = $2), ''), $3)`,
        [this.work.school, offer, orderId],
      )
    }
  }

  #unlink(orderId: string, offers: string[]): void {
    if (offers.length === 0) return
    this.work.write(
      `delete from "commerce"."order_offers" where school_id = $1 and order_id = $2 and offer_id = any($3::text[])`,
      [this.work.school, orderId, textArray(offers)],
    )
  }
}
