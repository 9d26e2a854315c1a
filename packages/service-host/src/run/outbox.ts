// The outbox in SQL, for the relay.
import { batchBytes, type Outbox, type OutboxRow } from '@lms/events'
import type { Fields } from '../database/batch.ts'
import type { Database } from '../database/database.ts'
import type { Leases } from '../database/lease.ts'
import { step } from '../database/statements.ts'

const lease = 'relay'
const leaseSeconds = 10

export function sqlOutbox(system: Database, leases: Leases, schema: string): Outbox {
  const table = `"${schema}".outbox`
  const columns = 'position, id, subject, payload, request_id'
  const storedColumns = 'position, id, school_id, subject, payload, request_id, created_at'
  const aboveSql = (high: string, limit: string) =>
    `select ${columns} from ${table} where position > ${high} order by position limit ${limit}`
  // By stored size, which needs no reading of large payloads; rows beyond it are left to the next read.
  const fitting = (rows: string) =>
    `select ${columns} from (
       select *, sum(pg_column_size(payload)) over (order by position rows between unbounded preceding and 1 preceding) as before
       from (${rows}) looked
     ) sized where coalesce(before, 0) < ${batchBytes} order by position`
  // One statement, so one snapshot: a row in a gap and a later one of the same object appear in their order. The inner
  // limit keeps the plan at the index: as a plain join it walked the table.
  const gapsSql = `select * from (
      select missed.* from unnest($1::bigint[], $2::bigint[]) gap (first, last) cross join lateral
        (select ${columns} from ${table} where position between gap.first and gap.last order by position limit $4) missed
      union all (${aboveSql('$3', '$4')})
    ) rows order by position limit $4`
  const nextSql = fitting(aboveSql('$1', '$2'))
  const standingSql = `select position, id, subject from ${table}
    where position > $1 and position <= $2 order by position limit $3`
  const readSql = fitting(`select ${columns} from ${table} where position = any($1::bigint[])`)
  const setAsideSql = `with gone as (delete from ${table} where position = any($1::bigint[]) returning *)
    insert into "${schema}".outbox_set_aside (${storedColumns}, set_aside_at) select ${storedColumns}, now() from gone`
  const removeSql = `delete from ${table} where position = any($1::bigint[])`
  let leadsUntil = 0
  return {
    async next({ high, gaps }, limit) {
      // The lease is renewed only when a third of it is over, so that idle polls stay one small query.
      if (performance.now() > leadsUntil) {
        const hasLease = await leases.acquire(lease, leaseSeconds)
        if (!hasLease) return null
        leadsUntil = performance.now() + (leaseSeconds * 1000) / 3
      }
      const above = [String(high), String(limit)]
      const ends = (['from', 'to'] as const).map(end => numberArray(gaps.map(gap => gap[end])))
      const look = gaps.length ? step(fitting(gapsSql), [...ends, ...above]) : step(nextSql, above)
      return (await system.rows(look)).map(readRow)
    },
    async standing(after, till, limit) {
      const rows = await system.rows(step(standingSql, [after, till, limit].map(String)))
      return rows.map(([position, id, subject]) => ({
        position: Number(position),
        id: id!,
        subject: subject!,
      }))
    },
    async read(positions) {
      return (await system.rows(step(readSql, [numberArray(positions)]))).map(readRow)
    },
    async setAside(positions) {
      await system.run([step(setAsideSql, [numberArray(positions)])])
    },
    async remove(positions) {
      await system.run([commitLater, step(removeSql, [numberArray(positions)])])
    },
  }
}

const commitLater = step(`select set_config('synchronous_commit', 'off', true)`)

const numberArray = (values: readonly number[]) => `{${values.join(',')}}`

const readRow = ([position, id, subject, payload, requestId]: Fields) =>
  ({ position: Number(position), id, subject, payload, requestId }) as OutboxRow
