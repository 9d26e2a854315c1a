import { column, objectTable, type RowIn, storeOf, textArray, visibleByPerson } from '@lms/service-host'
import { Checkout, checkouts as operations } from './checkout.contract.ts'
import { checkoutMoves, derived } from './checkout.rules.ts'

const byPerson = visibleByPerson('commerce', 'user_id')

const checkouts = objectTable('commerce.checkouts', Checkout, {
  list: operations.list,
  kinds: { email: 'text' },
  indexes: [
    ['status', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['email_key', 'created_at', 'id'],
    ['phone', 'created_at', 'id'],
  ],
  hidden: {
    /** The e-mail in the form that is compared. */
    email_key: column.key().nullable(),
    /** When the site sent the code of the partner. */
    partner_at: column.time().nullable(),
    /** Whether its person is the one of its contact: found when it was abandoned, and not named by who made it. */
    matched: column.boolean().nullable(),
  },
  filters: { email: keys => ({ sql: 't.email_key = any($::text[])', values: [textArray(keys)] }) },
  lifecycle: checkoutMoves,
  // A web page reads the checkout whose id it got, and lists none.
  visible: caller => (caller.kind === 'publishable' ? null : byPerson(caller)),
})
export type CheckoutRow = RowIn<typeof checkouts>

type Contact = Pick<Checkout, 'email' | 'phone'>
const keysOf = ({ email, phone }: Contact) => [derived({ email }).email_key, phone]
const unowned = `school_id = $1 and user_id is null and (email_key = $4 or phone = $5)`
const blank = `email = null, email_key = null, phone = null, first_name = '', last_name = '', referrer = '',
  utm = '{"source": "", "medium": "", "campaign": "", "term": "", "content": ""}', version = version + 1, updated_at = $3`

export class CheckoutStore extends storeOf(checkouts) {
  override insert(row: Omit<CheckoutRow, 'school_id' | 'matched'>): CheckoutRow {
    return super.insert({ ...row, matched: null })
  }

  /** Moves the checkouts of a person to another. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "commerce"."checkouts" set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $2`,
      [this.work.school, from, into, this.work.now],
    )
  }

  /** Makes the checkouts with this contact that belong to nobody those of a person. */
  bind(userId: string, contact: Contact): void {
    this.work.write(
      `update "commerce"."checkouts" set user_id = $2, version = version + 1, updated_at = $3 where ${unowned}`,
      [this.work.school, userId, this.work.now, ...keysOf(contact)],
    )
  }

  /** Those that belong to nobody, and whose whole contact is this one, after an id. */
  unownedOf(contact: Contact, after: string | null, most: number): Promise<CheckoutRow[]> {
    // What a person does not have is what no checkout has.
    const [email, phone] = keysOf(contact).map(key => key ?? '')
    const sql = `t.user_id is null and (t.email_key = $ or t.phone = $)
      and coalesce(t.email_key = $, t.email_key is null) and coalesce(t.phone = $, t.phone is null)`
    return this.walk({ sql, values: [email!, phone!, email!, phone!] }, after, most)
  }

  /** Erases the contact of a person, and where they came from. A checkout that made no order belongs to nobody then. */
  blankOf(userId: string): void {
    this.work.write(
      `update "commerce"."checkouts" set user_id = case status when 'confirmed' then user_id end, ${blank}
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }

  /** The same for checkouts with this contact that belong to nobody. */
  blankUnowned(contact: Contact): void {
    this.work.write(`update "commerce"."checkouts" set user_id = $2, ${blank} where ${unowned}`, [
      this.work.school,
      null,
      this.work.now,
      ...keysOf(contact),
    ])
  }
}
