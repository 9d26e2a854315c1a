import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Limits, School } from './school.contract.ts'
import { schoolLifecycle } from './school.lifecycle.ts'

// Limits that the school does not set follow the default, even if it changes one day.
export const schoolTable = objectTable('site.schools', School.extend({ limits: Limits.partial() }), {
  computed: ['domains', 'pending_domains'],
  acrossSchools: [
    ['created_at', 'id'],
    ['name', 'id'],
  ],
  lifecycle: { of: schoolLifecycle, emits: { suspend: null, resume: null } },
})

export type SchoolRow = RowIn<typeof schoolTable>

/** A school's own record, inside that school. */
export class SchoolStore extends storeOf(schoolTable) {}
