// Rows that workers write and read across schools: audit records, records of requests.
import { type Database, readRow, step, type Table } from '@lms/service-host'
import { partitions } from './partitions.ts'

export interface Records<Row> {
  /** Stores records of any schools in one statement; existing ones stay as they are. */
  keep(system: Database, messages: readonly { id: string }[]): Promise<void>
  /** The records of one request over all schools, oldest first; also by the client's own request id. */
  ofRequest(system: Database, requestId: string): Promise<Row[]>
}

export function recordsIn<Row>({ shape }: Table): Records<Row> {
  const names = shape.columns.map(({ name }) => `"${name}"`).join(', ')
  const typed = shape.columns
    .map(({ name, type }) => `"${name}" ${type.replace(/ collate.*/, '')}`)
    .join(', ')
  const insert = `insert into ${shape.table} (${names})
    select ${names} from jsonb_to_recordset($1::jsonb) as r (${typed})
    where not exists (select from service.erased_schools e where e.school_id = r.school_id) on conflict do nothing`
  const select = `select ${shape.selection} from ${shape.table} t
    where t.request_id = $1 or t.client_request_id = $1 order by t.id limit 1000`
  return {
    keep: (system, messages) =>
      partitions.writing(
        system,
        () => messages.map(({ id }) => id),
        async () => void (await system.run([step(insert, [JSON.stringify(messages)])])),
      ),
    ofRequest: async (system, requestId) => {
      const rows = await system.rows(step(select, [requestId]))
      return rows.map(fields => readRow<Row>(shape, fields))
    },
  }
}
