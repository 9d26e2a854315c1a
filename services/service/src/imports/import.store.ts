import { type Condition, column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { isTurn } from '../steps.ts'
import type { ColumnCount } from './counts.ts'
import { importFinished, imports } from './import.contract.ts'
import { importLifecycle } from './import.lifecycle.ts'
import { Import, type ReportedImport } from './import.object.ts'
import type { SheetState } from './sheet.ts'

const table = objectTable('service.imports', Import, {
  // A run that has not ended belongs to its installation. The link to the errors is encrypted with keys of this one.
  archive: {
    only: `t.status in ('finished', 'failed')`,
    without: { url: null, errors_expire_at: null },
  },
  list: imports.list,
  kinds: { file_id: 'key' },
  hidden: {
    on_behalf: column.boolean(),
    /** Bytes of the file, or of the text of a workbook, that are done. */
    position: column.bigint(),
    /** A workbook, and how far it has become text. */
    sheet: column.json<SheetState>().nullable(),
    errors: column.json<ReportedImport['errors']>(),
    /** Of each column of the file, in its order. */
    column_counts: column.json<ColumnCount[]>(),
    report: column.json<ReportedImport['report']>().nullable(),
    other_names: column.json<ReportedImport['other_names']>(),
    /** The file of all errors in the making: its pieces and bytes. */
    errors_file_id: column.id<'fil'>(),
    pieces: column.integer(),
    errors_size: column.bigint(),
    /** Whether all rows are done. */
    is_read: column.boolean(),
    /** The encrypted link to the errors. */
    url: column.text().nullable(),
    errors_expire_at: column.time().nullable(),
  },
  indexes: [['user_id'], ['status']],
  lifecycle: { of: importLifecycle, emits: { begin: null, finish: importFinished, fail: importFinished } },
})
export type ImportRow = RowIn<typeof table>

export class ImportStore extends storeOf(table) {
  /** Imports that wait or run. */
  protected override get counted(): Condition {
    return { sql: `t.status in ('queued', 'running')`, values: [] }
  }

  /** The first few imports that wait or run and name an object: their file, a tag or a group. */
  async naming(objectId: string): Promise<string[]> {
    const { rows } = await this.work.read(
      `select id from ${table.shape.table} where school_id = $1 and status in ('queued', 'running')
         and (file_id = $2 or "add"->'tags' ? $2 or "add"->'groups' ? $2) order by id limit 5`,
      [this.work.school, objectId],
    )
    return rows.map(([id]) => id!)
  }

  /** Whether no import of the school runs; nobody begins one until the end of the work. */
  lockTurn(): Promise<boolean> {
    return isTurn(this, { work: this.work, table: table.shape.table })
  }

  /** Blanks what a person may have written, in imports that they ordered. */
  blankOf(userId: string): void {
    this.work.write(
      `update ${table.shape.table} set consent = jsonb_set(consent, '{source}', '""')
       where school_id = $1 and user_id = $2 and consent is not null`,
      [this.work.school, userId],
    )
  }
}
