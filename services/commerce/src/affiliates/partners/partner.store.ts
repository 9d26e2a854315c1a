import { type Caller, isAtLeast } from '@lms/contract'
import { type Condition, objectTable, type RowIn, storeOf, textArray } from '@lms/service-host'
import { partners as operations, Partner, refusals } from './partner.contract.ts'

const partners = objectTable('commerce.partners', Partner, {
  archive: { earlier: { columns: { share_basis_points: 'basis_points' } } },
  list: operations.list,
  computed: ['link', 'balance'],
  indexes: [['user_id', 'id']],
  unique: [{ of: ['code'], refusal: refusals.partner_code_taken }],
})
export type PartnerRow = RowIn<typeof partners>

/** Rows of a partner: students, and curators, see those of the partner that they are themselves. */
export const visibleToPartner = ({ role, school, user }: Caller): Condition | null =>
  isAtLeast(role, 'manager')
    ? null
    : {
        sql: `t."partner_id" = any(array(
          select p.id from "commerce"."partners" p where p.school_id = $ and p.user_id = $))`,
        values: [school, user],
      }

export class PartnerStore extends storeOf(partners) {
  /** The active partner with this code, in any case. */
  async byCode(code: string): Promise<PartnerRow | null> {
    const matches = await this.walk(
      { sql: 't."code" = $ and t."active"', values: [code.toLowerCase()] },
      null,
      1,
    )
    return matches[0] ?? null
  }

  /** Those of these codes that are of active partners. */
  async activeAmong(codes: readonly string[]): Promise<Set<string>> {
    const sql = 't."code" = any($::text[]) and t."active"'
    const matches = await this.walk({ sql, values: [textArray(codes)] }, null, codes.length)
    return new Set(matches.map(({ code }) => code))
  }

  /** Whether the partner is still here; then nobody deletes them until the end of the work. */
  async keep(id: string): Promise<boolean> {
    const { rows } = await this.work.lock(
      `select 1 from "commerce"."partners" where school_id = $1 and id = $2 for key share`,
      [this.work.school, id],
    )
    return rows.length > 0
  }

  /** Whether orders, accruals or payouts reference the partner. */
  async hasOrders(id: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select exists (select 1 from commerce.orders where school_id = $1 and partner_id = $2)
         or exists (select 1 from commerce.partner_accruals where school_id = $1 and partner_id = $2)`,
      [this.work.school, id],
    )
    return rows[0]![0] === 't'
  }

  /** Moves the partners who are a person to another person. */
  moveTo(userId: string, from: string): void {
    this.work.write(
      `update commerce.partners set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $2`,
      [this.work.school, from, userId, this.work.now],
    )
  }

  /** Erases what a person's partners say about them; an erased partner gets no new orders. */
  blankOf(userId: string): void {
    this.work.write(
      `update commerce.partners set name = 'Erased', comment = '', active = false, version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
