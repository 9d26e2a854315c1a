import type { Caller } from '@lms/contract'
import {
  type Condition,
  column,
  objectTable,
  type RowIn,
  readDatabaseTime,
  storeOf,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { assignedGroups, isAssigned } from '../curators/curator-scope.ts'
import { HeldReviews } from '../review-queue/held-reviews.ts'
import { submissions as operations } from './submission.contract.ts'
import { submissionLifecycle } from './submission.lifecycle.ts'
import { type FullAttempts, Submission } from './submission.object.ts'
import { SubmissionFileStore } from './submission-file.store.ts'

/** Students see their own; curators what they hold or may review; and nobody the draft of another person. */
function visible(caller: Caller): Condition | null {
  const { role, user } = caller
  if (role === 'student') return { sql: 't.user_id = $', values: [user] }
  const sent: Condition = { sql: `(t.status <> 'draft' or t.user_id = $)`, values: [user] }
  if (role !== 'curator') return sent
  const [assigned, groups] = [isAssigned('t.user_id', caller), assignedGroups(caller)]
  return {
    sql: `${sent.sql} and (t.user_id = $ or t.curator_id = $ or ${assigned.sql}
      or t.group_id = any(array(${groups.sql})))`,
    values: [...sent.values, user, user, ...assigned.values, ...groups.values],
  }
}

const submissions = objectTable('learning.submissions', Submission, {
  archive: {
    earlier: {
      columns: { deadline_at: 'due_at', claimed_until: 'claim_expires_at' },
      fields: { history: { return_deadline_at: 'return_due_at' } },
    },
  },
  list: operations.list,
  indexes: [
    ['assignment_id', 'created_at', 'id'],
    ['lesson_id', 'created_at', 'id'],
    ['course_id', 'created_at', 'id'],
    ['user_id', 'created_at', 'id'],
    ['group_id', 'created_at', 'id'],
    ['curator_id', 'status', 'id'],
    ['status', 'created_at', 'id'],
  ],
  unique: [{ of: ['enrollment_id', 'assignment_id'] }],
  // Each move is told with what goes with it; a release and a claim are one event.
  lifecycle: {
    of: submissionLifecycle,
    emits: { send: null, take: null, release: null, accept: null, return: null, withdraw: null },
  },
  budget: 'task',
  visible,
})
export type SubmissionRow = RowIn<typeof submissions>

/** Attempts as they were sent. */
export const SubmissionAttemptEntity = tenantEntity(
  'learning',
  'submission_attempts',
  {
    submission_id: column.id<'sub'>().primary(),
    number: column.integer().primary(),
    sent_at: column.time(),
    text: column.text(),
    file_ids: column.json<string[]>(),
  },
  { archive: 'rows' },
)

export class SubmissionStore extends storeOf(submissions) {
  /** Whether somebody has begun one of these. */
  async anyOf(of: 'assignment_id' | 'lesson_id' | 'course_id', id: string): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning"."submissions" where school_id = $1 and "${of}" = $2 limit 1`,
      [this.work.school, id],
    )
    return rows.length > 0
  }

  /** The submission of an enrollment to an assignment, locked. */
  async lockOf(enrollmentId: string, assignmentId: string): Promise<SubmissionRow | null> {
    const { rows } = await this.work.lock(
      `${submissions.select} and t.enrollment_id = $2 and t.assignment_id = $3 for update`,
      [this.work.school, enrollmentId, assignmentId],
    )
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** The submissions of these enrollments, locked, by `enrollment assignment`. */
  async lockOfEnrollments(enrollmentIds: readonly string[]): Promise<Map<string, SubmissionRow>> {
    const { rows } = await this.work.lock(
      `${submissions.select} and t.enrollment_id = any($2::text[]) order by t.id for update`,
      [this.work.school, textArray([...enrollmentIds])],
    )
    return new Map(
      rows
        .map(fields => this.readLocked(fields))
        .map(row => [`${row.enrollment_id} ${row.assignment_id}`, row]),
    )
  }

  /** Whether all homework of the lesson besides that of a submission is accepted from the person. */
  async acceptedAllBut({ lesson_id, assignment_id, user_id }: SubmissionRow): Promise<boolean> {
    const { rows } = await this.work.read(
      `select 1 from "learning"."assignments" a where a.school_id = $1 and a.lesson_id = $2 and a.id <> $3 and not exists (
         select 1 from "learning"."submissions" s where s.school_id = $1 and s.user_id = $4 and s.assignment_id = a.id
           and s.status = 'accepted') limit 1`,
      [this.work.school, lesson_id, assignment_id, user_id],
    )
    return rows.length === 0
  }

  /** A submission of the queue, locked, whoever asks. */
  async lockAny(id: string): Promise<SubmissionRow | null> {
    const { rows } = await this.work.lock(`${submissions.select} and t.id = $2 for update`, [
      this.work.school,
      id,
    ])
    return rows[0] ? this.readLocked(rows[0]) : null
  }

  /** What curators have in review. */
  get held(): HeldReviews<SubmissionRow> {
    return new HeldReviews({
      work: this.work,
      table: '"learning"."submissions"',
      select: submissions.select,
      inReview: `t.status = 'in_review'`,
      readLocked: fields => this.readLocked(fields),
    })
  }

  /** What waits for a review, or is in review, belongs to the flow in which its student studies on. */
  enterFlow(enrollmentIds: readonly string[], from: string, into: string): void {
    this.work.write(
      `update "learning"."submissions" set group_id = $4, version = version + 1, updated_at = $5
       where school_id = $1 and enrollment_id = any($2::text[]) and group_id = $3
         and status in ('draft', 'submitted', 'in_review', 'returned')`,
      [this.work.school, textArray([...enrollmentIds]), from, into, this.work.now],
    )
  }

  /** Keeps the present answer as the attempt of its number, and which files it shows. */
  keepAttempt({ id, number, sent_at, text, file_ids }: SubmissionRow): void {
    this.work.write(
      `insert into "learning"."submission_attempts" (school_id, submission_id, number, sent_at, text, file_ids)
       values ($1, $2, $3, $4, $5, $6) on conflict (school_id, submission_id, number) do update
       set text = excluded.text, file_ids = excluded.file_ids`,
      [this.work.school, id, String(number), sent_at, text, JSON.stringify(file_ids)],
    )
    new SubmissionFileStore(this.work).note(id, file_ids)
  }

  /** All attempts of these submissions, whole. */
  async attemptsOf(ids: readonly string[]): Promise<Map<string, FullAttempts>> {
    const { rows } = await this.work.read(
      `select submission_id, number, sent_at, text, file_ids from "learning"."submission_attempts"
       where school_id = $1 and submission_id = any($2::text[]) order by submission_id, number`,
      [this.work.school, textArray(ids)],
    )
    const rowsById = Map.groupBy(rows, ([id]) => id!)
    return new Map(
      ids.map(id => [
        id,
        {
          items: (rowsById.get(id) ?? []).map(([, number, sent_at, text, file_ids]) => ({
            number: Number(number),
            sent_at: readDatabaseTime(sent_at!),
            text: text!,
            file_ids: JSON.parse(file_ids!),
          })),
        },
      ]),
    )
  }

  /** Deletes a draft. */
  forget(row: SubmissionRow): void {
    this.work.write(`delete from "learning"."submission_files" where school_id = $1 and submission_id = $2`, [
      this.work.school,
      row.id,
    ])
    this.remove(row)
  }

  /**
   * Gives a person's submissions to another, in the enrollments that they have now. Of two to one assignment an accepted one
   * is kept, or else one that was sent, or has an answer, or else that of the person who stays.
   */
  moveTo(into: string, from: string): void {
    const people = [this.work.school, into, from]
    const twins = (one: string, other: string) =>
      `select l.id from "learning"."submissions" l join "learning"."submissions" k
         on k.school_id = $1 and k.user_id = ${other} and k.assignment_id = l.assignment_id
       where l.school_id = $1 and l.user_id = ${one}`
    // A missed deadline leaves an empty draft, which is no answer.
    const worth = (of: string) => `case when ${of}.status = 'accepted' then 3
      when ${of}.status in ('submitted', 'in_review', 'returned') then 2
      when ${of}.text <> '' or ${of}.file_ids <> '[]'::jsonb then 1 else 0 end`
    const beaten = `${twins('$3', '$2')} and ${worth('l')} <= ${worth('k')}
      union ${twins('$2', '$3')} and ${worth('l')} < ${worth('k')}`
    for (const table of ['submission_attempts', 'submission_files', 'submission_comments'])
      this.work.write(
        `delete from "learning"."${table}" where school_id = $1 and submission_id in (${beaten})`,
        people,
      )
    this.work.write(
      `delete from "learning"."review_queue" where school_id = $1 and item_id in (${beaten})`,
      people,
    )
    this.work.write(`delete from "learning"."submissions" where school_id = $1 and id in (${beaten})`, people)
    this.work.write(
      `update "learning"."submissions" t set user_id = $2, enrollment_id = e.id, version = t.version + 1, updated_at = $4
       from "learning"."enrollments" e where t.school_id = $1 and t.user_id = $3
         and e.school_id = $1 and e.user_id = $2 and e.course_id = t.course_id`,
      [...people, this.work.now],
    )
    this.work.write(
      `update "learning"."submissions" set curator_id = $2, version = version + 1, updated_at = $4
       where school_id = $1 and curator_id = $3`,
      [...people, this.work.now],
    )
  }

  /** Blanks what a person wrote, and what was written to them; scores and times stay. */
  blankOf(userId: string): void {
    const of = [this.work.school, userId]
    const theirs = `select id from "learning"."submissions" where school_id = $1 and user_id = $2`
    this.work.write(
      `update "learning"."submission_attempts" set text = '', file_ids = '[]'
       where school_id = $1 and submission_id in (${theirs})`,
      of,
    )
    this.work.write(
      `update "learning"."submission_comments" set text = '-', file_ids = '[]', version = version + 1
       where school_id = $1 and submission_id in (${theirs})`,
      of,
    )
    this.work.write(
      `delete from "learning"."submission_files" where school_id = $1 and submission_id in (${theirs})`,
      of,
    )
    this.work.write(
      `delete from "learning"."review_queue" where school_id = $1 and item_id in (${theirs})`,
      of,
    )
    this.work.write(
      `update "learning"."submissions" set text = '', file_ids = '[]', comment = '', criteria = coalesce((select
           jsonb_agg(c || '{"comment": ""}'::jsonb) from jsonb_array_elements(criteria) c), '[]'::jsonb),
         version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [...of, this.work.now],
    )
  }
}
