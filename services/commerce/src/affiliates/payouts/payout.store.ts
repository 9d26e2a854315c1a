import { objectTable, storeOf, textArray } from '@lms/service-host'
import type { PaidOut } from '../partners/partner.rules.ts'
import { visibleToPartner } from '../partners/partner.store.ts'
import { PartnerPayout, partnerPayouts } from './payout.contract.ts'

const payouts = objectTable('commerce.partner_payouts', PartnerPayout, {
  list: partnerPayouts.list,
  indexes: [['partner_id', 'created_at', 'id']],
  visible: visibleToPartner,
})

export class PayoutStore extends storeOf(payouts) {
  /** The sums of the payouts of some partners. */
  async sums(partnerIds: readonly string[]): Promise<PaidOut[]> {
    const { rows } = await this.work.read(
      `select partner_id, currency, sum(amount) from commerce.partner_payouts
       where school_id = $1 and partner_id = any($2::text[]) group by partner_id, currency`,
      [this.work.school, textArray(partnerIds)],
    )
    return rows.map(([partner_id, currency, paid]) => ({
      partner_id: partner_id!,
      currency: currency!,
      paid: Number(paid),
    }))
  }

  /** Erases free texts about a partner who is this person. */
  blankOf(userId: string): void {
    this.work.write(
      `update commerce.partner_payouts p set comment = '', version = p.version + 1, updated_at = $3
       from commerce.partners r
       where r.school_id = $1 and r.user_id = $2 and p.school_id = $1 and p.partner_id = r.id and p.comment <> ''`,
      [this.work.school, userId, this.work.now],
    )
  }
}
