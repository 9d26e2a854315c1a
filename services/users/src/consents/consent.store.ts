import {
  type ListQuery,
  type RowOf,
  type RowPage,
  Store,
  table,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import { ConsentEntity } from './consent.entity.ts'

export type ConsentRow = RowOf<typeof ConsentEntity>

const consents = table(ConsentEntity)

export class ConsentStore extends Store<ConsentRow> {
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
