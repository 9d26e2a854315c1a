import { maxOf, Refused } from '@lms/contract'
import { type Condition, column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import type { ArchiveState } from '../formats/archive-state.ts'
import type { XlsxState } from '../formats/xlsx.ts'
import { isTurn } from '../steps.ts'
import { exportFinished, exports, maxExportBytes, refusals } from './export.contract.ts'
import { exportLifecycle } from './export.lifecycle.ts'
import { Export } from './export.object.ts'

const table = objectTable('service.exports', Export, {
  archive: { never: 'the file of an export is gone after a day', returns: 'empty' },
  list: exports.list,
  computed: ['download_url'],
  hidden: {
    /** Whether the key acted for the person (X-On-Behalf-Of). */
    on_behalf: column.boolean(),
    /** Where the list goes on; null before the first page and after the last one. */
    cursor: column.text().nullable(),
    workbook: column.json<XlsxState>().nullable(),
    /** The own fields of people, where these are columns of the table. */
    own_columns: column.json<string[]>().nullable(),
    /** How far the archive of a whole school is. */
    archive: column.json<ArchiveState>().nullable(),
    /** The file in the making: its pieces, and whether it has its last one. */
    file_id: column.id<'fil'>(),
    pieces: column.integer(),
    written: column.boolean(),
    /** The encrypted link. */
    url: column.text().nullable(),
  },
  indexes: [['user_id'], ['status']],
  lifecycle: {
    of: exportLifecycle,
    emits: { begin: null, finish: exportFinished, fail: exportFinished, expire: null },
  },
})
export type ExportRow = RowIn<typeof table>

export class ExportStore extends storeOf(table) {
  /** Exports that wait, run, or have a file. */
  protected override get counted(): Condition {
    return { sql: `t.status in ('queued', 'running', 'finished')`, values: [] }
  }

  /** Refuses one more export while the school has as many, or as many bytes, as it may. */
  async refuseFull(): Promise<void> {
    await this.refuseBeyond(maxOf(exports.create.bound)!)
    const { rows } = await this.work.read(
      `select coalesce(sum(t.size), 0) from ${table.shape.table} t
       where t.school_id = $1 and ${this.counted.sql} and t.kind <> 'full'`,
      [this.work.school],
    )
    if (Number(rows[0]![0]) >= maxExportBytes) throw new Refused(refusals.exports_limit_reached)
  }

  /** Whether an export of the school runs; nobody begins one until the end of the work. */
  lockTurn(): Promise<boolean> {
    return isTurn(this, { work: this.work, table: table.shape.table })
  }

  /** Whether an archive of the whole school was finished that was ordered since then; its file may be gone by now. */
  async hasArchiveSince(since: Date): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from ${table.shape.table} t where t.school_id = $1 and t.kind = 'full'
         and t.status in ('finished', 'expired') and t.created_at >= $2::timestamptz limit 1`,
      [this.work.school, since.toISOString()],
    )
    return rows.length > 0
  }

  /** Blanks what a person may have written. */
  blankOf(userId: string): void {
    this.work.write(
      `update ${table.shape.table} set query = '', warnings = '[]' where school_id = $1 and user_id = $2`,
      [this.work.school, userId],
    )
  }
}
