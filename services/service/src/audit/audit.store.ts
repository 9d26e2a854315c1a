import {
  type Database,
  type RowOf,
  readRow,
  Store,
  step,
  table,
  textArray,
  type UnitOfWork,
} from '@lms/service-host'
import type { z } from 'zod'
import type { AuditMessage } from './audit.contract.ts'
import { AuditEntity } from './audit.entity.ts'

export type AuditRow = RowOf<typeof AuditEntity>
type Message = z.infer<typeof AuditMessage>

const records = table(AuditEntity)

const aboutPerson = 'school_id = $1 and (object_id = $2 or actor_user_id = $2)'

export class AuditStore extends Store<AuditRow> {
  constructor(work: UnitOfWork) {
    super(work, records)
  }

  /** How many records tell of what was done by a person or to them. */
  async countOf(userId: string): Promise<number> {
    const { rows } = await this.work.read(`select count(*) from service.audit_log where ${aboutPerson}`, [
      this.work.school,
      userId,
    ])
    return Number(rows[0]![0])
  }

  /** Takes the words of clients out of the records about a person. */
  anonymize(userId: string): void {
    this.work.write(
      `update service.audit_log set client_request_id = null where ${aboutPerson} and client_request_id is not null`,
      [this.work.school, userId],
    )
  }
}

const names = records.shape.columns.map(({ name }) => `"${name}"`).join(', ')
const typed = records.shape.columns
  .map(({ name, type }) => `"${name}" ${type.replace(/ collate.*/, '')}`)
  .join(', ')

/** Keeps records of any schools in one statement; those already there stay as they are. */
export async function keepRecords(system: Database, messages: readonly Message[]): Promise<void> {
  const insert = `insert into service.audit_log (${names})
    select ${names} from jsonb_to_recordset($1::jsonb) as r (${typed}) on conflict do nothing`
  await system.run([step(insert, [JSON.stringify(messages)])])
}

/** Which of these records are kept. */
export async function keptRecords(system: Database, ids: readonly string[]): Promise<string[]> {
  const select = 'select id from service.audit_log where id = any($1::text[])'
  const rows = await system.rows(step(select, [textArray(ids)]))
  return rows.map(([id]) => id!)
}

/** The records of one request over all schools, oldest first. */
export async function recordsOfRequest(system: Database, requestId: string): Promise<AuditRow[]> {
  const select = `select ${records.shape.selection} from service.audit_log t
    where t.request_id = $1 or t.client_request_id = $1 order by t.id limit 1000`
  const rows = await system.rows(step(select, [requestId]))
  return rows.map(fields => readRow<AuditRow>(records.shape, fields))
}
