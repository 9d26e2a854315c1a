import {
  column,
  type ListQuery,
  objectTable,
  type RowIn,
  type RowPage,
  storeOf,
  textArray,
} from '@lms/service-host'
import { Consent, userConsentChanged } from './consent.contract.ts'
import { consentLifecycle } from './consent.lifecycle.ts'

const consents = objectTable('users.consents', Consent, {
  archive: { earlier: { values: { status: { lapsed: 'expired' } } } },
  /** The text that was agreed to, where the form had it; null for consents that others have recorded. */
  hidden: { agreed_text: column.text().nullable() },
  indexes: [['user_id', 'given_at', 'id']],
  lifecycle: {
    of: consentLifecycle,
    emits: { confirm: userConsentChanged, expire: null, replace: null, withdraw: userConsentChanged },
  },
})
export type ConsentRow = RowIn<typeof consents>

export class ConsentStore extends storeOf(consents) {
  /** All records of these people, the oldest first. Lock the people before changing them. */
  async of(...userIds: string[]): Promise<ConsentRow[]> {
    const { rows } = await this.work.read(
      `${consents.select} and t.user_id = any($2::text[]) order by t.given_at, t.id`,
      [this.work.school, textArray(userIds)],
    )
    return rows.map(row => this.read(row))
  }

  /** A page of a person's records. */
  pageOf(userId: string, query: ListQuery): Promise<RowPage<ConsentRow>> {
    return this.page(query, [{ sql: 't.user_id = $', values: [userId] }])
  }
}
