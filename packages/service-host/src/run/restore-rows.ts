// Rows of an archive on their way back into a table of their school.
import { type BodyOf, Refused } from '@lms/contract'
import { StatementError } from '../database/batch.ts'
import { timeOfId } from '../database/partitions.ts'
import { step } from '../database/statements.ts'
import { archiveRefusals, type hostOperations } from '../kernel/host.contract.ts'
import type { ArchivedRow, ArchivedTable } from '../work/archived-table.ts'
import { inSchool } from '../work/in-school.ts'
import type { Runtime } from '../work/runtime.ts'
import type { UnitOfWork } from '../work/unit-of-work.ts'

/** Postgres's code for a row without a partition; a violated check has it, too, with the name of its constraint. */
const noPartition = '23514'

export async function restoreRows(
  table: ArchivedTable,
  { table: name, lines, moment, dry_run }: BodyOf<typeof hostOperations.restoreRows>,
  { school, runtime }: { school: string; runtime: Runtime },
): Promise<{ rows: number }> {
  const rows = rowsOf(lines).map(row => table.present(row))
  checkColumns(table, rows, `${runtime.service}.${name}`)
  const put = () =>
    inSchool(school, runtime, async ({ work }) =>
      dry_run ? table.tryValues(rows, work) : table.put(rows, work, moment),
    )
  await put().catch(async error => {
    if (!(error instanceof StatementError)) throw error
    if (error.sqlState === noPartition && error.constraint === undefined) {
      await makePartitions(name, rows, moment, runtime)
      return put()
    }
    // Classes 22 and 23: data that the table does not take.
    if (!/^2[23]/.test(error.sqlState)) throw error
    throw new Refused(
      archiveRefusals.row_not_restorable,
      `A row is none of ${runtime.service}.${name} (${error.constraint ?? error.sqlState}): the archive comes from another version, or was changed.`,
    )
  })
  return { rows: rows.length }
}

function checkColumns(table: ArchivedTable, rows: readonly ArchivedRow[], name: string): void {
  const [unknown] = rows.flatMap(row => table.unknown(row))
  const [empty] = table.empty(rows)
  const problem =
    unknown !== undefined ? `has no column ${unknown}` : empty !== undefined && `has no row without ${empty}`
  if (problem)
    throw new Refused(
      archiveRefusals.row_not_restorable,
      `${name} ${problem}: the archive comes from another version, or was changed.`,
    )
}

function rowsOf(lines: string): ArchivedRow[] {
  try {
    const rows = lines
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line))
    if (rows.every(row => typeof row === 'object' && row !== null && !Array.isArray(row))) return rows
  } catch {}
  throw new Refused(archiveRefusals.row_not_restorable, 'A line of the archive is no row.')
}

const dayMs = 86_400_000
/** Days before and after the moment of an archive in which its rows may be: a changed one could ask for partitions of all time. */
const maxBefore = 20 * 366
const maxAfter = 30

/** A table that is partitioned by time gets those of the rows. */
async function makePartitions(
  table: string,
  rows: readonly ArchivedRow[],
  moment: string,
  { system, service }: Runtime,
): Promise<void> {
  const days = rows.map(({ id }) => Math.floor(timeOfId(String(id)).getTime() / dayMs))
  const createdDay = Math.floor(Date.parse(moment) / dayMs)
  const odd = days.findIndex(day => !(day > createdDay - maxBefore && day < createdDay + maxAfter))
  if (odd >= 0)
    throw new Refused(
      archiveRefusals.row_not_restorable,
      `${service}.${table} has no row with the id ${String(rows[odd]!.id).slice(0, 40)}, whose time is far from that of the archive (${moment}): it was changed.`,
    )
  for (const day of new Set(days)) {
    const range = [day * dayMs, day * dayMs + 1].map(time => new Date(time).toISOString())
    await system.run([step(`select "${service}".make_partitions($1, $2, $3)`, [table, ...range])])
  }
}

/** Those of these tables that have rows of the school. */
export async function filledAmong(tables: readonly string[], work: UnitOfWork): Promise<string[]> {
  const results = await Promise.all(
    tables.map(async table => {
      const { rows } = await work.read(
        `select 1 from "${work.schema}"."${table}" where school_id = $1 limit 1`,
        [work.school],
      )
      return rows.length > 0 ? [table] : []
    }),
  )
  return results.flat()
}
