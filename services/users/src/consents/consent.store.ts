import type { MoveOf } from '@lms/contract'
import {
  type ListQuery,
  type RowOf,
  type RowPage,
  Store,
  table,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { userConsentChanged } from './consent.contract.ts'
import { ConsentEntity } from './consent.entity.ts'
import { consentLifecycle } from './consent.lifecycle.ts'

export type ConsentRow = RowOf<typeof ConsentEntity>

const consents = table(ConsentEntity, {
  lifecycle: { of: consentLifecycle, emits: { replace: null, withdraw: userConsentChanged } },
})

export class ConsentStore extends Store<ConsentRow, MoveOf<typeof consentLifecycle>> {
  constructor(work: UnitOfWork) {
    super(work, consents)
  }

  /** All records of these people, the oldest first. Lock the people before, to change them. */
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
