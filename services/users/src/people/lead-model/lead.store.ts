import { objectTable, type RowIn, storeOf } from '@lms/service-host'
import { Lead } from './lead.contract.ts'

const leads = objectTable('users.leads', Lead, { indexes: [['user_id', 'id']] })
export type LeadRow = RowIn<typeof leads>

export class LeadStore extends storeOf(leads) {
  /** The lead of a submission, if there is one; nobody else handles the submission until the end of the work. */
  async hold(submissionId: string): Promise<LeadRow | null> {
    const { school } = this.work
    await this.work.lock(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `lead ${submissionId} of ${school}`,
    ])
    const { rows } = await this.work.lock(`${leads.select} and t.id = $2 for update`, [school, submissionId])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Forgets the leads of a person: what they gave is the person's for good. */
  forgetOf(userId: string): void {
    this.work.write(`delete from "users"."leads" where school_id = $1 and user_id = $2`, [
      this.work.school,
      userId,
    ])
  }
}
