import type { MoveOf } from '@lms/contract'
import { type RowOf, Store, table, type UnitOfWork } from '@lms/service-host'
import { SchoolEntity } from './school.entity.ts'
import { schoolLifecycle } from './school.lifecycle.ts'

export type SchoolRow = RowOf<typeof SchoolEntity>

export const schoolTable = table(SchoolEntity, {
  lifecycle: { of: schoolLifecycle, emits: { suspend: null, resume: null } },
})

/** A school's own record, inside that school. */
export class SchoolStore extends Store<SchoolRow, MoveOf<typeof schoolLifecycle>> {
  constructor(work: UnitOfWork) {
    super(work, schoolTable)
  }
}
