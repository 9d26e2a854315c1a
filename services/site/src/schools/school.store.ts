import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Limits, School } from './school.contract.ts'
import { schoolLifecycle } from './school.lifecycle.ts'

// Limits that the school does not set follow the default, even if it changes one day.
export const schoolTable = objectTable('site.schools', School.extend({ limits: Limits.partial() }), {
  computed: ['domains', 'pending_domains', 'language', 'time_zone', 'country'],
  archive: { last: true },
  acrossSchools: [
    ['created_at', 'id'],
    ['name', 'id'],
  ],
  lifecycle: { of: schoolLifecycle, emits: { suspend: null, resume: null, open: null, erase: null } },
})

export type SchoolRow = RowIn<typeof schoolTable>

/** A school's own record, inside that school. */
export class SchoolStore extends storeOf(schoolTable) {
  /** The name, and the host that links to the school use; null for a school without an active domain. */
  async visited(): Promise<{ name: string; host: string } | null> {
    const { rows } = await this.work.read(
      `select t.name, d.host from site.schools t
       join site.domains d on d.school_id = t.school_id and d.status = 'active'
       where t.school_id = $1 order by d."primary" desc, d.created_at, d.id limit 1`,
      [this.work.school],
    )
    const [name, host] = rows[0] ?? []
    return name && host ? { name, host } : null
  }
}
