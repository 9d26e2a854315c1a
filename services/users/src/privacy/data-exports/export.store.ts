import { column, objectTable, type RowIn, storeOf } from '@lms/service-host'
import { DataExport } from './export.contract.ts'
import { exportLifecycle } from './export.lifecycle.ts'

const dataExports = objectTable('users.data_exports', DataExport, {
  archive: { never: 'the file of an export is gone after a day', returns: 'empty' },
  computed: ['download_path'],
  hidden: {
    /** The encrypted file. */
    content: column.text().nullable(),
  },
  indexes: [['user_id']],
  lifecycle: { of: exportLifecycle, emits: { finish: null, fail: null } },
})
export type DataExportRow = RowIn<typeof dataExports>

export class DataExportStore extends storeOf(dataExports) {
  /** All exports of a person, the newest first. */
  async of(userId: string): Promise<DataExportRow[]> {
    const { rows } = await this.work.read(`${dataExports.select} and t.user_id = $2 order by t.id desc`, [
      this.work.school,
      userId,
    ])
    return rows.map(row => this.read(row))
  }

  /** An export that is not ready yet, locked; null if there is none. */
  async lockOpen(id: string): Promise<DataExportRow | null> {
    const { rows } = await this.work.lock(
      `${dataExports.select} and t.id = $2 and t.status <> 'finished' for update`,
      [this.work.school, id],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Deletes all exports of a person. */
  removeOf(userId: string): void {
    this.work.write(`delete from "users"."data_exports" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
