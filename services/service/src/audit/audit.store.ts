import { type Database, type RowOf, Store, step, table, textArray, type UnitOfWork } from '@lms/service-host'
import { recordsIn } from '../records.ts'
import { AuditEntity } from './audit.entity.ts'

export type AuditRow = RowOf<typeof AuditEntity>

const records = table(AuditEntity)

export class AuditStore extends Store<AuditRow> {
  constructor(work: UnitOfWork) {
    super(work, records)
  }
}

export const auditRecords = recordsIn<AuditRow>(records)

/** Which of these records are kept. */
export async function keptRecords(system: Database, ids: readonly string[]): Promise<string[]> {
  const select = 'select id from service.audit_log where id = any($1::text[])'
  const rows = await system.rows(step(select, [textArray(ids)]))
  return rows.map(([id]) => id!)
}
