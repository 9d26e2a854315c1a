import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { recordsIn } from '../records.ts'
import { RequestEntity } from './request.entity.ts'

type RequestRow = RowOf<typeof RequestEntity>

const requests = table(RequestEntity)

export class RequestStore extends Store<RequestRow> {
  constructor(work: UnitOfWork) {
    super(work, requests)
  }

  /** Erases the clients' own request ids in the records of a person's requests. */
  anonymize(userId: string): void {
    this.work.write(
      `update service.requests set client_request_id = null
       where school_id = $1 and actor_user_id = $2 and client_request_id is not null`,
      [this.work.school, userId],
    )
  }
}

export const requestRecords = recordsIn<RequestRow>(requests)
