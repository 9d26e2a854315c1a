import { type Database, type RowOf, Store, step, table, textArray, type UnitOfWork } from '@lms/service-host'
import { recordsIn } from '../records.ts'
import { AuditEntity } from './audit.entity.ts'

export type AuditRow = RowOf<typeof AuditEntity>

const records = table(AuditEntity)

const aboutPerson = 'school_id = $1 and (object_id = $2 or actor_user_id = $2)'

export class AuditStore extends Store<AuditRow> {
  constructor(work: UnitOfWork) {
    super(work, records)
  }

  /** Erases the clients' own request ids in the records of a person. */
  anonymize(userId: string): void {
    this.work.write(
      `update service.audit_log set client_request_id = null where ${aboutPerson} and client_request_id is not null`,
      [this.work.school, userId],
    )
  }
}

export const auditRecords = recordsIn<AuditRow>(records)

/** Which of these records are stored. */
export async function storedRecords(system: Database, ids: readonly string[]): Promise<string[]> {
  const select = 'select id from service.audit_log where id = any($1::text[])'
  const rows = await system.rows(step(select, [textArray(ids)]))
  return rows.map(([id]) => id!)
}
