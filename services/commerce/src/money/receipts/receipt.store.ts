import {
  column,
  objectTable,
  type RowIn,
  readDatabaseTime,
  storeOf,
  tenantEntity,
  textArray,
  visibleByPerson,
} from '@lms/service-host'
import { Receipt } from '../../objects/receipt.object.ts'
import { receipts as operations } from './receipt.contract.ts'
import { receiptMoves } from './receipt.rules.ts'

const receipts = objectTable('commerce.receipts', Receipt, {
  list: operations.list,
  indexes: [['payment_id'], ['order_id'], ['user_id', 'id']],
  unique: [{ of: ['test', 'number'] }],
  lifecycle: receiptMoves,
  visible: visibleByPerson('commerce', 'user_id'),
})
export type ReceiptRow = RowIn<typeof receipts>

/** The number and time of the last receipt of a school, and of its last test receipt. */
export const ReceiptNumberEntity = tenantEntity(
  'commerce',
  'receipt_numbers',
  {
    test: column.boolean().primary(),
    last: column.bigint(),
    issued_at: column.time(),
  },
  { archive: 'rows' },
)

/** Maximum payments of an order whose receipts divide its lines to the last unit. */
const maxParts = 1000

export class ReceiptStore extends storeOf(receipts) {
  /** What is left of an order's payments with receipts after their refunds, the oldest first; at most a thousand. */
  async keptOfOrder(orderId: string): Promise<number[]> {
    const { rows } = await this.work.read(
      `select p.amount - coalesce((select sum(case r.kind when 'refund' then r.amount else -r.amount end)
         from "commerce"."receipts" r
         where r.school_id = p.school_id and r.payment_id = p.payment_id and r.kind in ('refund', 'payment')
           and r.refund_id is not null), 0)
       from "commerce"."receipts" p
       where p.school_id = $1 and p.order_id = $2 and p.kind = 'payment' and p.refund_id is null
       order by p.id limit ${maxParts}`,
      [this.work.school, orderId],
    )
    return rows.map(([amount]) => Number(amount))
  }

  /** The receipt, locked; null if there is none. */
  async lockIfAny(id: string): Promise<ReceiptRow | null> {
    const { rows } = await this.work.lock(`${receipts.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The receipt to which a refund or correction refers; null for a payment's own. */
  async originalOf(id: string): Promise<ReceiptRow | null> {
    const { rows } = await this.work.read(
      `${receipts.select} and t.id = (select o.original_id from "commerce"."receipts" o where o.school_id = $1 and o.id = $2)`,
      [this.work.school, id],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The receipts that wait for this one to be issued, because they refer to it. */
  async waitingFor(id: string): Promise<ReceiptRow[]> {
    const { rows } = await this.work.read(
      `${receipts.select} and t.payment_id = (select o.payment_id from "commerce"."receipts" o where o.school_id = $1 and o.id = $2)
         and t.original_id = $2 and t.status = 'pending' order by t.id limit ${maxParts}`,
      [this.work.school, id],
    )
    return rows.map(row => this.read(row))
  }

  /** The receipts of the payments that completed these orders: those of earlier parts are none of them. */
  async completing(orderIds: readonly string[]): Promise<ReceiptRow[]> {
    if (orderIds.length === 0) return []
    const { rows } = await this.work.read(
      `${receipts.select} and t.order_id = any($2::text[]) and t.kind = 'payment' and exists (
         select from "commerce"."payments" p
         join "commerce"."orders" o on o.school_id = p.school_id and o.id = p.order_id and o.paid_at = p.paid_at
         where p.school_id = t.school_id and p.id = t.payment_id)`,
      [this.work.school, textArray(orderIds)],
    )
    return rows.map(row => this.read(row))
  }

  /** The last issued receipts of an order, the oldest first. */
  async issuedOf(orderId: string): Promise<ReceiptRow[]> {
    const { rows } = await this.work.read(
      `${receipts.select} and t.order_id = $2 and t.status = 'issued' order by t.number desc limit 20`,
      [this.work.school, orderId],
    )
    return rows.map(row => this.read(row)).reverse()
  }

  /** All receipts of a payment, the oldest first. */
  ofPayment(paymentId: string): Promise<ReceiptRow[]> {
    return this.walk({ sql: 't.payment_id = $', values: [paymentId] }, null, maxParts)
  }

  /**
   * The next number of the school, and the time with it. It locks the school's counter until the end of the work: whoever
   * takes a number waits for the one before, so that one that is rolled back is given again. Null for a receipt, locked
   * before, that has a number.
   */
  async nextNumber(receiptId: string, now: string): Promise<{ number: number; issued_at: string } | null> {
    const { rows } = await this.work.lock(
      `insert into "commerce"."receipt_numbers" as n (school_id, test, last, issued_at)
         select $1, r.test, 1, $2::timestamptz from "commerce"."receipts" r
         where r.school_id = $1 and r.id = $3 and r.number is null
       on conflict (school_id, test) do update
         set last = n.last + 1, issued_at = greatest(n.issued_at, excluded.issued_at)
       returning last, issued_at`,
      [this.work.school, now, receiptId],
    )
    if (!rows[0]) return null
    const [number, issued] = rows[0]
    return { number: Number(number), issued_at: readDatabaseTime(issued!) }
  }

  /** Moves the receipts of these orders to their new person. */
  moveTo(userId: string, orderIds: readonly string[]): void {
    this.work.write(
      `update "commerce"."receipts" set user_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and order_id = any($3::text[])`,
      [this.work.school, userId, textArray(orderIds), this.work.now],
    )
  }

  /** Erases free texts about a person. */
  blankOf(userId: string): void {
    this.work.write(
      `update "commerce"."receipts" set reason = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2 and reason <> ''`,
      [this.work.school, userId, this.work.now],
    )
  }
}
