import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { SchoolEntity } from './school.entity.ts'

export type SchoolRow = RowOf<typeof SchoolEntity>

export const schoolTable = table(SchoolEntity)

/** A school's own record, inside that school. */
export class SchoolStore extends Store<SchoolRow> {
  constructor(work: UnitOfWork) {
    super(work, schoolTable)
  }
}
