import type { Caller } from '@lms/contract'
import {
  type Condition,
  column,
  objectTable,
  planned,
  type RowIn,
  readDatabaseTime,
  storeOf,
  tenantEntity,
  textArray,
} from '@lms/service-host'
import { assignedGroups, isAssigned } from '../curators/curator-scope.ts'
import type { Scope } from '../review-queue/queue.store.ts'
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

  /** Submissions of a scope that a curator has in review, locked. */
  async lockHeldBy(curatorId: string, { kind, id }: Scope, most: number): Promise<SubmissionRow[]> {
    const { rows } = await this.work.lockStep(
      planned(
        `${submissions.select} and t.curator_id = $2 and t.status = 'in_review' and t."${kind}" = $3
         order by t.id limit $4 for update`,
        [this.work.school, curatorId, id, String(most)],
      ),
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /** Submissions that a person has in review, locked. */
  async lockReviewedBy(curatorId: string, most: number): Promise<SubmissionRow[]> {
    const { rows } = await this.work.lockStep(
      planned(
        `${submissions.select} and t.curator_id = $2 and t.status = 'in_review' order by t.id limit $3 for update`,
        [this.work.school, curatorId, String(most)],
      ),
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /** Submissions in a scope that a curator has in review, and may not review for another reason; locked. */
  async lockHeldByScopeAlone(curatorId: string, { kind, id }: Scope, most: number): Promise<SubmissionRow[]> {
    const { rows } = await this.work.lockStep(
      planned(
        `${submissions.select} and t.curator_id = $2 and t.status = 'in_review' and t."${kind}" = $3
           and not exists (select 1 from "learning"."curators" c where c.school_id = $1 and c.curator_id = $2
             and (c.user_id = t.user_id or c.group_id = t.group_id or c.course_id = t.course_id))
           and not exists (select 1 from "learning".group_people g where g.school_id = $1 and g.user_id = $2
             and g.role = 'curator' and g.group_id = t.group_id)
         order by t.id limit $4 for update`,
        [this.work.school, curatorId, id, String(most)],
      ),
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /**
   * Submissions of a flow, also of one student alone, that a former curator of it has in review, and may not review for
   * another reason; locked.
   */
  async lockHeldWithoutScope(
    curatorId: string,
    {
      group_id,
      user_id = null,
      scope = group_id,
    }: { group_id: string; user_id?: string | null; scope?: string },
    most: number,
  ): Promise<SubmissionRow[]> {
    const { rows } = await this.work.lockStep(
      planned(
        `${submissions.select} and t.curator_id = $2 and t.status = 'in_review' and t.group_id = $3
           and ($4::text is null or t.user_id = $4)
           and not exists (select 1 from "learning"."curators" c where c.school_id = $1 and c.curator_id = $2
             and (c.user_id = t.user_id or c.group_id = $6 or c.course_id = t.course_id))
         order by t.id limit $5 for update`,
        [this.work.school, curatorId, group_id, user_id, String(most), scope],
      ),
    )
    return rows.map(fields => this.readLocked(fields))
  }

  /**
   * Those of the answers of a study that a curator of their flow has in review who may not review them in another flow, or
   * without one.
   */
  async leftBehind(enrollmentId: string, into: string | null): Promise<Set<string>> {
    const curates = (group: string) => `exists (select from "learning".group_people g where g.school_id = $1
      and g.group_id = ${group} and g.role = 'curator' and g.user_id = t.curator_id)`
    const { rows } = await this.work.read(
      `select t.id from "learning"."submissions" t
       where t.school_id = $1 and t.enrollment_id = $2 and t.status = 'in_review'
         and ${curates('t.group_id')} and not ${curates('$3')}
         and not exists (select from "learning"."curators" c where c.school_id = $1 and c.curator_id = t.curator_id
           and (c.user_id = t.user_id or c.group_id = $3 or c.course_id = t.course_id))`,
      [this.work.school, enrollmentId, into],
    )
    return new Set(rows.map(([id]) => id!))
  }

  /** What waits for a review, or is in review, belongs to the flow in which its student studies on. */
  enterFlow(enrollmentIds: readonly string[], from: string, into: string): void {
    const values = [this.work.school, textArray([...enrollmentIds]), from, into]
    this.work.write(
      `update "learning"."submissions" set group_id = $4, version = version + 1, updated_at = $5
       where school_id = $1 and enrollment_id = any($2::text[]) and group_id = $3
         and status in ('draft', 'submitted', 'in_review', 'returned')`,
      [...values, this.work.now],
    )
    this.work.write(
      `update "learning"."review_queue" q set group_id = $4 from "learning"."submissions" s
       where q.school_id = $1 and s.school_id = $1 and s.enrollment_id = any($2::text[])
         and q.submission_id = s.id and q.group_id = $3`,
      values,
    )
  }

  /** How many submissions each of these curators has in review. */
  async loadsOf(curatorIds: readonly string[]): Promise<Map<string, number>> {
    const { rows } = await this.work.read(
      `select curator_id, count(*) from "learning"."submissions"
       where school_id = $1 and curator_id = any($2::text[]) and status = 'in_review' group by 1`,
      [this.work.school, textArray([...new Set(curatorIds)])],
    )
    return new Map(rows.map(([id, count]) => [id!, Number(count)]))
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
    for (const table of ['submission_attempts', 'submission_files', 'submission_comments', 'review_queue'])
      this.work.write(
        `delete from "learning"."${table}" where school_id = $1 and submission_id in (${beaten})`,
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
      `update "learning"."review_queue" set user_id = $2 where school_id = $1 and user_id = $3`,
      people,
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
    for (const table of ['submission_files', 'review_queue'])
      this.work.write(
        `delete from "learning"."${table}" where school_id = $1 and submission_id in (${theirs})`,
        of,
      )
    this.work.write(
      `update "learning"."submissions" set text = '', file_ids = '[]', comment = '', version = version + 1, updated_at = $3
       where school_id = $1 and user_id = $2`,
      [...of, this.work.now],
    )
  }
}
