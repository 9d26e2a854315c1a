import {
  type Changes,
  column,
  enqueue,
  objectTable,
  type RowIn,
  storeOf,
  visibleByPerson,
} from '@lms/service-host'
import { forgetSpam } from './forget-spam.task.ts'
import { submissions as operations } from './submission.contract.ts'
import { submissionLifecycle } from './submission.lifecycle.ts'
import { FormSubmission, spamDays } from './submission.object.ts'

const byPerson = visibleByPerson('site', 'user_id')

const submissions = objectTable('site.form_submissions', FormSubmission, {
  archive: {
    earlier: { columns: { processed_at: 'finished_at' }, values: { status: { processed: 'finished' } } },
  },
  list: operations.list,
  indexes: [
    ['form_id', 'created_at', 'id'],
    ['status', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['fingerprint', 'created_at'],
  ],
  hidden: {
    /** Equal for equal submissions of a form; null once the answers are erased. */
    fingerprint: column.key().nullable(),
    /** What it gave its person. */
    gave: column.json<FormSubmission['not_taken_back']>(),
    /** Whether user.form_submitted was emitted. */
    told: column.boolean(),
  },
  lifecycle: {
    of: submissionLifecycle,
    emits: { finish: null, fail: null, mark: null, restore: null },
  },
  visible: byPerson,
})
export type SubmissionRow = RowIn<typeof submissions>

export class SubmissionStore extends storeOf(submissions) {
  override insert(row: Omit<SubmissionRow, 'school_id'>): SubmissionRow {
    if (row.status === 'spam') this.#forgetLater(row.id)
    return super.insert(row)
  }

  override save(row: SubmissionRow, changes: Changes<SubmissionRow> = {}): SubmissionRow {
    const saved = super.save(row, changes)
    if (saved.status === 'spam') this.#forgetLater(row.id)
    return saved
  }

  /** Does nothing by then to one that is no spam any more. */
  #forgetLater(id: SubmissionRow['id']): void {
    const at = new Date(this.work.origin.now.getTime() + spamDays * 86_400_000)
    enqueue(this.work, forgetSpam, { submission_id: id }, { key: id, at })
  }

  /** An equal submission since a time; nobody else submits an equal one until the end of the work. */
  async equalSince(fingerprint: string, since: string): Promise<SubmissionRow | null> {
    const { school } = this.work
    await this.work.lock(`select pg_advisory_xact_lock(hashtextextended($1, 0))`, [
      `submission ${fingerprint} of ${school}`,
    ])
    const { rows } = await this.work.read(
      `${submissions.select} and t.fingerprint = $2 and t.created_at > $3 order by t.created_at limit 1`,
      [school, fingerprint, since],
    )
    return rows[0] ? this.read(rows[0]) : null
  }

  /** The submission, locked until the end of the work; null if it was deleted. */
  async lockIfAny(id: string): Promise<SubmissionRow | null> {
    const { rows } = await this.work.lock(`${submissions.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.read(rows[0]) : null
  }

  /** Whether another submission, which is no spam, names the person. */
  async othersOf(userId: string, id: string): Promise<boolean> {
    const others = { sql: `t.user_id = $ and t.id <> $ and t.status <> 'spam'`, values: [userId, id] }
    return (await this.countWhere(others)) > 0
  }

  /** Moves the submissions of a person to another. */
  moveTo(into: string, from: string): void {
    this.work.write(
      `update "site"."form_submissions" set user_id = $3, version = version + 1, updated_at = $4
       where school_id = $1 and user_id = $2`,
      [this.work.school, from, into, this.work.now],
    )
  }

  /** Erases what a person wrote, and where they came from. */
  blankOf(userId: string): void {
    this.work.write(
      `update "site"."form_submissions" set answers = '[]', unmapped = '[]', page_url = '', referrer = '',
         utm = '{"source": "", "medium": "", "campaign": "", "term": "", "content": ""}', fingerprint = null,
         version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [this.work.school, userId, this.work.now],
    )
  }
}
