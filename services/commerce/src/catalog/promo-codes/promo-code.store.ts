import { newId, type RefusalDetail, Refused, stampsAt } from '@lms/contract'
import {
  type Condition,
  column,
  listContains,
  objectTable,
  type RowIn,
  storeOf,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { entryRefusals } from '../../sales/pricing/entry-refusals.ts'
import { refusals as offerRefusals } from '../offers/offer.contract.ts'
import type { Usage } from './discount.rules.ts'
import { generatedRoom, PromoCode, promoCodes, refusals } from './promo-code.contract.ts'

/** The codes that a batch has generated. */
export const generatedCodes: Condition = { sql: 't.batch_id is not null', values: [] }

const codes = objectTable('commerce.promo_codes', PromoCode, {
  archive: { earlier: { columns: { percent_off: 'percent', ends_at: 'expires_at' } } },
  list: promoCodes.list,
  unique: [{ of: ['code'], refusal: refusals.promo_code_taken }],
  indexes: [['batch_id', 'id']],
  filters: { offer_id: listContains('offer_ids'), group_id: listContains('group_ids') },
  // The function `commerce.use_promo_code` raises them.
  conflicts: {
    promo_code_missing: entryRefusals.promo_code_unknown,
    promo_code_inactive: entryRefusals.promo_code_inactive,
    promo_code_used_up: entryRefusals.promo_code_used_up,
    promo_code_used_by_person: entryRefusals.promo_code_used_by_person,
    promo_code_first_order_only: entryRefusals.promo_code_first_order_only,
  },
})
export type PromoCodeRow = RowIn<typeof codes>

/** The promo code that an order uses. The person is that of the order, also after a merge. */
export const PromoCodeUseEntity = tenantEntity(
  'commerce',
  'promo_code_uses',
  {
    order_id: column.id<'ord'>().primary(),
    promo_code_id: column.id<'prm'>(),
  },
  { archive: 'rows' },
)

/** A batch whose codes are not yet all there: their number, and the fields that they have in common. */
export const PromoCodeBatchEntity = tenantEntity(
  'commerce',
  'promo_code_batches',
  {
    id: column.id<'job'>().primary(),
    count: column.integer(),
    template: column.json(),
  },
  { archive: { earlier: { fields: { template: { percent_off: 'percent', ends_at: 'expires_at' } } } } },
)

/** The fields that all codes of a batch have in common. */
export type Template = Omit<PromoCode, 'id' | 'code' | 'batch_id' | 'version' | 'created_at' | 'updated_at'>

export class PromoCodeStore extends storeOf(codes) {
  /**
   * The code with this text, and a person's past with it, but for one order, as far as the code asks for it; the groups
   * are read elsewhere.
   */
  async entered(
    text: string,
    userId: string | null,
    orderId: string | null,
  ): Promise<{ code: PromoCodeRow; usage: Omit<Usage, 'groups'> | null } | null> {
    const { rows } = await this.work.read(enteredSql, [this.work.school, text, userId, orderId ?? ''])
    const [fields] = rows
    if (!fields) return null
    const [uses, hasPaid] = fields.slice(-2)
    const usage = userId === null ? null : { uses: Number(uses), hasPaid: hasPaid === 't' }
    return { code: this.read(fields), usage }
  }

  /** Whether the school has a code that people may enter. */
  async anyActive(): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "commerce"."promo_codes" where school_id = $1 and active limit 1`,
      [this.work.school],
    )
    return rows.length > 0
  }

  /**
   * An order uses the code. The batch of the work's writes checks the limits again and refuses beyond them, so that no
   * two orders take the last use.
   */
  use(codeId: string, order: { id: string; user_id: string }): void {
    this.work.write(`select "commerce".use_promo_code($1, $2, $3, $4)`, [
      this.work.school,
      codeId,
      order.id,
      order.user_id,
    ])
  }

  /** The same without limits: late money keeps the discount of an expired order. Nothing if the code is deleted. */
  useAgain(codeId: string, orderId: string): void {
    this.work.write(
      `with again as (
         insert into "commerce"."promo_code_uses" (school_id, order_id, promo_code_id)
         select school_id, $3, id from "commerce"."promo_codes" where school_id = $1 and id = $2
         on conflict do nothing returning promo_code_id
       )
       update "commerce"."promo_codes" c set uses_count = c.uses_count + 1 from again
       where c.school_id = $1 and c.id = again.promo_code_id`,
      [this.work.school, codeId, orderId],
    )
  }

  /** The order no longer uses its code; nothing if it does not. */
  giveBack(orderId: string): void {
    this.work.write(
      `with gone as (
         delete from "commerce"."promo_code_uses" where school_id = $1 and order_id = $2 returning promo_code_id
       )
       update "commerce"."promo_codes" c set uses_count = c.uses_count - 1 from gone
       where c.school_id = $1 and c.id = gone.promo_code_id`,
      [this.work.school, orderId],
    )
  }

  /** Locks codes in the order of their ids, before an order changes from one to the other. */
  async lockCodes(ids: readonly string[]): Promise<void> {
    await this.work.lock(
      `select 1 from "commerce"."promo_codes" where school_id = $1 and id = any($2::text[]) order by id for update`,
      [this.work.school, textArray(ids)],
    )
  }

  /** Created codes; generated ones have a maximum of their own. */
  protected override get counted(): Condition {
    return created
  }

  /** Refuses if this many generated codes would be too many, with those of unfinished batches. */
  async refuseGenerating(count: number): Promise<void> {
    const { most, refusal } = generatedRoom
    await this.refuseBeyond({ most: Math.max(0, most - count + 1), refusal }, generatedCodes)
    const { rows } = await this.work.read(
      `select coalesce(sum(count), 0) from "commerce"."promo_code_batches" where school_id = $1`,
      [this.work.school],
    )
    if (Number(rows[0]![0]) + count > most) throw new Refused(refusal)
  }

  /** Stores the common fields of a batch's codes. */
  insertBatch(batchId: string, count: number, template: Template): void {
    const common = { ...template, school_id: this.work.school, batch_id: batchId, ...stampsAt(this.work.now) }
    this.work.write(
      `insert into "commerce"."promo_code_batches" (school_id, id, count, template) values ($1, $2, $3, $4)`,
      [this.work.school, batchId, String(count), JSON.stringify(common)],
    )
  }

  /** Adds these codes to a batch; returns their number without those that the school already has. */
  async generate(batchId: string, texts: readonly string[]): Promise<number> {
    const { count } = await this.work.lock(generateSql, [
      this.work.school,
      batchId,
      textArray(texts.map(() => newId('prm'))),
      textArray(texts),
    ])
    return count
  }

  /** All codes of the batch are there. */
  endBatch(batchId: string): void {
    this.work.write(`delete from "commerce"."promo_code_batches" where school_id = $1 and id = $2`, [
      this.work.school,
      batchId,
    ])
  }

  /**
   * Refuses references to offers that the school does not have; the others cannot be deleted until the end of the work.
   */
  async checkOffers({ offer_ids = [], gift_offer_id = null }: Partial<PromoCode>): Promise<void> {
    const references = offer_ids.map((id, index) => ({ path: `body.offer_ids.${index}`, id }))
    if (gift_offer_id !== null) references.push({ path: 'body.gift_offer_id', id: gift_offer_id })
    if (references.length === 0) return
    const { rows } = await this.work.lock(
      `select id from "commerce"."offers" where school_id = $1 and id = any($2::text[]) order by id for key share`,
      [this.work.school, textArray(references.map(({ id }) => id))],
    )
    const present = new Set(rows.map(([id]) => id))
    const details = references
      .filter(({ id }) => !present.has(id))
      .map(({ path, id }): RefusalDetail => ({ path, message: `this school has no offer ${id}` }))
    if (details.length) throw new Refused(refusals.promo_offer_unknown, undefined, { details })
  }

  /** The first few codes and batches that apply to an offer, give it, or apply to the members of a group. */
  async naming(id: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `(select id from "commerce"."promo_codes" where school_id = $1
          and (gift_offer_id = $2 or offer_ids ? $2 or group_ids ? $2) order by id limit 5)
       union all
       (select id from "commerce"."promo_code_batches" where school_id = $1
          and (template->>'gift_offer_id' = $2 or template->'offer_ids' ? $2 or template->'group_ids' ? $2) limit 5)`,
      [this.work.school, id],
    )
    return rows.map(([id]) => id!)
  }

  /** Refuses to delete an offer that promo codes reference. */
  async refuseNaming(offerId: string): Promise<void> {
    const naming = await this.naming(offerId)
    const details = naming.map(id => ({ path: 'id', message: `${id} references this offer` }))
    if (details.length) throw new Refused(offerRefusals.offer_promoted, undefined, { details })
  }
}

const created: Condition = { sql: 't.batch_id is null', values: [] }

const enteredSql = `select ${codes.shape.selection},
  case when t.first_order_only or t.max_uses_per_person is not null then
    (select count(*) from "commerce"."orders" o
      join "commerce"."promo_code_uses" u on u.school_id = o.school_id and u.order_id = o.id
      where o.school_id = t.school_id and o.user_id = $3 and o.id <> $4 and u.promo_code_id = t.id)
    else 0 end,
  t.first_order_only and exists (select from "commerce"."orders" o
    where o.school_id = t.school_id and o.user_id = $3 and o.paid_at is not null)
  from ${codes.shape.table} t where t.school_id = $1 and t.code = $2`

const generateSql = `insert into "commerce"."promo_codes"
  select code.* from "commerce"."promo_code_batches" b, unnest($3::text[], $4::text[]) n (id, text),
    jsonb_populate_record(null::"commerce"."promo_codes",
      b.template || jsonb_build_object('id', n.id, 'code', n.text)) code
  where b.school_id = $1 and b.id = $2
  on conflict (school_id, code) do nothing`
