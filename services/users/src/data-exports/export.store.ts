import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { DataExportEntity } from './export.entity.ts'
import { exportLifecycle } from './export.lifecycle.ts'

export type DataExportRow = RowOf<typeof DataExportEntity>

const dataExports = table(DataExportEntity, {
  // Written by the job alone: see export.job.ts.
  lifecycle: { of: exportLifecycle, emits: { finish: null, postpone: null, fail: null } },
  budget: 'task',
})

export class DataExportStore extends Store<DataExportRow> {
  constructor(work: UnitOfWork) {
    super(work, dataExports)
  }

  /** All of a person's that are still kept, the newest first. */
  async of(userId: string): Promise<DataExportRow[]> {
    const { rows } = await this.work.read(`${dataExports.select} and t.user_id = $2 order by t.id desc`, [
      this.work.school,
      userId,
    ])
    return rows.map(row => this.read(row))
  }

  /** Deletes all of a person's. */
  removeOf(userId: string): void {
    this.work.write(`delete from "users"."data_exports" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
