import { newId } from '@lms/contract'
import { objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import type { Unsettled } from '../partners/partner.rules.ts'
import { visibleToPartner } from '../partners/partner.store.ts'
import { PartnerAccrual, partnerAccruals } from './accrual.contract.ts'

/** Maximum entries that one payout settles, so that it ends in time. */
const maxSettled = 10_000

const accruals = objectTable('commerce.partner_accruals', PartnerAccrual, {
  archive: { earlier: { columns: { share_basis_points: 'basis_points' } } },
  list: partnerAccruals.list,
  indexes: [
    ['order_id'],
    ['payment_id'],
    ['refund_id'],
    ['partner_id', 'created_at', 'id'],
    ['payout_id', 'id'],
  ],
  visible: visibleToPartner,
})
export type AccrualRow = RowIn<typeof accruals>
type NewAccrual = Omit<AccrualRow, 'school_id' | 'id' | 'payout_id' | 'version' | 'created_at' | 'updated_at'>

export class AccrualStore extends storeOf(accruals) {
  /** The entries of an order, the oldest first. */
  async ofOrder(orderId: string): Promise<AccrualRow[]> {
    return this.walk({ sql: 't."order_id" = $', values: [orderId] }, null, 1000)
  }

  enter(entry: NewAccrual): void {
    this.insert({ ...this.fresh(newId('acr')), ...entry, payout_id: null })
  }

  /** The unsettled sums of some partners. */
  async unsettled(partnerIds: readonly string[]): Promise<Unsettled[]> {
    const { rows } = await this.work.read(
      `select partner_id, currency,
         coalesce(sum(${signedSql}) filter (where available_at > $3::timestamptz), 0),
         coalesce(sum(${signedSql}) filter (where available_at <= $3::timestamptz), 0)
       from commerce.partner_accruals
       where school_id = $1 and partner_id = any($2::text[]) and payout_id is null
       group by partner_id, currency`,
      [this.work.school, textArray(partnerIds), this.work.now],
    )
    return rows.map(([partner_id, currency, held, available]) => ({
      partner_id: partner_id!,
      currency: currency!,
      held: Number(held),
      available: Number(available),
    }))
  }

  /**
   * The available entries of a partner in one currency: those taken back first, then the oldest; at most ten thousand.
   * Lock the partner before.
   */
  async available(partnerId: string, currency: string): Promise<{ ids: string[]; amount: number }> {
    const { rows } = await this.work.read(
      `select id, ${signedSql} from commerce.partner_accruals
       where school_id = $1 and partner_id = $2 and payout_id is null and currency = $3 and available_at <= $4::timestamptz
       order by kind desc, available_at, id limit ${maxSettled}`,
      [this.work.school, partnerId, currency, this.work.now],
    )
    return {
      ids: rows.map(([id]) => id!),
      amount: rows.reduce((sum, [, signed]) => sum + Number(signed), 0),
    }
  }

  settle(ids: readonly string[], payoutId: string): void {
    this.work.write(
      `update commerce.partner_accruals set payout_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and id = any($2::text[])`,
      [this.work.school, textArray(ids), payoutId, this.work.now],
    )
  }
}

const signedSql = `case kind when 'earned' then amount else -amount end`
